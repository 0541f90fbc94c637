import { CDN_SECONDS_MAX } from '@sitedeck/contract';

/** Units of a cache time and their length, s; the largest first. */
export const UNITS = { day: 86_400, hour: 3600, minute: 60, second: 1 } as const;
export type TimeUnit = keyof typeof UNITS;

/** A cache time as a form holds it. `origin`: as the headers of the origin say. */
export interface TimeChoice {
  readonly is: 'time' | 'none' | 'origin';
  /** As typed. */
  readonly amount: string;
  readonly unit: TimeUnit;
}

const ORDER = ['day', 'hour', 'minute', 'second'] as const satisfies readonly TimeUnit[];

/** A time in the largest unit that gives a whole number. */
export function inUnits(seconds: number): { readonly amount: number; readonly unit: TimeUnit } {
  const unit = ORDER.find((one) => seconds % UNITS[one] === 0) ?? 'second';
  return { amount: seconds / UNITS[unit], unit };
}

/** @param fallback the amount that is offered when the user chooses a fixed time, s */
export function choiceOf(seconds: number | null, fallback: number): TimeChoice {
  const { amount, unit } = inUnits(seconds === null || seconds === 0 ? fallback : seconds);
  const is = seconds === null ? 'origin' : seconds === 0 ? 'none' : 'time';
  return { is, amount: String(amount), unit };
}

/** Seconds of a choice; undefined if the typed amount is invalid. */
export function secondsOf({ is, amount, unit }: TimeChoice): number | null | undefined {
  if (is === 'origin') return null;
  if (is === 'none') return 0;
  const seconds = /^\d{1,9}$/.test(amount.trim()) ? Number(amount) * UNITS[unit] : 0;
  return seconds > 0 && seconds <= CDN_SECONDS_MAX ? seconds : undefined;
}
