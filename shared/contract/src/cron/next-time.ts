import type { CronSchedule } from './schedule';
import { changeBetween, firstInstant, offsetAt } from './zone-clock';

const [MINUTE, DAY, HOURS] = [60_000, 86_400_000, 24];
/** February 29 is at most eight years away; a later time does not count. */
const SEARCH_DAYS = 366 * 9;

/** The first value of an ascending list that is at least `least`. */
const atLeast = (values: readonly number[], least: number): number | undefined =>
  values.find((value) => value >= least);

function isOnDay({ days, months, weekdays, eitherDay }: CronSchedule, midnight: number): boolean {
  const date = new Date(midnight);
  if (!months.includes(date.getUTCMonth() + 1)) return false;
  const [byDay, byWeekday] = [days.includes(date.getUTCDate()), weekdays.includes(date.getUTCDay())];
  return eitherDay ? byDay || byWeekday : byDay && byWeekday;
}

/** The first matching minute of a day from `least` on; both are minutes since midnight. */
function minuteOfDay({ hours, minutes }: CronSchedule, least: number): number | undefined {
  const [hour, minute] = [Math.floor(least / 60), least % 60];
  const [first = 0] = minutes;
  const rest = hours.includes(hour) ? atLeast(minutes, minute) : undefined;
  if (rest !== undefined) return hour * 60 + rest;
  const later = atLeast(hours, hour + 1);
  return later === undefined ? undefined : later * 60 + first;
}

/** The first matching time of the wall clock from a minute on, whatever the zone does meanwhile. */
function firstWall(schedule: CronSchedule, from: number): number | undefined {
  let midnight = Math.floor(from / DAY) * DAY;
  let least = (from - midnight) / MINUTE;
  for (let day = 0; day < SEARCH_DAYS; day += 1) {
    const found = isOnDay(schedule, midnight) ? minuteOfDay(schedule, least) : undefined;
    if (found !== undefined) return midnight + found * MINUTE;
    midnight += DAY;
    least = 0;
  }
  return undefined;
}

/**
 * For schedules that run in every hour: time passes evenly, so an hour that the clock repeats counts twice, and one that
 * it skips not at all.
 */
function nextByElapsed(schedule: CronSchedule, from: number, zone: string): number | undefined {
  let start = from;
  for (;;) {
    const offset = offsetAt(zone, start);
    const wall = firstWall(schedule, start + offset);
    if (wall === undefined) return undefined;
    const found = wall - offset;
    if (offsetAt(zone, found) === offset) return found;
    start = changeBetween(zone, start, found);
  }
}

/** For all others: a time that the clock skips runs right after the change, one that it repeats runs once. */
function nextByClock(schedule: CronSchedule, from: number, zone: string): number | undefined {
  let wall = firstWall(schedule, from + offsetAt(zone, from));
  while (wall !== undefined) {
    const found = firstInstant(zone, wall);
    if (found >= from) return found;
    wall = firstWall(schedule, wall + MINUTE);
  }
  return undefined;
}

/**
 * The first time of a schedule after `after`, both in ms since 1970; undefined if there is none in the next nine years.
 * @param zone IANA name of the time zone in which the schedule is written
 */
export function nextCronTime(schedule: CronSchedule, after: number, zone: string): number | undefined {
  const from = Math.floor(after / MINUTE) * MINUTE + MINUTE;
  return schedule.hours.length === HOURS
    ? nextByElapsed(schedule, from, zone)
    : nextByClock(schedule, from, zone);
}

/** Up to `count` times of a schedule after `after`. */
export function nextCronTimes(
  schedule: CronSchedule,
  { after, count, zone }: { readonly after: number; readonly count: number; readonly zone: string },
): readonly number[] {
  const times: number[] = [];
  let last: number | undefined = after;
  while (times.length < count) {
    last = nextCronTime(schedule, last, zone);
    if (last === undefined) break;
    times.push(last);
  }
  return times;
}
