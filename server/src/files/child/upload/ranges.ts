/** Half-open ranges `[from, to)`, ascending, not touching. */
export type Ranges = readonly (readonly [number, number])[];

/** Adds one range; merges overlapping and adjacent ones. */
export function withRange(ranges: Ranges, from: number, to: number): Ranges {
  if (from >= to) return ranges;
  const before = ranges.filter(([, end]) => end < from);
  const after = ranges.filter(([start]) => start > to);
  const met = ranges.slice(before.length, ranges.length - after.length);
  const start = Math.min(from, ...met.map(([first]) => first));
  const end = Math.max(to, ...met.map(([, last]) => last));
  return [...before, [start, end], ...after];
}

/** Merges ranges in any order; adding a million one by one would take minutes. */
export function mergedRanges(any: Ranges): Ranges {
  const ranges: [number, number][] = [];
  for (const [from, to] of any.toSorted(([a], [b]) => a - b)) {
    const last = ranges.at(-1);
    if (from >= to) continue;
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else ranges.push([from, to]);
  }
  return ranges;
}

export const coveredBytes = (ranges: Ranges): number =>
  ranges.reduce((sum, [from, to]) => sum + to - from, 0);

export const overlaps = (ranges: Ranges, from: number, to: number): boolean =>
  ranges.some(([start, end]) => start < to && from < end);

export const isComplete = (ranges: Ranges, total: number): boolean =>
  total === 0 || (ranges.length === 1 && ranges[0]?.[0] === 0 && ranges[0][1] === total);
