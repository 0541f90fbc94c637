import { countsOf, shareDone, type TaskProgress } from '@sitedeck/contract';

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
  const { bytes, bytesTotal, rate } = countsOf(progress);
  if (rate && bytesTotal !== undefined) {
    if (now - Math.min(first.at, startedAt ?? now) < ESTIMATE_AFTER_MS) return undefined;
    return ((bytesTotal - (bytes ?? 0)) / rate) * 1000;
  }
  const gained = share - first.share;
  if (gained <= 0 || now - first.at < ESTIMATE_AFTER_MS) return undefined;
  return ((1 - share) * (now - first.at)) / gained;
}
