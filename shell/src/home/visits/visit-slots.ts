import type { VISIT_RANGES, VisitSlot } from '@sitedeck/contract';
import { formatTime } from '@sitedeck/sdk';

export type VisitRange = (typeof VISIT_RANGES)[number];

/** The segments of a bar, from the bottom. */
export const KINDS = ['ok', 'redirect', 'clientError', 'serverError'] as const;
export type VisitKind = (typeof KINDS)[number];

export type VisitSums = Readonly<Record<VisitKind | 'requests' | 'bytes', number>>;

export function sumsOf(slots: readonly VisitSlot[]): VisitSums {
  const sum = (of: keyof VisitSums) => slots.reduce((all, slot) => all + slot[of], 0);
  return {
    requests: sum('requests'),
    bytes: sum('bytes'),
    ok: sum('ok'),
    redirect: sum('redirect'),
    clientError: sum('clientError'),
    serverError: sum('serverError'),
  };
}

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

const clock = (at: number): string => formatTime(at).slice(11, 16);
const dayAndClock = (at: number): string => formatTime(at).slice(5, 16);

/** Label below the bars: the local hour, or the UTC day. */
export function shortLabel({ at }: VisitSlot, range: VisitRange): string {
  return range === '24h' ? clock(Date.parse(at)) : at.slice(5, 10);
}

/** Full time, as `11-21 09:00–10:00`; the current slot ends `now`. A UTC day has no hours. */
export function slotLabel(
  { at }: VisitSlot,
  { range, end }: { range: VisitRange; end: string | undefined },
): string {
  if (range === '30d') return at.slice(0, 10);
  const start = Date.parse(at);
  return `${dayAndClock(start)}–${end ?? clock(start + HOUR_MS)}`;
}

/** When a UTC day begins and ends in local time; undefined if both days are the same. */
export function dayHere({ at }: VisitSlot): { readonly from: string; readonly to: string } | undefined {
  const start = Date.parse(at);
  if (new Date(start).getTimezoneOffset() === 0) return undefined;
  return { from: dayAndClock(start), to: dayAndClock(start + DAY_MS) };
}
