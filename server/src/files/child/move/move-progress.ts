import type { z } from 'zod';
import type { Moving } from '#files/link/protocol';
import { ByteRate } from '../byte-rate';
import { shortenPath } from '../extract/archive-entry';

/** At most twice a second. */
const REPORT_EVERY_MS = 500;

export type MoveCounts = z.input<typeof Moving>;

/** Counts what a move has done, and reports it. */
export class MoveProgress {
  private files = 0;
  private filesFailed = 0;
  private bytes = 0;
  private totals: { filesTotal?: number; bytesTotal?: number } = {};
  private readonly rate = new ByteRate();

  /** @param activity called with the bytes of each sign of life of the server */
  constructor(
    private readonly report: (counts: MoveCounts) => void,
    private readonly activity: (bytes: number) => void,
  ) {}

  /** While the source is listed: files and bytes found so far. */
  found(files: number, bytes: number, folder: string): void {
    this.activity(LISTING_BYTES);
    if (this.rate.passed < REPORT_EVERY_MS) return;
    this.rate.reached(0);
    this.report({ files, bytes, current: shortenPath(folder) });
  }

  expect(filesTotal: number, bytesTotal: number): void {
    this.totals = { filesTotal, bytesTotal };
  }

  expectMore(bytes: number): void {
    const { bytesTotal = 0 } = this.totals;
    this.totals = { ...this.totals, bytesTotal: bytesTotal + bytes };
  }

  arrived(bytes: number, current?: string): void {
    this.bytes += bytes;
    if (bytes > 0) this.activity(bytes);
    if (this.rate.passed >= REPORT_EVERY_MS) this.send(current);
  }

  completed(current: string): void {
    this.files += 1;
    this.activity(LISTING_BYTES);
    if (this.rate.passed >= REPORT_EVERY_MS) this.send(current);
  }

  failed(): void {
    this.filesFailed += 1;
  }

  private send(current: string | undefined): void {
    const { files, filesFailed, bytes, totals } = this;
    this.report({
      files,
      filesFailed,
      bytes,
      ...totals,
      rate: this.rate.reached(bytes),
      ...(current !== undefined && { current: shortenPath(current) }),
    });
  }
}

/** A listing or a complete file counts as this much: many small files bring few bytes. */
const LISTING_BYTES = 4096;
