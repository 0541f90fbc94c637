import type { CdnCounts, CdnSlot } from '@sitedeck/contract';
import { hitShare } from '../share';

/** Requests that the cache did not answer. */
export const originRequests = ({ requests, hits }: Pick<CdnCounts, 'requests' | 'hits'>): number =>
  requests - hits;

/** The part of the site's own replies that are errors, from 0 to 1; undefined without such a reply. */
export const errorShare = (counts: CdnCounts): number | undefined => {
  const replies = originRequests(counts);
  return replies === 0 ? undefined : Math.min(1, counts.originErrors / replies);
};

/** Bytes that the site sent itself. */
export const originBytes = ({ bytes, hitBytes }: Pick<CdnCounts, 'bytes' | 'hitBytes'>): number =>
  Math.max(0, bytes - hitBytes);

export type Trend =
  | { readonly is: 'up' | 'down'; readonly by: number }
  | { readonly is: 'same' }
  /** The period before has nothing to compare with. */
  | { readonly is: 'unknown' };

const trendBy = (difference: number): Trend => {
  if (difference === 0) return { is: 'same' };
  return { is: difference > 0 ? 'up' : 'down', by: Math.abs(difference) };
};

/** How much a count changed, in percent of what it was. */
export const countTrend = (now: number, before: number): Trend =>
  before === 0 ? { is: 'unknown' } : trendBy(Math.round(((now - before) / before) * 100));

/** How much a share changed, in percentage points with one decimal. */
export const shareTrend = (now: number | undefined, before: number | undefined): Trend =>
  now === undefined || before === undefined
    ? { is: 'unknown' }
    : trendBy(Math.round((now - before) * 1000) / 10);

/** The slot with the most errors of the site; undefined without an error. */
export function worstSlot(slots: readonly CdnSlot[]): CdnSlot | undefined {
  const most = Math.max(0, ...slots.map(({ originErrors }) => originErrors));
  return most === 0 ? undefined : slots.find(({ originErrors }) => originErrors === most);
}

/** Values of a small line for each figure. A slot without a request has no ratio, so the line runs past it. */
export const lines = {
  ratio: (slots: readonly CdnSlot[]) => slots.flatMap((slot) => hitShare(slot) ?? []),
  saved: (slots: readonly CdnSlot[]) => slots.map(({ hitBytes }) => hitBytes),
  requests: (slots: readonly CdnSlot[]) => slots.map(({ requests }) => requests),
  errors: (slots: readonly CdnSlot[]) => slots.map(({ originErrors }) => originErrors),
};
