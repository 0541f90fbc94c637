import { cronForm, cronText } from './form';
import { nextCronTime, nextCronTimes } from './next-time';
import { CRON_TEXT_MAX, readCron, type CronSchedule } from './schedule';

function scheduleOf(text: string): CronSchedule {
  const reading = readCron(text);
  if (reading.is === 'bad') throw new Error(`${text}: ${reading.problem}`);
  return reading.schedule;
}

/** The next times in a zone, as ISO 8601 without seconds. */
const next = (text: string, after: string, { zone = 'UTC', count = 1 } = {}): readonly string[] =>
  nextCronTimes(scheduleOf(text), { after: Date.parse(after), count, zone }).map((at) =>
    new Date(at).toISOString().slice(0, 16),
  );

describe('a crontab schedule', () => {
  it.each([
    ['*/20 * * * *', { minutes: [0, 20, 40] }],
    ['5,1-3,50-59/4 * * * *', { minutes: [1, 2, 3, 5, 50, 54, 58] }],
    ['50/5 * * * *', { minutes: [50, 55] }],
    ['0 8-10 * * *', { hours: [8, 9, 10] }],
    ['0 0 1 jan,JUL-Sep *', { months: [1, 7, 8, 9] }],
    ['0 0 * * mon-FRI', { weekdays: [1, 2, 3, 4, 5] }],
    ['0 0 * * 0', { weekdays: [0] }],
    ['0 0 * * 7', { weekdays: [0] }],
    ['0 0 * * 5-7', { weekdays: [0, 5, 6] }],
    ['@hourly', { minutes: [0] }],
    ['@daily', { minutes: [0], hours: [0] }],
    ['@weekly', { hours: [0], weekdays: [0] }],
    ['@MONTHLY', { hours: [0], days: [1] }],
    ['  0\t3  * * *  ', { minutes: [0], hours: [3] }],
  ])('reads %s', (text, expected) => {
    expect(scheduleOf(text)).toMatchObject(expected);
  });

  it.each([
    ['', 'fields'],
    ['* * * *', 'fields'],
    ['* * * * * *', 'fields'],
    ['@reboot', 'fields'],
    ['__proto__', 'fields'],
    [`${'0,'.repeat(CRON_TEXT_MAX)}0 * * * *`, 'fields'],
    ['60 * * * *', 'minute'],
    ['-1 * * * *', 'minute'],
    ['*/0 * * * *', 'minute'],
    ['5-1 * * * *', 'minute'],
    ['1,,2 * * * *', 'minute'],
    ['1- * * * *', 'minute'],
    ['MON * * * *', 'minute'],
    ['0 24 * * *', 'hour'],
    ['0 0 0 * *', 'day'],
    ['0 0 32 * *', 'day'],
    ['0 0 L * *', 'day'],
    ['0 0 * 13 *', 'month'],
    ['0 0 * MON *', 'month'],
    ['0 0 * * 8', 'weekday'],
    ['0 0 * * XYZ', 'weekday'],
    ['0 0 31 2 *', 'never'],
    ['0 0 31 4,6,9,11 *', 'never'],
    ['0 0 30,31 FEB */2', 'never'],
  ])('refuses %j for its %s', (text, problem) => {
    expect(readCron(text)).toEqual({ is: 'bad', problem });
  });
});

describe('the next time of a schedule', () => {
  it.each([
    ['* * * * *', '2026-11-28T10:00:00Z', '2026-11-28T10:01'],
    ['* * * * *', '2026-11-28T10:00:59.999Z', '2026-11-28T10:01'],
    ['*/15 * * * *', '2026-11-28T10:50:00Z', '2026-11-28T11:00'],
    ['30 3 * * *', '2026-11-28T03:30:00Z', '2026-11-29T03:30'],
    ['0 0 1 1 *', '2026-11-28T10:00:00Z', '2027-01-01T00:00'],
    ['0 9 * * MON', '2026-11-28T10:00:00Z', '2026-11-30T09:00'],
    ['0 0 31 * *', '2026-11-28T10:00:00Z', '2026-12-31T00:00'],
    ['0 0 29 2 *', '2026-11-28T10:00:00Z', '2028-02-29T00:00'],
    ['0 0 29 2 *', '2096-03-01T00:00:00Z', '2104-02-29T00:00'],
  ])('follows %s after %s at %s', (text, after, expected) => {
    expect(next(text, after)).toEqual([expected]);
  });

  it('falls on the day or the weekday if both are given, and on both if one begins with a star', () => {
    const options = { count: 4 };
    // 2026-12-01 is a Tuesday.
    expect(next('0 0 13 * FRI', '2026-12-01T00:00:00Z', options)).toEqual([
      '2026-12-04T00:00',
      '2026-12-11T00:00',
      '2026-12-13T00:00',
      '2026-12-18T00:00',
    ]);
    expect(next('0 0 */10 * FRI', '2026-12-01T00:00:00Z', options)).toEqual([
      '2026-12-11T00:00',
      '2027-01-01T00:00',
      '2027-05-21T00:00',
      '2027-06-11T00:00',
    ]);
    expect(scheduleOf('0 0 31 2 FRI').eitherDay).toBe(true);
  });

  it('is undefined if no year of the next nine has such a day', () => {
    expect(nextCronTime(scheduleOf('0 0 29 2 */6'), Date.parse('2026-11-28T00:00:00Z'), 'UTC')).toEqual(
      Date.parse('2032-02-29T00:00:00Z'),
    );
    expect(
      nextCronTime(scheduleOf('0 0 29 2 */6'), Date.parse('2096-03-01T00:00:00Z'), 'UTC'),
    ).toBeUndefined();
  });

  it('follows the clock of the zone', () => {
    expect(next('0 3 * * *', '2026-11-28T10:00:00Z', { zone: 'Asia/Shanghai' })).toEqual([
      '2026-11-28T19:00',
    ]);
    expect(next('0 3 * * *', '2026-11-28T10:00:00Z', { zone: 'Asia/Kolkata' })).toEqual(['2026-11-28T21:30']);
  });

  // Clocks of Berlin go from 02:00 to 03:00 on 2026-03-29, 01:00 UTC, and from 03:00 back on 2026-10-25, 01:00 UTC.
  const berlin = { zone: 'Europe/Berlin' };

  it('is right after the change for a time that the clock skips', () => {
    expect(next('30 2 * * *', '2026-03-28T12:00:00Z', { ...berlin, count: 2 })).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ]);
    expect(next('0 2,3 * * *', '2026-03-28T12:00:00Z', { ...berlin, count: 2 })).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:00',
    ]);
  });

  it('comes once for a time that the clock repeats', () => {
    expect(next('30 2 * * *', '2026-10-24T12:00:00Z', { ...berlin, count: 2 })).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
    // Between the two.
    expect(next('30 2 * * *', '2026-10-25T01:10:00Z', berlin)).toEqual(['2026-10-26T01:30']);
  });

  it('keeps its pace through both changes if it comes every hour', () => {
    expect(next('*/30 * * * *', '2026-03-29T00:29:00Z', { ...berlin, count: 3 })).toEqual([
      '2026-03-29T00:30',
      '2026-03-29T01:00',
      '2026-03-29T01:30',
    ]);
    expect(next('15 * * * *', '2026-10-24T23:30:00Z', { ...berlin, count: 3 })).toEqual([
      '2026-10-25T00:15',
      '2026-10-25T01:15',
      '2026-10-25T02:15',
    ]);
    // The clock of this island goes back by half an hour, from 02:00 to 01:30, at 15:00 UTC.
    expect(next('15 * * * *', '2026-04-04T14:20:00Z', { zone: 'Australia/Lord_Howe', count: 3 })).toEqual([
      '2026-04-04T15:45',
      '2026-04-04T16:45',
      '2026-04-04T17:45',
    ]);
  });

  it('finds a day of another part of the year in every hour', () => {
    expect(next('0 * 15 7 *', '2026-02-01T00:00:00Z', { ...berlin, count: 2 })).toEqual([
      '2026-07-14T22:00',
      '2026-07-14T23:00',
    ]);
  });
});

describe('the usual form of a schedule', () => {
  it.each([
    ['* * * * *', { is: 'minutes', every: 1 }],
    ['*/10 * * * *', { is: 'minutes', every: 10 }],
    ['7 * * * *', { is: 'hourly', minute: 7 }],
    ['30 3 * * *', { is: 'daily', hour: 3, minute: 30 }],
    ['0 9 * * 0,1,5', { is: 'weekly', weekdays: [0, 1, 5], hour: 9, minute: 0 }],
    ['5 4 31 * *', { is: 'monthly', day: 31, hour: 4, minute: 5 }],
  ] as const)('is the same as %s both ways', (text, form) => {
    expect(cronForm(text)).toEqual(form);
    expect(cronText(form)).toBe(text);
  });

  it.each([
    ['@daily', '0 0 * * *'],
    ['0,30 * * * *', '*/30 * * * *'],
    ['0 9 * * mon-fri', '0 9 * * 1,2,3,4,5'],
    ['0 9 1-31 * 7', undefined],
  ])('writes %s as %s', (text, written) => {
    expect(cronText(cronForm(text))).toBe(written ?? text);
  });

  it.each(['*/7 * * * *', '0 1,13 * * *', '0 0 1 1 *', '0 0 1 * MON', '0 0 1,15 * *', 'nothing'])(
    'keeps the text of %s',
    (text) => {
      expect(cronForm(text)).toEqual({ is: 'custom', text });
    },
  );
});
