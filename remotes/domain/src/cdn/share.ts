/** Requests and how many of them the cache answered. */
interface AnsweredRequests {
  readonly requests: number;
  readonly hits: number;
}

/** The part that the cache answered, from 0 to 1; undefined without a request. */
export const hitShare = ({ requests, hits }: AnsweredRequests): number | undefined =>
  requests === 0 ? undefined : hits / requests;

/** A ratio just below a step, as 0.0006 x 10,000 is, belongs to that step. */
const floor = (value: number): number => Math.floor(value + 1e-6);

/**
 * A share as a figure without its sign: `90.2`, `0.06`. Rounded down, so that 100 means all; a small one has two
 * decimals.
 */
export function shareFigure(share: number, number: (value: number) => string): string {
  if (share > 0 && share < 0.0001) return '<0.01';
  return number(share < 0.1 ? floor(share * 10_000) / 100 : floor(share * 1000) / 10);
}
