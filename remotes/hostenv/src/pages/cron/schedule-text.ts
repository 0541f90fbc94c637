import { cronForm } from '@sitedeck/contract';
import type { CronText } from './cron-texts';

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;

const two = (value: number): string => String(value).padStart(2, '0');

/** As `03:30`. */
export const timeOf = ({ hour, minute }: { readonly hour: number; readonly minute: number }): string =>
  `${two(hour)}:${two(minute)}`;

/** Describes a schedule: `每天 03:00`. */
export function scheduleText(
  schedule: string,
  text: CronText,
  list: (words: readonly string[]) => string,
): string {
  const form = cronForm(schedule);
  switch (form.is) {
    case 'minutes':
      return text('every.minutes', { n: form.every, count: form.every });
    case 'hourly':
      return text('every.hourly', { minute: two(form.minute) });
    case 'daily':
      return text('every.daily', { time: timeOf(form) });
    case 'weekly': {
      const days = WEEKDAYS.filter((day) => form.weekdays.includes(day));
      const weekdays = list(days.map((day) => text(`weekday.${day}`)));
      return text('every.weekly', { weekdays, time: timeOf(form) });
    }
    case 'monthly':
      return text('every.monthly', { day: form.day, time: timeOf(form) });
    case 'custom':
      return text('every.custom', { text: form.text });
  }
}
