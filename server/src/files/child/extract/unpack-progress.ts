import { shown } from './archive-entry';
import type { Name } from '../tree/walk';

const REPORT_EVERY_MS = 300;

export interface Unpacking {
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
  private last = { at: performance.now(), bytes: 0, rate: 0 };

  constructor(private readonly report: (progress: Unpacking) => void) {}

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
    const now = performance.now();
    const passed = now - this.last.at;
    if (passed < REPORT_EVERY_MS) return;
    const latest = ((bytes - this.last.bytes) / passed) * 1000;
    // The average of old and latest rate follows within two seconds and does not flicker.
    const rate = this.last.rate === 0 ? latest : (this.last.rate + latest) / 2;
    this.last = { at: now, bytes, rate };
    this.report({
      files: this.files,
      bytes,
      ...this.totals,
      rate: Math.max(Math.round(rate), 0),
      ...(current !== undefined && { current: shown(current) }),
    });
  }
}
