import pino from 'pino';
import { HostCode } from '@sitedeck/contract';
import { makeTestApi, type TestApi } from '#testing/api';
import { Portal } from '#testing/browser';
import type { CronJobRow } from '../job-store';
import { startDueJobs } from './due-jobs';

const at = (time: string) => new Date(`2026-11-28T${time}Z`);

describe('the check for due jobs', () => {
  let api: TestApi;
  let hostCode: HostCode;
  let now: Date;
  /** Runs that were started, and times that were skipped, of jobs by name. */
  let started: string[];
  let running: Set<number>;

  const parts = () => ({
    db: api.test.db,
    node: 'local',
    zone: 'UTC',
    now: () => now.getTime(),
    log: pino({ level: 'silent' }),
    runs: {
      isActive: (id: number) => running.has(id),
      start: async (job: CronJobRow, { at: due }: { readonly at: Date }) =>
        void started.push(`${job.name} ${due.toISOString().slice(11, 16)}`),
      skip: async (id: number) => void started.push(`skipped ${id}`),
    },
  });
  const round = async (time: string) => {
    now = at(time);
    started = [];
    const pause = await startDueJobs(parts());
    return { started, pause };
  };
  const add = async (name: string, schedule: string, next: string | null) => {
    const { id } = await api.test.db
      .insertInto('cron_job')
      .values({
        host_code: hostCode,
        name,
        schedule,
        command: 'true',
        next_at: next === null ? null : at(next),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const nextOf = async (id: number) => {
    const row = await api.test.db
      .selectFrom('cron_job')
      .select('next_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.next_at?.toISOString().slice(11, 16);
  };
  const missed = () =>
    api.test.db.selectFrom('cron_run').select(['job_id', 'state', 'at', 'skipped']).orderBy('id').execute();
  const setHost = (columns: object) =>
    api.test.db.updateTable('host').set(columns).where('code', '=', hostCode).execute();

  beforeAll(async () => {
    api = await makeTestApi();
    const portal = new Portal(api);
    hostCode = HostCode.parse(await portal.host(await portal.account(), 'jobs'));
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    running = new Set();
    await api.test.db.deleteFrom('cron_job').execute();
    await setHost({ suspended: false, closed: false, language: 'PHP', node: 'local' });
  });

  it('starts each job once, and moves it to its next time', async () => {
    const id = await add('often', '*/5 * * * *', '10:05:00');
    await add('later', '0 12 * * *', '12:00:00');
    expect((await round('10:04:59.500')).started).toEqual([]);
    expect((await round('10:05:01')).started).toEqual(['often 10:05']);
    expect((await round('10:05:02')).started).toEqual([]);
    expect(await nextOf(id)).toBe('10:10');
    expect(await missed()).toEqual([]);
  });

  it('pauses until the next job is due, but no longer than five seconds', async () => {
    expect((await round('10:00:00')).pause).toBe(5000);
    await add('soon', '*/5 * * * *', '10:05:00');
    expect((await round('10:00:00')).pause).toBe(5000);
    expect((await round('10:04:58.800')).pause).toBe(1200);
  });

  it('records what an outage missed, and does not catch up', async () => {
    const hourly = await add('hourly', '0 * * * *', '06:00:00');
    const often = await add('often', '* * * * *', '10:00:00');
    expect((await round('10:20:10')).started).toEqual(['often 10:20']);
    const shown = await missed();
    expect(shown).toEqual([
      { job_id: hourly, state: 'missed', at: at('06:00:00'), skipped: 5 },
      { job_id: often, state: 'missed', at: at('10:00:00'), skipped: 20 },
    ]);
    expect([await nextOf(hourly), await nextOf(often)]).toEqual(['11:00', '10:21']);
  });

  it('counts missed times up to a limit', async () => {
    await add('often', '* * * * *', '00:00:00');
    await round('20:00:10');
    expect(await missed()).toMatchObject([{ skipped: 100 }]);
  });

  it('skips a time while the last run goes on', async () => {
    const id = await add('slow', '* * * * *', '10:00:00');
    running.add(id);
    expect((await round('10:00:01')).started).toEqual([`skipped ${id}`]);
    expect((await round('10:01:01')).started).toEqual([`skipped ${id}`]);
    running.clear();
    expect((await round('10:02:01')).started).toEqual(['slow 10:02']);
  });

  it.each([
    ['suspended', { suspended: true }],
    ['closed', { closed: true }],
    ['static', { language: 'HTML' }],
  ])('pauses jobs of a %s host, and never counts that as missed', async (_what, columns) => {
    const id = await add('often', '* * * * *', '10:00:00');
    await setHost(columns);
    expect((await round('10:30:01')).started).toEqual([]);
    expect(await nextOf(id)).toBe('10:31');
    await setHost({ suspended: false, closed: false, language: 'PHP' });
    expect((await round('10:31:01')).started).toEqual(['often 10:31']);
    expect(await missed()).toEqual([]);
  });

  it('leaves jobs of another node, and those turned off, alone', async () => {
    const id = await add('off', '* * * * *', null);
    await add('elsewhere', '* * * * *', '10:00:00');
    await setHost({ node: 'other' });
    expect(await round('10:00:01')).toEqual({ started: [], pause: 5000 });
    expect(await nextOf(id)).toBeUndefined();
  });

  it('never starts a job whose schedule can’t be read, and holds up no other', async () => {
    const id = await add('broken', 'whenever', '09:59:00');
    await add('often', '* * * * *', '10:00:00');
    expect((await round('10:00:01')).started).toEqual(['often 10:00']);
    expect(await nextOf(id)).toBeUndefined();
  });

  it('starts a job even if another one can’t be started', async () => {
    await add('first', '* * * * *', '10:00:00');
    await add('second', '* * * * *', '10:00:00');
    now = at('10:00:01');
    started = [];
    const { runs, ...rest } = parts();
    const start: typeof runs.start = (job, request) =>
      job.name === 'first' ? Promise.reject(new Error('no descriptor left')) : runs.start(job, request);
    await startDueJobs({ ...rest, runs: { ...runs, start } });
    expect(started).toEqual(['second 10:00']);
  });
});
