import type { BackupSchedule } from '@sitedeck/contract';
import { cronMinutes, parseCron, type Cron } from './cron';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
/** Asia/Shanghai is eight hours ahead all year. */
const ZONE_MS = 8 * HOUR;
/** Days to search for the next time: February 29 is at most eight years away, so a later time does not exist. */
const SEARCH_DAYS = 366 * 9;

/** The zone's wall clock, held in the UTC fields of a Date. */
const wallClockOf = (ms: number): Date => new Date(ms + ZONE_MS);
const msOfDay = (at: string): number => {
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  return hour * HOUR + minute * MINUTE;
};
const daysIn = (day: Date): number =>
  new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();

function fallsOn({ is, weekday, day }: BackupSchedule, date: Date): boolean {
  switch (is) {
    case 'off':
    case 'cron':
      return false;
    case 'hourly':
    case 'daily':
      return true;
    case 'weekly':
      return (date.getUTCDay() || 7) === weekday;
    case 'monthly':
      return date.getUTCDate() === Math.min(day, daysIn(date));
  }
}

/** The times of one day, in ms since its midnight. */
function timesOnDay(schedule: BackupSchedule, cron: Cron | undefined, date: Date): number[] {
  if (cron) return cronMinutes(cron, date).map((minutes) => minutes * MINUTE);
  if (!fallsOn(schedule, date)) return [];
  const clock = msOfDay(schedule.at);
  if (schedule.is !== 'hourly') return [clock];
  return Array.from({ length: 24 }, (_, hour) => hour * HOUR + (clock % HOUR));
}

/** The first scheduled time after `after`, in ms since 1970; undefined if there is none. Refuses with `backup-cron-wrong`. */
export function nextTime(schedule: BackupSchedule, after: number): number | undefined {
  if (schedule.is === 'off') return undefined;
  const cron = schedule.is === 'cron' ? parseCron(schedule.cron) : undefined;
  const wall = wallClockOf(after).getTime();
  const midnight = wall - (wall % DAY);
  for (let day = 0; day < SEARCH_DAYS; day += 1) {
    const start = midnight + day * DAY;
    const found = timesOnDay(schedule, cron, new Date(start)).find((moment) => start + moment > wall);
    if (found !== undefined) return start + found - ZONE_MS;
  }
  return undefined;
}

/** Up to `count` scheduled times after `after`. */
export function nextTimes(schedule: BackupSchedule, after: number, count: number): number[] {
  const times: number[] = [];
  let last: number | undefined = after;
  while (times.length < count) {
    last = nextTime(schedule, last);
    if (last === undefined) break;
    times.push(last);
  }
  return times;
}

/** Keys of the day, the week (its Monday), the month and the year that a time falls into, in the zone. */
export function calendarOf(ms: number): Readonly<Record<'daily' | 'weekly' | 'monthly' | 'yearly', string>> {
  const date = wallClockOf(ms);
  const day = date.toISOString().slice(0, 10);
  const monday = new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY).toISOString().slice(0, 10);
  return { daily: day, weekly: monday, monthly: day.slice(0, 7), yearly: day.slice(0, 4) };
}
