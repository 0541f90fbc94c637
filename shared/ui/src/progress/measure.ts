import type { TaskProgress } from '@sitedeck/contract';

/** Completed share, 0 to 1, or undefined if the total is unknown. Bytes are more exact than files. */
export function shareDone({ bytes, bytesTotal, files, filesTotal }: TaskProgress): number | undefined {
  if (bytesTotal !== undefined && bytesTotal > 0) return Math.min(1, (bytes ?? 0) / bytesTotal);
  if (filesTotal !== undefined && filesTotal > 0) return Math.min(1, (files ?? 0) / filesTotal);
  return undefined;
}

/** An estimate from less than this time is a guess, ms. */
const ESTIMATE_AFTER_MS = 5000;

/** The first progress that this page saw of a task; a resumed upload may start at 60 %. */
export interface Sample {
  readonly at: number;
  readonly share: number;
}

interface Since {
  readonly first: Sample | undefined;
  /** When the task itself began, ms since 1970, if known. */
  readonly startedAt: number | undefined;
  readonly now: number;
}

/**
 * Remaining time in ms, from the reported rate or the progress since the first sample; undefined while it would
 * be a guess.
 */
export function timeLeft(progress: TaskProgress, { first, startedAt, now }: Since): number | undefined {
  const share = shareDone(progress);
  if (share === undefined || !first) return undefined;
  if (progress.rate && progress.bytesTotal !== undefined) {
    if (now - Math.min(first.at, startedAt ?? now) < ESTIMATE_AFTER_MS) return undefined;
    return ((progress.bytesTotal - (progress.bytes ?? 0)) / progress.rate) * 1000;
  }
  const gained = share - first.share;
  if (gained <= 0 || now - first.at < ESTIMATE_AFTER_MS) return undefined;
  return ((1 - share) * (now - first.at)) / gained;
}
