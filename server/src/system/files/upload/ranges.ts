/** Half-open ranges `[from, to)`, ascending, not touching. */
export type Ranges = readonly (readonly [number, number])[];

/** Adds one range; overlapping and touching ones melt together. */
export function withRange(ranges: Ranges, from: number, to: number): Ranges {
  if (from >= to) return ranges;
  const before = ranges.filter(([, end]) => end < from);
  const after = ranges.filter(([start]) => start > to);
  const met = ranges.slice(before.length, ranges.length - after.length);
  const start = Math.min(from, ...met.map(([first]) => first));
  const end = Math.max(to, ...met.map(([, last]) => last));
  return [...before, [start, end], ...after];
}

export const coveredBytes = (ranges: Ranges): number =>
  ranges.reduce((sum, [from, to]) => sum + to - from, 0);

export const touches = (ranges: Ranges, from: number, to: number): boolean =>
  ranges.some(([start, end]) => start < to && from < end);

export const isWhole = (ranges: Ranges, total: number): boolean =>
  total === 0 || (ranges.length === 1 && ranges[0]?.[0] === 0 && ranges[0][1] === total);
