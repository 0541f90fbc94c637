import type { BackupSchedule } from '@sitedeck/contract';
import { nextTime, nextTimes } from './schedule';

const BASE: BackupSchedule = { is: 'daily', at: '03:00', weekday: 1, day: 1, cron: '' };
/** A Sunday, 16:15 in Shanghai. */
const NOW = Date.parse('2026-11-22T08:15:00Z');
const next = (schedule: Partial<BackupSchedule>, count = 2) =>
  nextTimes({ ...BASE, ...schedule }, NOW, count).map((ms) => new Date(ms).toISOString().slice(0, 16));

describe('the next backup', () => {
  it.each<[string, Partial<BackupSchedule>, string[]]>([
    ['off', { is: 'off' }, []],
    ['hourly', { is: 'hourly', at: '00:20' }, ['2026-11-22T08:20', '2026-11-22T09:20']],
    ['daily, by the clock of Shanghai', {}, ['2026-11-22T19:00', '2026-11-23T19:00']],
    ['daily, still today', { at: '17:00' }, ['2026-11-22T09:00', '2026-11-23T09:00']],
    ['weekly, Sunday is the seventh', { is: 'weekly', weekday: 7 }, ['2026-11-28T19:00', '2026-12-05T19:00']],
    ['monthly', { is: 'monthly', day: 5 }, ['2026-12-04T19:00', '2027-01-04T19:00']],
    [
      'monthly, on the last day of shorter months',
      { is: 'monthly', day: 31, at: '12:00' },
      ['2026-11-30T04:00', '2026-12-31T04:00'],
    ],
    ['cron', { is: 'cron', cron: '30 3 * * 1' }, ['2026-11-22T19:30', '2026-11-29T19:30']],
    ['cron with steps', { is: 'cron', cron: '*/20 16-17 * * *' }, ['2026-11-22T08:20', '2026-11-22T08:40']],
    [
      'cron that matches by day or by weekday',
      { is: 'cron', cron: '0 0 24 * 3' },
      ['2026-11-23T16:00', '2026-11-24T16:00'],
    ],
    ['cron on February 29', { is: 'cron', cron: '0 8 29 2 *' }, ['2028-02-29T00:00', '2032-02-29T00:00']],
    ['cron on February 31', { is: 'cron', cron: '0 8 31 2 *' }, []],
  ])('%s', (_name, schedule, times) => expect(next(schedule)).toEqual(times));

  it.each([
    '',
    '* * * *',
    '60 * * * *',
    '5-1 * * * *',
    '* * 0 * *',
    'a * * * *',
    '*/0 * * * *',
    '1,,2 * * * *',
  ])('refuses "%s"', (cron) =>
    expect(() => nextTime({ ...BASE, is: 'cron', cron }, NOW)).toThrow('backup-cron-wrong'),
  );
});
