import { CRON_JOBS_MAX, HostCode, listCronJobs } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { makeTestApi, type TestApi } from '#testing/api';
import { Browser, fieldOf, PASSWORD, Portal } from '#testing/browser';
import { cronNeeds } from './api/needs';
import { addRun, noteEnd, noteSkip, noteStart, type RunEnd } from './job-store';

const CALLS = ['list', 'add', 'change', 'switch', 'remove', 'run', 'runs', 'output'] as const;
const DRAFT = { name: 'report', schedule: '30 3 * * *', command: 'php report.php', isOn: true };

describe('the calls about scheduled jobs', () => {
  let api: TestApi;
  let portal: Portal;
  let accountCode: string;
  let hostCode: HostCode;
  let owner: Browser;
  /** What the worker was asked. */
  let requests: unknown[];
  let refusal: Refusal | undefined;

  const post = (path: string, json: unknown = {}, by = owner) =>
    by.request(`/api/vhost/cron/${path}`, { method: 'POST', json });
  const list = async () => listCronJobs.reply.parse((await post('list')).res);
  const add = async (more: object = {}) => Number(fieldOf(await post('add', { ...DRAFT, ...more }), 'id'));
  const setHost = async (columns: object, code = hostCode) => {
    await api.test.db.updateTable('host').set(columns).where('code', '=', code).execute();
    await api.core.hosts.fresh(code);
  };
  const lastOperation = () =>
    api.test.db.selectFrom('operation_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  const addEnded = async (jobId: number, end: Partial<RunEnd> = {}) => {
    const { db } = api.test;
    const id = await addRun(db, { jobId, state: 'waiting', at: new Date() });
    await noteStart(db, id, new Date());
    await noteEnd(db, id, { state: 'ok', at: new Date(), exitStatus: 0, ...end });
    return id;
  };

  beforeAll(async () => {
    api = await makeTestApi({
      jobs: {
        call: ((method: string, request: unknown) => {
          requests.push([method, request]);
          return refusal ? Promise.reject(refusal) : Promise.resolve({});
        }) as never,
      },
    });
    portal = new Portal(api);
    accountCode = await portal.account();
    hostCode = HostCode.parse(await portal.host(accountCode, 'cronowner'));
    owner = new Browser(api);
    await owner.login('cronowner', PASSWORD);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    [requests, refusal] = [[], undefined];
    await api.test.db.deleteFrom('cron_job').execute();
  });

  it('adds, changes, switches and removes a job, and logs it', async () => {
    expect((await list()).jobs).toEqual([]);
    const id = await add();
    expect(await lastOperation()).toMatchObject({
      action: 'addCronJob',
      object: 'report',
      result: 'ok',
      detail: { schedule: '30 3 * * *', command: 'php report.php', isOn: true },
    });
    const [job] = (await list()).jobs;
    expect(job).toMatchObject({ id, ...DRAFT, lastRun: null });
    expect(Date.parse(job?.nextAt ?? '')).toBeGreaterThan(Date.now());

    await post('change', { ...DRAFT, id, name: 'weekly', schedule: '0 0 * * SUN' });
    expect((await list()).jobs).toMatchObject([{ id, name: 'weekly', schedule: '0 0 * * SUN' }]);
    expect((await lastOperation()).detail).toMatchObject({
      before: { name: 'report', schedule: '30 3 * * *' },
      after: { name: 'weekly', schedule: '0 0 * * SUN' },
    });

    await post('switch', { id, isOn: false });
    expect((await list()).jobs).toMatchObject([{ isOn: false, nextAt: null }]);
    await post('switch', { id, isOn: true });
    expect((await list()).jobs[0]?.nextAt).not.toBeNull();
    expect((await lastOperation()).detail).toEqual({ before: { isOn: false }, after: { isOn: true } });

    await post('remove', { id });
    expect((await list()).jobs).toEqual([]);
    expect(requests).toEqual([['endCronJob', { hostCode, id }]]);
    expect(await lastOperation()).toMatchObject({ action: 'removeCronJob', object: 'weekly' });
  });

  it.each([
    ['no name', { name: ' ' }, ['bad-input', 'name']],
    ['a long name', { name: 'x'.repeat(61) }, ['bad-input', 'name']],
    ['no command', { command: '' }, ['bad-input', 'command']],
    ['a long command', { command: 'x'.repeat(1001) }, ['bad-input', 'command']],
    ['a command of two lines', { command: 'true\nfalse' }, ['bad-input', 'command']],
    ['a command with NUL', { command: 'true\0' }, ['bad-input', 'command']],
    ['half a character', { command: 'echo \ud800' }, ['bad-input', 'command']],
    ['a switch that is none', { isOn: 'yes' }, ['bad-input', 'isOn']],
    ['a long schedule', { schedule: `${'0,'.repeat(200)}0 * * * *` }, ['bad-input', 'schedule']],
    ['no schedule', { schedule: 'soon' }, ['cron-schedule-wrong', 'schedule']],
    ['a day that no month has', { schedule: '0 0 31 2 *' }, ['cron-never', 'schedule']],
  ] as const)('refuses a job with %s', async (_what, wrong, expected) => {
    const [reason, field] = expected;
    expect(await post('add', { ...DRAFT, ...wrong })).toMatchObject({ reason, field });
    const id = await add();
    expect(await post('change', { ...DRAFT, id, ...wrong })).toMatchObject({ reason, field });
    expect((await list()).jobs).toMatchObject([DRAFT]);
  });

  it.each([-1, 0, 1.5, '1', null, 2 ** 53])('refuses %j as a job', async (id) => {
    for (const path of ['remove', 'run', 'runs', 'output'])
      expect((await post(path, { id })).reason).toMatch(/^(?:bad-input|cron-gone)$/);
  });

  it('keeps to the limit of jobs, also when many are added at once', async () => {
    const replies = await Promise.all(Array.from({ length: CRON_JOBS_MAX + 4 }, () => post('add', DRAFT)));
    expect(replies.filter(({ code }) => code === '200')).toHaveLength(CRON_JOBS_MAX);
    expect(replies.filter(({ reason }) => reason === 'cron-too-many')).toHaveLength(4);
    expect((await list()).jobs).toHaveLength(CRON_JOBS_MAX);
  });

  it('shows and changes no job of another host', async () => {
    const id = await add();
    const run = await addEnded(id, { output: Buffer.from('secret') });
    await portal.host(accountCode, 'cronother');
    const other = new Browser(api);
    await other.login('cronother', PASSWORD);
    const bodies = {
      ...{ change: { ...DRAFT, id }, switch: { id, isOn: false }, remove: { id }, run: { id } },
      ...{ runs: { id }, output: { id: run } },
    };
    for (const [path, body] of Object.entries(bodies))
      expect([path, (await post(path, body, other)).reason]).toEqual([path, 'cron-gone']);
    expect(fieldOf(await post('list', {}, other), 'jobs')).toEqual([]);
    expect((await list()).jobs).toMatchObject([DRAFT]);
    expect(requests).toEqual([]);
  });

  it('shows the last runs, and what one printed with other bytes replaced', async () => {
    const id = await add();
    const { db } = api.test;
    const output = Buffer.concat([Buffer.from('Größe '), Buffer.from([0xff, 0x00]), Buffer.from(' <b>')]);
    const run = await addEnded(id, { state: 'failed', exitStatus: 4, output, outputBytes: 100 });
    await noteSkip(db, run);
    expect((await list()).jobs[0]?.lastRun).toMatchObject({
      ...{ id: run, state: 'failed', exitStatus: 4, skipped: 1, outputBytes: 100, isManual: false },
    });
    expect((await post('output', { id: run })).res).toEqual({
      text: 'Größe \uFFFD\0 <b>',
      cutBytes: 100 - output.length,
    });
    await addRun(db, { jobId: id, state: 'missed', at: new Date(), skipped: 7 });
    expect(fieldOf(await post('runs', { id }), 'runs')).toMatchObject([
      { state: 'missed', skipped: 7, startedAt: null },
      { state: 'failed' },
    ]);
    expect((await post('output', { id: 999_999 })).reason).toBe('cron-gone');
  });

  it('starts a job now, and passes on why it can’t', async () => {
    const id = await add({ isOn: false });
    expect((await post('run', { id })).code).toBe('200');
    expect(requests).toEqual([['runCronJob', { hostCode, id }]]);
    refusal = new Refusal('cron-running');
    expect(await post('run', { id })).toMatchObject({
      reason: 'cron-running',
      msg: '任务正在运行，请等待结束',
    });
    expect(await lastOperation()).toMatchObject({
      action: 'runCronJob',
      object: 'report',
      result: 'cron-running',
    });
    refusal = new Refusal('engine-down');
    // Without the worker nothing runs that a removal would have to end.
    expect((await post('remove', { id })).code).toBe('200');
  });

  it('pauses the jobs of a closed site', async () => {
    const id = await add();
    await setHost({ closed: true });
    expect((await list()).jobs).toMatchObject([{ isOn: true, nextAt: null }]);
    expect((await post('run', { id })).reason).toBe('cron-site-closed');
    expect(requests).toEqual([]);
    await setHost({ closed: false });
    expect((await list()).jobs[0]?.nextAt).not.toBeNull();
  });

  it('refuses suspended hosts, static ones, and callers without a session', async () => {
    const reasons = async (by = owner) =>
      new Set(await Promise.all(CALLS.map(async (path) => (await post(path, {}, by)).reason)));
    await setHost({ suspended: true });
    expect(await reasons()).toEqual(new Set(['host-blocked']));
    await setHost({ suspended: false, language: 'HTML' });
    expect(await reasons()).toEqual(new Set(['not-allowed']));
    await setHost({ language: 'PHP' });
    expect(await reasons(new Browser(api))).toEqual(new Set(['session-expired']));
  });

  it('refuses every host where programs do not run in cages', async () => {
    const bare = await makeTestApi({ beside: api, cages: 'off' });
    try {
      const browser = new Browser(bare);
      await browser.login('cronowner', PASSWORD);
      for (const path of CALLS) expect((await post(path, {}, browser)).reason).toBe('not-allowed');
      expect(fieldOf(await browser.request('/api/currentHostInfo'), 'caged')).toBe(false);
    } finally {
      await bare.close();
    }
    expect(fieldOf(await owner.request('/api/currentHostInfo'), 'caged')).toBe(true);
  });

  describe('on Home', () => {
    const needs = async (cages: 'on' | 'off' = 'on', language: 'PHP' | 'HTML' = 'PHP') => {
      const host = await api.core.hosts.fresh(hostCode);
      if (!host) throw new Error('The host is gone');
      const scope = { hostCode, host: { ...host, language } } as never;
      const found = await cronNeeds(api.test.db, cages)(scope, 'en-US');
      return found.map(({ reason, message, path }) => [reason, message, path]);
    };

    it('names the job whose last run failed, until one succeeds', async () => {
      const id = await add();
      expect(await needs()).toEqual([]);
      await addEnded(id);
      expect(await needs()).toEqual([]);
      await addEnded(id, { state: 'failed', exitStatus: 1 });
      // These say nothing about the job.
      await addEnded(id, { state: 'interrupted' });
      await addEnded(id, { state: 'ended' });
      await addRun(api.test.db, { jobId: id, state: 'missed', at: new Date() });
      const words = 'The last run of the scheduled job "report" failed. View its output';
      expect(await needs()).toEqual([['cron-failed', words, '/hostEnvSet/cron']]);
      expect([await needs('off'), await needs('on', 'HTML')]).toEqual([[], []]);
      await post('switch', { id, isOn: false });
      expect(await needs()).toEqual([]);
      await post('switch', { id, isOn: true });
      await addEnded(id);
      expect(await needs()).toEqual([]);
    });

    it('counts several such jobs', async () => {
      for (const state of ['failed', 'timeout'] as const) await addEnded(await add(), { state });
      expect(await needs()).toEqual([
        [
          'cron-failed-more',
          'Scheduled jobs whose last run failed: 2. View their output',
          '/hostEnvSet/cron',
        ],
      ]);
    });
  });

  it('removes all jobs with their host', async () => {
    const code = HostCode.parse(await portal.host(accountCode, 'crongone'));
    const leaving = new Browser(api);
    await leaving.login('crongone', PASSWORD);
    const id = Number(fieldOf(await post('add', DRAFT, leaving), 'id'));
    await addEnded(id);
    await portal.request(`/provider/hosts/${code}`, { method: 'DELETE' });
    const { db } = api.test;
    expect(await db.selectFrom('cron_job').selectAll().where('id', '=', id).execute()).toEqual([]);
    expect(await db.selectFrom('cron_run').selectAll().where('job_id', '=', id).execute()).toEqual([]);
  });
});
