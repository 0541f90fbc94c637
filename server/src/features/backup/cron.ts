import { Refusal } from '#faults/refusal';

/** A parsed cron expression: the allowed values of each field. */
export interface Cron {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
  /** If day and weekday are both restricted, either may match, as in Vixie cron. */
  readonly eitherDay: boolean;
}

const BOUNDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

const refuse = (): never => {
  throw new Refusal('backup-cron-wrong', { field: 'cron' });
};

/** Reads `*`, `5`, `1-5`, `*&#47;10`, `10-50/20`, and lists of those. */
function valuesOf(field: string, [low, high]: readonly [number, number]): number[] {
  const found = new Set<number>();
  for (const part of field.split(',')) {
    const match = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part);
    if (!match) return refuse();
    const [, first, last, every] = match;
    const from = first === undefined ? low : Number(first);
    const openEnd = first === undefined || (every !== undefined && last === undefined);
    const to = openEnd ? high : Number(last ?? first);
    const step = Number(every ?? 1);
    if (from < low || to > high || from > to || step < 1) return refuse();
    for (let value = from; value <= to; value += step) found.add(value);
  }
  return [...found].sort((a, b) => a - b);
}

/** Reads five fields: minute, hour, day, month, weekday (0 and 7 are Sunday). Refuses with `backup-cron-wrong`. */
export function parseCron(text: string): Cron {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== BOUNDS.length) return refuse();
  const [minutes = [], hours = [], days = [], months = [], weekdays = []] = BOUNDS.map((bounds, index) =>
    valuesOf(fields[index] ?? '', bounds),
  );
  return {
    minutes,
    hours,
    days: new Set(days),
    months: new Set(months),
    weekdays: new Set(weekdays.map((day) => day % 7)),
    eitherDay: fields[2] !== '*' && fields[4] !== '*',
  };
}

/** The minutes of a day, counted from its midnight, at which the expression matches. */
export function cronMinutes(cron: Cron, date: Date): number[] {
  if (!cron.months.has(date.getUTCMonth() + 1)) return [];
  const [byDay, byWeekday] = [cron.days.has(date.getUTCDate()), cron.weekdays.has(date.getUTCDay())];
  if (cron.eitherDay ? !byDay && !byWeekday : !byDay || !byWeekday) return [];
  return cron.hours.flatMap((hour) => cron.minutes.map((minute) => hour * 60 + minute));
}
