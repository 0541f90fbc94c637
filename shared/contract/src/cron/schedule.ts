/** A schedule as crontab describes it: the values of each field that match, ascending. */
export interface CronSchedule {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: readonly number[];
  readonly months: readonly number[];
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
  /** Day and weekday are both restricted: then either may match, as crontab(5) says. */
  readonly eitherDay: boolean;
}

/** `fields`: not five fields, nor a known name. `never`: no month has such a day. Otherwise the field that can't be read. */
export type CronProblem = 'fields' | 'minute' | 'hour' | 'day' | 'month' | 'weekday' | 'never';

export type CronReading =
  | { readonly is: 'ok'; readonly schedule: CronSchedule }
  | { readonly is: 'bad'; readonly problem: CronProblem };

interface Field {
  readonly problem: CronProblem;
  readonly low: number;
  readonly high: number;
  /** Names of the values, from `low` on. */
  readonly names: readonly string[];
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const FIELDS: readonly Field[] = [
  { problem: 'minute', low: 0, high: 59, names: [] },
  { problem: 'hour', low: 0, high: 23, names: [] },
  { problem: 'day', low: 1, high: 31, names: [] },
  { problem: 'month', low: 1, high: 12, names: MONTHS },
  { problem: 'weekday', low: 0, high: 7, names: WEEKDAYS },
];

const NICKNAMES: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

/** Longest text of a schedule, characters. */
export const CRON_TEXT_MAX = 200;

const PART = /^(?:\*|(\d{1,2}|[a-z]{3})(?:-(\d{1,2}|[a-z]{3}))?)(?:\/(\d{1,2}))?$/i;

/** Days of each month, with the leap day. */
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function numberOf(text: string, { low, names }: Field): number {
  if (/^\d/.test(text)) return Number(text);
  const index = names.indexOf(text.toUpperCase());
  return index === -1 ? NaN : low + index;
}

/** The values of `5`, `1-5`, `*&#47;10`, `10-50/20`, names, and lists of those; undefined if it can't be read. */
function valuesOf(text: string, field: Field): readonly number[] | undefined {
  const found = new Set<number>();
  for (const part of text.split(',')) {
    const match = PART.exec(part);
    if (!match) return undefined;
    const [, first, last, every] = match;
    const from = first === undefined ? field.low : numberOf(first, field);
    // A single value with a step goes on to the end of the field.
    const isOpen = first === undefined || (last === undefined && every !== undefined);
    const to = isOpen ? field.high : numberOf(last ?? first, field);
    const step = Number(every ?? 1);
    const fits = from >= field.low && to <= field.high && from <= to && step >= 1;
    if (!fits) return undefined;
    for (let value = from; value <= to; value += step) found.add(value);
  }
  return [...found].sort((a, b) => a - b);
}

const sundayIsZero = (weekdays: readonly number[]): readonly number[] =>
  [...new Set(weekdays.map((day) => day % 7))].sort((a, b) => a - b);

const everHappens = ({ days, months, eitherDay }: CronSchedule): boolean =>
  eitherDay || months.some((month) => days.some((day) => day <= (DAYS_IN_MONTH[month - 1] ?? 0)));

/** Reads a line of crontab without its command: five fields, or a name such as `@daily`. */
export function readCron(text: string): CronReading {
  const typed = text.trim();
  if (typed.length > CRON_TEXT_MAX) return { is: 'bad', problem: 'fields' };
  const nickname = typed.toLowerCase();
  const parts = (Object.hasOwn(NICKNAMES, nickname) ? (NICKNAMES[nickname] ?? '') : typed).split(/\s+/);
  if (parts.length !== FIELDS.length) return { is: 'bad', problem: 'fields' };
  const values: (readonly number[])[] = [];
  for (const [index, field] of FIELDS.entries()) {
    const found = valuesOf(parts[index] ?? '', field);
    if (!found) return { is: 'bad', problem: field.problem };
    values.push(found);
  }
  const [minutes = [], hours = [], days = [], months = [], weekdays = []] = values;
  const isRestricted = (index: number) => !(parts[index] ?? '').startsWith('*');
  const schedule: CronSchedule = {
    ...{ minutes, hours, days, months },
    weekdays: sundayIsZero(weekdays),
    eitherDay: isRestricted(2) && isRestricted(4),
  };
  return everHappens(schedule) ? { is: 'ok', schedule } : { is: 'bad', problem: 'never' };
}
