import { readCron, type CronSchedule } from './schedule';

/** Intervals that divide an hour evenly, so that the pause is always the same, minutes. */
export const CRON_INTERVALS = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30] as const;

/** The usual schedules as people say them. `custom`: any other. */
export type CronForm =
  | { readonly is: 'minutes'; readonly every: number }
  | { readonly is: 'hourly'; readonly minute: number }
  | { readonly is: 'daily'; readonly hour: number; readonly minute: number }
  | {
      readonly is: 'weekly';
      /** 0 is Sunday; at least one. */
      readonly weekdays: readonly number[];
      readonly hour: number;
      readonly minute: number;
    }
  | { readonly is: 'monthly'; readonly day: number; readonly hour: number; readonly minute: number }
  | { readonly is: 'custom'; readonly text: string };

/** A form as crontab text. */
export function cronText(form: CronForm): string {
  switch (form.is) {
    case 'minutes':
      return form.every === 1 ? '* * * * *' : `*/${form.every} * * * *`;
    case 'hourly':
      return `${form.minute} * * * *`;
    case 'daily':
      return `${form.minute} ${form.hour} * * *`;
    case 'weekly':
      return `${form.minute} ${form.hour} * * ${[...form.weekdays].sort((a, b) => a - b).join(',')}`;
    case 'monthly':
      return `${form.minute} ${form.hour} ${form.day} * *`;
    case 'custom':
      return form.text;
  }
}

const one = (values: readonly number[]): number | undefined => (values.length === 1 ? values[0] : undefined);

const intervalOf = (minutes: readonly number[]): number | undefined =>
  CRON_INTERVALS.find(
    (every) => minutes.length === 60 / every && minutes.every((minute, index) => minute === index * every),
  );

/** On which days it runs; undefined: by a rule that only crontab can express. */
function dayRule({ days, months, weekdays, eitherDay }: CronSchedule) {
  if (months.length < 12 || eitherDay) return undefined;
  const [allDays, allWeekdays] = [days.length === 31, weekdays.length === 7];
  if (allDays && allWeekdays) return { is: 'daily' } as const;
  if (allDays) return { is: 'weekly', weekdays } as const;
  const day = one(days);
  return allWeekdays && day !== undefined ? ({ is: 'monthly', day } as const) : undefined;
}

function usualForm(schedule: CronSchedule): CronForm | undefined {
  const rule = dayRule(schedule);
  if (!rule) return undefined;
  const [minute, hour] = [one(schedule.minutes), one(schedule.hours)];
  if (hour !== undefined && minute !== undefined) return { ...rule, hour, minute };
  if (rule.is !== 'daily' || schedule.hours.length < 24) return undefined;
  if (minute !== undefined) return { is: 'hourly', minute };
  const every = intervalOf(schedule.minutes);
  return every === undefined ? undefined : { is: 'minutes', every };
}

/** The form of a crontab text, also of one that can't be read. */
export function cronForm(text: string): CronForm {
  const reading = readCron(text);
  return (reading.is === 'ok' ? usualForm(reading.schedule) : undefined) ?? { is: 'custom', text };
}
