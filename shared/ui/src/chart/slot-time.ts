import { formatTime } from '@sitedeck/sdk';

/** Time that a slot of a chart covers. A day is a day in UTC, as the server counts. */
export type SlotLength = 'hour' | 'day';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

const clock = (at: number): string => formatTime(at).slice(11, 16);
const dayAndClock = (at: number): string => formatTime(at).slice(5, 16);

/** Label below the chart: the local hour, or the UTC day. */
export const shortLabel = (at: string, length: SlotLength): string =>
  length === 'hour' ? clock(Date.parse(at)) : at.slice(5, 10);

/** Full time, as `11-21 09:00–10:00`; the current slot ends `now`. A UTC day has no hours. */
export function slotLabel(
  at: string,
  { length, end }: { readonly length: SlotLength; readonly end: string | undefined },
): string {
  if (length === 'day') return at.slice(0, 10);
  const start = Date.parse(at);
  return `${dayAndClock(start)}–${end ?? clock(start + HOUR_MS)}`;
}

/** When a UTC day begins and ends in local time; undefined if both days are the same. */
export function dayHere(at: string): { readonly from: string; readonly to: string } | undefined {
  const start = Date.parse(at);
  if (new Date(start).getTimezoneOffset() === 0) return undefined;
  return { from: dayAndClock(start), to: dayAndClock(start + DAY_MS) };
}
