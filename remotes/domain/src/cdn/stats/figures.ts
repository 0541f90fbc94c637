import type { CdnCounts, CdnSlot } from '@sitedeck/contract';
import { hitRatio } from '../ratio';

/** Requests that the cache did not answer. */
export const originRequests = ({ requests, hits }: Pick<CdnCounts, 'requests' | 'hits'>): number =>
  requests - hits;

/** Share of errors among the replies of the origin, from 0 to 1; undefined without replies of the origin. */
export const errorRate = (counts: CdnCounts): number | undefined => {
  const replies = originRequests(counts);
  return replies === 0 ? undefined : Math.min(1, counts.originErrors / replies);
};

/** Bytes that the origin sent. */
export const originBytes = ({ bytes, hitBytes }: Pick<CdnCounts, 'bytes' | 'hitBytes'>): number =>
  Math.max(0, bytes - hitBytes);

export type Trend =
  | { readonly is: 'up' | 'down'; readonly by: number }
  | { readonly is: 'same' }
  /** The preceding period has no data. */
  | { readonly is: 'unknown' };

const trendBy = (difference: number): Trend => {
  if (difference === 0) return { is: 'same' };
  return { is: difference > 0 ? 'up' : 'down', by: Math.abs(difference) };
};

/** Change of a count, in percent of its earlier value. */
export const countTrend = (now: number, before: number): Trend =>
  before === 0 ? { is: 'unknown' } : trendBy(Math.round(((now - before) / before) * 100));

/** Change of a ratio, in percentage points with one decimal. */
export const ratioTrend = (now: number | undefined, before: number | undefined): Trend =>
  now === undefined || before === undefined
    ? { is: 'unknown' }
    : trendBy(Math.round((now - before) * 1000) / 10);

/** The slot with the most errors of the origin; undefined without errors. */
export function worstSlot(slots: readonly CdnSlot[]): CdnSlot | undefined {
  const most = Math.max(0, ...slots.map(({ originErrors }) => originErrors));
  return most === 0 ? undefined : slots.find(({ originErrors }) => originErrors === most);
}

/** Values of the sparkline of each figure. A slot without requests has no ratio, so its line skips it. */
export const sparklineValues = {
  ratio: (slots: readonly CdnSlot[]) => slots.flatMap((slot) => hitRatio(slot) ?? []),
  saved: (slots: readonly CdnSlot[]) => slots.map(({ hitBytes }) => hitBytes),
  requests: (slots: readonly CdnSlot[]) => slots.map(({ requests }) => requests),
  errors: (slots: readonly CdnSlot[]) => slots.map(({ originErrors }) => originErrors),
};
