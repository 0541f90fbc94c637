import { ByteRate } from '../byte-rate';
import { shortenPath } from './archive-entry';
import type { Name } from '../tree/walk';

const REPORT_EVERY_MS = 300;

export interface UnpackCounts {
  readonly files: number;
  readonly filesTotal?: number;
  /** Counts the same bytes as `bytesTotal`. */
  readonly bytes: number;
  readonly bytesTotal?: number;
  /** Bytes per second over the last seconds. */
  readonly rate?: number;
  readonly current?: string;
}

/** Reports progress of an extraction a few times a second. */
export class UnpackProgress {
  private files = 0;
  private bytes = 0;
  private totals: { filesTotal?: number; bytesTotal?: number } = {};
  private readonly rate = new ByteRate();

  constructor(private readonly report: (progress: UnpackCounts) => void) {}

  expect(totals: { filesTotal?: number; bytesTotal?: number }): void {
    this.totals = totals;
  }

  add(files: number, bytes: number, current?: Name): void {
    this.files += files;
    this.reached(this.bytes + bytes, current);
  }

  /** Sets the bytes so far, if the caller counts them. */
  reached(bytes: number, current?: Name): void {
    this.bytes = bytes;
    if (this.rate.passed < REPORT_EVERY_MS) return;
    this.report({
      files: this.files,
      bytes,
      ...this.totals,
      rate: this.rate.reached(bytes),
      ...(current !== undefined && { current: shortenPath(current) }),
    });
  }
}
