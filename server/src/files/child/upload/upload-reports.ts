import type { Acknowledgements } from '../child-channel';
import type { ChildEvent } from '#files/link/child-messages';
import type { Uploads } from './uploads';

/** Interval of the reports of one upload, ms. */
const REPORT_EVERY_MS = 300;

/** Reports progress of uploads to the parent: soon after a change, and at once when no file is open. */
export class UploadReports {
  private readonly pending = new Map<string, { current: string | undefined }>();

  constructor(
    private readonly uploads: Uploads,
    private readonly send: (event: ChildEvent) => void,
    private readonly acks: Acknowledgements,
  ) {}

  /**
   * Resolves when the HTTP response may be sent. The end of an upload releases the workspace lock, and the sender's next
   * call must find it released.
   */
  changed(id: string, current: string | undefined): Promise<void> {
    const counts = this.uploads.counts(id);
    if (counts.open > 0) {
      this.later(id, current);
      return Promise.resolve();
    }
    this.pending.delete(id);
    return this.acks.send({ event: 'upload', id, ...counts, current });
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
      // A newer report was sent meanwhile.
      if (this.pending.get(id) !== report) return;
      this.pending.delete(id);
      this.send({ event: 'upload', id, ...this.uploads.counts(id), current: report.current });
    }, REPORT_EVERY_MS);
  }
}
