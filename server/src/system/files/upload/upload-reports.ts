import type { ChildEvent } from '../child-wire';
import type { Uploads } from './uploads';

/** Counts of an upload are told this often, ms. */
const REPORT_EVERY_MS = 300;

/** Tells the parent how far uploads are: soon after a change, not after each. */
export class UploadReports {
  private readonly pending = new Map<string, { current: string | undefined }>();

  constructor(
    private readonly uploads: Uploads,
    private readonly tell: (event: ChildEvent) => void,
  ) {}

  changed(id: string, current: string | undefined): void {
    const waiting = this.pending.get(id);
    if (waiting) waiting.current = current;
    else {
      this.pending.set(id, { current });
      setTimeout(() => this.send(id), REPORT_EVERY_MS);
    }
  }

  private send(id: string): void {
    const current = this.pending.get(id)?.current;
    this.pending.delete(id);
    this.tell({ event: 'upload', id, ...this.uploads.counts(id), current });
  }
}
