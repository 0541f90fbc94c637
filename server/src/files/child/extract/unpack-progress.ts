import { shown } from './archive-entry';
import type { Name } from '../tree/walk';

const REPORT_EVERY_MS = 300;

export interface Unpacking {
  readonly files: number;
  readonly filesTotal?: number;
  /** Of the same measure as `bytesTotal`. */
  readonly bytes: number;
  readonly bytesTotal?: number;
  /** Bytes per second over the last seconds. */
  readonly rate?: number;
  readonly current?: string;
}

/** How far an extraction is, told a few times a second. */
export class UnpackProgress {
  private files = 0;
  private bytes = 0;
  private totals: { filesTotal?: number; bytesTotal?: number } = {};
  private told = { at: performance.now(), bytes: 0, rate: 0 };

  constructor(private readonly tell: (progress: Unpacking) => void) {}

  expect(totals: { filesTotal?: number; bytesTotal?: number }): void {
    this.totals = totals;
  }

  add(files: number, bytes: number, current?: Name): void {
    this.files += files;
    this.reached(this.bytes + bytes, current);
  }

  /** Bytes so far, where they are measured otherwise. */
  reached(bytes: number, current?: Name): void {
    this.bytes = bytes;
    const now = performance.now();
    const passed = now - this.told.at;
    if (passed < REPORT_EVERY_MS) return;
    const latest = ((bytes - this.told.bytes) / passed) * 1000;
    // Halfway towards the latest figure each time: it follows within two seconds and does not flicker.
    const rate = this.told.rate === 0 ? latest : (this.told.rate + latest) / 2;
    this.told = { at: now, bytes, rate };
    this.tell({
      files: this.files,
      bytes,
      ...this.totals,
      rate: Math.max(Math.round(rate), 0),
      ...(current !== undefined && { current: shown(current) }),
    });
  }
}
