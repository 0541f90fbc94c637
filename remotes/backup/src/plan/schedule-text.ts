import type { BackupSchedule } from '@sitedeck/contract';
import type { Text } from '@sitedeck/ui/core';
import type { planTexts } from './plan-texts';

export type PlanText = Text<NonNullable<(typeof planTexts)['keys']>>;

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

const weekdayKey = (day: number) => `weekday.${WEEKDAYS.find((one) => one === day) ?? 1}` as const;

export const weekdayText = (day: number, text: PlanText): string => text(weekdayKey(day));

/** Describes a schedule: `每周一 03:00`. */
export function scheduleText({ is, at, weekday, day, cron }: BackupSchedule, text: PlanText): string {
  const weekdayName = weekdayText(weekday, text);
  const minute = Number(at.slice(3));
  return text(`every.${is}`, { time: at, weekday: weekdayName, day, cron, minute });
}

/** A moment in the plan's time zone, `2026-11-23 03:00`: the reader's own may differ. */
export function timeInZone(at: string, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(at));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`;
}
