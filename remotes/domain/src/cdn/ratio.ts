/** Requests and how many of them the cache answered. */
interface CountedRequests {
  readonly requests: number;
  readonly hits: number;
}

/** Share of requests that the cache answered, from 0 to 1; undefined without requests. */
export const hitRatio = ({ requests, hits }: CountedRequests): number | undefined =>
  requests === 0 ? undefined : hits / requests;

/** Rounds down, but tolerates floating-point errors such as that of 0.0006 x 10,000. */
const floor = (value: number): number => Math.floor(value + 1e-6);

/**
 * A ratio in percent without the sign: `90.2`, `0.06`. Rounded down, so that 100 really means all; small values have two
 * decimals.
 */
export function percentFigure(ratio: number, number: (value: number) => string): string {
  if (ratio > 0 && ratio < 0.0001) return '<0.01';
  return number(ratio < 0.1 ? floor(ratio * 10_000) / 100 : floor(ratio * 1000) / 10);
}
