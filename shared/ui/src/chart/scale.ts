/** Evenly spaced round lines of a scale, from zero to at least the highest value. */
export interface Scale {
  readonly top: number;
  readonly ticks: readonly number[];
}

/** Maximum number of intervals. */
const INTERVALS_MAX = 4;
const ROUND = [1, 2, 2.5, 5, 10];

function stepFor(highest: number, smallest: number): number {
  const least = Math.max(smallest, highest / INTERVALS_MAX);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = ROUND.map((one) => one * power).find(
    (one) => one >= least && (smallest < 1 || Number.isInteger(one)),
  );
  return step ?? 10 * power;
}

/** @param smallest step; counts have no fractions, so it is one for them */
export function scaleFor(highest: number, smallest = 1): Scale {
  const step = stepFor(highest, smallest);
  const spaces = Math.max(1, Math.ceil(highest / step));
  return { top: spaces * step, ticks: Array.from({ length: spaces + 1 }, (_, n) => n * step) };
}

const UNITS: readonly (readonly [size: number, sign: string])[] = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
];

/** `1500` as `1.5k`: short enough for a scale and a narrow column, in both languages. */
export function shortCount(count: number): string {
  const [size, sign] = UNITS.find(([unit]) => count >= unit) ?? [1, ''];
  if (sign === '') return String(count);
  const short = count / size;
  // Rounded down, so that 999,999 is not 1000k.
  return `${Math.floor(short * (short < 100 ? 10 : 1)) / (short < 100 ? 10 : 1)}${sign}`;
}
