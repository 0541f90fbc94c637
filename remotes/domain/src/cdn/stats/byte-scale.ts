import { formatBytes } from '@sitedeck/sdk';
import { scaleFor, type ChartScale } from '@sitedeck/ui/chart';

const BASE = 1024;
/** Smallest step in a unit above bytes. */
const FRACTION = 0.01;

/** Grid lines at round values, in the unit of the highest one: `0 GB`, `1 GB`, `2 GB`. */
export function byteScale(highest: number): ChartScale {
  const power = highest < BASE ? 0 : Math.floor(Math.log(highest) / Math.log(BASE) + 1e-9);
  const size = BASE ** power;
  const [, unit = ''] = formatBytes(size).split(' ');
  const { top, ticks } = scaleFor(highest / size, power === 0 ? 1 : FRACTION);
  return {
    top: top * size,
    ticks: ticks.map((tick) => ({ at: tick * size, words: `${Number(tick.toFixed(2))} ${unit}` })),
  };
}
