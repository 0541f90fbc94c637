import type { Acks } from '../acks';
import type { ChildEvent } from '#files/link/child-wire';
import type { Uploads } from './uploads';

/** Counts of an upload are told this often, ms. */
const REPORT_EVERY_MS = 300;

/** Tells the parent how far uploads are: soon after a change, and at once when nothing is left open. */
export class UploadReports {
  private readonly pending = new Map<string, { current: string | undefined }>();

  constructor(
    private readonly uploads: Uploads,
    private readonly tell: (event: ChildEvent) => void,
    private readonly acks: Acks,
  ) {}

  /**
   * Resolves when the request that made the change may be answered. The end of an upload releases the workspace: its
   * sender must find that so with its next call.
   */
  changed(id: string, current: string | undefined): Promise<void> {
    const counts = this.uploads.counts(id);
    if (counts.open > 0) {
      this.later(id, current);
      return Promise.resolve();
    }
    this.pending.delete(id);
    return this.acks.told({ event: 'upload', id, ...counts, current });
  }

  private later(id: string, current: string | undefined): void {
    const waiting = this.pending.get(id);
    if (waiting) {
      waiting.current = current;
      return;
    }
    const report = { current };
    this.pending.set(id, report);
    setTimeout(() => {
      // Overtaken by a report that was told at once.
      if (this.pending.get(id) !== report) return;
      this.pending.delete(id);
      this.tell({ event: 'upload', id, ...this.uploads.counts(id), current: report.current });
    }, REPORT_EVERY_MS);
  }
}
