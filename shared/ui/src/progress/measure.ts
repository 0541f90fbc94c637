import type { TaskProgress } from '@sitedeck/contract';

/** Share done, 0 to 1, or undefined where the total is unknown. Bytes say more than files. */
export function shareDone({ bytes, bytesTotal, files, filesTotal }: TaskProgress): number | undefined {
  if (bytesTotal !== undefined && bytesTotal > 0) return Math.min(1, (bytes ?? 0) / bytesTotal);
  if (filesTotal !== undefined && filesTotal > 0) return Math.min(1, (files ?? 0) / filesTotal);
  return undefined;
}

/** An estimate from less than this is a guess, ms (interface, section 5). */
const ESTIMATE_AFTER_MS = 5000;

export interface Sample {
  readonly at: number;
  readonly share: number;
}

/**
 * Time left in ms, from the reported rate or the progress since the first sample; undefined while it would be
 * a guess.
 */
export function timeLeft(progress: TaskProgress, first: Sample | undefined, now: number): number | undefined {
  const share = shareDone(progress);
  if (share === undefined || !first || now - first.at < ESTIMATE_AFTER_MS) return undefined;
  if (progress.rate && progress.bytesTotal !== undefined) {
    return ((progress.bytesTotal - (progress.bytes ?? 0)) / progress.rate) * 1000;
  }
  const gained = share - first.share;
  if (gained <= 0) return undefined;
  return ((1 - share) * (now - first.at)) / gained;
}
