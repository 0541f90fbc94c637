import type { BackupSchedule } from '@sitedeck/contract';
import { cronFits, parseCron, type Cron } from './cron';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
/** Asia/Shanghai is eight hours ahead all year. */
const ZONE_MS = 8 * HOUR;
/** The 29th of February comes again after eight years at most; whatever has not come by then never does. */
const LOOK_DAYS = 366 * 9;

/** Wall clock of the zone as if it were UTC. */
const wallOf = (ms: number): Date => new Date(ms + ZONE_MS);
const clockOf = (at: string): number => {
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  return hour * HOUR + minute * MINUTE;
};
const daysIn = (day: Date): number =>
  new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();

function isDayOf({ is, weekday, day }: BackupSchedule, date: Date): boolean {
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

/** Moments of one day, from its midnight, ms. */
function momentsOf(schedule: BackupSchedule, cron: Cron | undefined, date: Date): number[] {
  if (cron) return cronFits(cron, date).map((minutes) => minutes * MINUTE);
  if (!isDayOf(schedule, date)) return [];
  const clock = clockOf(schedule.at);
  if (schedule.is !== 'hourly') return [clock];
  return Array.from({ length: 24 }, (_, hour) => hour * HOUR + (clock % HOUR));
}

/**
 * The next time after a moment, ms since 1970; undefined where there is none. Refuses `backup-cron-wrong`.
 */
export function nextTime(schedule: BackupSchedule, after: number): number | undefined {
  if (schedule.is === 'off') return undefined;
  const cron = schedule.is === 'cron' ? parseCron(schedule.cron) : undefined;
  const wall = wallOf(after).getTime();
  const midnight = wall - (wall % DAY);
  for (let day = 0; day < LOOK_DAYS; day += 1) {
    const start = midnight + day * DAY;
    const found = momentsOf(schedule, cron, new Date(start)).find((moment) => start + moment > wall);
    if (found !== undefined) return start + found - ZONE_MS;
  }
  return undefined;
}

/** The next so many times. */
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

/** Day, week (its Monday), month and year of a moment in the zone, as keys. */
export function calendarOf(ms: number): Readonly<Record<'daily' | 'weekly' | 'monthly' | 'yearly', string>> {
  const date = wallOf(ms);
  const day = date.toISOString().slice(0, 10);
  const monday = new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY).toISOString().slice(0, 10);
  return { daily: day, weekly: monday, monthly: day.slice(0, 7), yearly: day.slice(0, 4) };
}
