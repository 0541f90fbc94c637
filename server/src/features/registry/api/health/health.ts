import type { RemoteStatus } from '@sitedeck/contract';

type Health = RemoteStatus['versions'][number]['health'];

/** Upper bounds of the buckets for loading times, ms. The last bucket takes all longer times. */
const BOUNDS = [
  50, 100, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 8000, 15_000, 30_000, 120_000,
] as const;
/** Longer times count as this long. */
export const LONGEST_LOAD_MS = 120_000;

/** The name of the counter for a loading time. */
export const loadCounter = (ms: number): string =>
  `load ${BOUNDS.find((bound) => ms <= bound) ?? LONGEST_LOAD_MS}`;
export const errorCounter = (stage: string): string => `error ${stage}`;

export interface Count {
  readonly what: string;
  readonly count: number;
}

/** The bound below which this share of the loading times lies. */
function quantile(loads: readonly (readonly [bound: number, count: number])[], part: number): number | null {
  const total = loads.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [bound, count] of loads) {
    seen += count;
    if (seen >= total * part) return bound;
  }
  return null;
}

/** Derives a version's health from its counts. Times are upper bounds of buckets. */
export function healthOf(counts: readonly Count[]): Health {
  const split = counts.map(({ what, count }) => {
    const [kind = '', of = ''] = what.split(' ');
    return { kind, of, count };
  });
  const loads = split
    .filter(({ kind }) => kind === 'load')
    .map(({ of, count }) => [Number(of), count] as const)
    .sort(([a], [b]) => a - b);
  const errors = split.filter(({ kind }) => kind === 'error').map(({ of, count }) => [of, count] as const);
  return {
    loads: loads.reduce((sum, [, count]) => sum + count, 0),
    errors: Object.fromEntries(errors),
    medianMs: loads.length === 0 ? null : quantile(loads, 0.5),
    slowestMs: loads.at(-1)?.[0] ?? null,
  };
}
