import { ByteRate } from '../byte-rate';
import type { ZipProgress } from './zip-writer';

/** Progress of packing with what a writer does not know: how many files there are, and how fast it is. */
export interface PackProgress extends ZipProgress {
  readonly filesTotal: number;
  /** Bytes read per second over the last seconds. */
  readonly rate: number;
}

/** Adds rate and total to each report of a writer. */
export function withTotals(
  filesTotal: number,
  report: (progress: PackProgress) => void,
): (progress: ZipProgress) => void {
  const rate = new ByteRate();
  return (progress) => report({ ...progress, filesTotal, rate: rate.reached(progress.bytes) });
}
