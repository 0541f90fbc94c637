import { sql } from 'kysely';
import { HostCode, type Task } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { failureOf } from '#queue/task-store';
import { makeTestApi, type TestApi } from '#testing/api';
import { Browser, PASSWORD, Portal } from '#testing/browser';

describe('the task calls', () => {
  let api: TestApi;
  let owner: Browser;
  let hostCode: HostCode;
  let foreign: HostCode;
  const stopped: number[] = [];
  beforeAll(async () => {
    api = await makeTestApi({ stopUpload: (task) => Promise.resolve(void stopped.push(task.id)) });
    const portal = new Portal(api);
    hostCode = HostCode.parse(await portal.host(await portal.account(), 'tasks'));
    foreign = HostCode.parse(await portal.host(await portal.account(), 'foreign'));
    owner = new Browser(api, { 'accept-language': 'en' });
    await owner.login('tasks', PASSWORD);
  });
  afterAll(() => api.close());
  afterEach(() => api.test.db.deleteFrom('task').execute());

  const create = (more: object = {}) =>
    api.core.tasks.create({
      hostCode,
      type: 'SAFE_SCAN',
      params: { size: 3 },
      operator: 'tasks',
      status: 'RUNNING',
      ...more,
    });
  /** The list after every change so far was announced: the API keeps it until then. */
  const recent = async () => {
    await api.core.caughtUp();
    return (await owner.request(`/api/task/queryList/${hostCode}`)).res as Task[];
  };
  const page = async (path: string, json: object = {}) =>
    (await owner.request(`/api/task/queryPage/${hostCode}/${path}`, { json })).res as {
      records: Task[];
      total: number;
      pages: number;
    };

  it('pages through tasks, newest first, filtered by kind and status', async () => {
    const scans = [await create(), await create(), await create()];
    await create({ type: 'DB_BACKUP' });
    expect(await page('1/2')).toMatchObject({
      total: 4,
      pages: 2,
      records: [{ taskType: 'DB_BACKUP' }, { id: scans[2]?.id }],
    });
    expect((await page('1/20', { taskType: 'SAFE_SCAN' })).total).toBe(3);
    expect((await page('1/20', { taskType: ['DB_BACKUP', 'COMPRESS'] })).total).toBe(1);
    expect((await page('1/20', { taskType: '', taskStatus: 'STOP' })).total).toBe(0);
  });

  it('finds tasks by the time they were created: from is inclusive, to is not', async () => {
    const moments = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z', '2026-11-03T00:00:00.000Z'];
    for (const created_at of moments) {
      const { id } = await create();
      // The product never sets this column: the database fills it with its own clock.
      await sql`update task set created_at = ${created_at} where id = ${id}`.execute(api.test.db);
    }
    const times = async (json: object) =>
      (await page('1/20', json)).records.map(({ createTime }) => createTime).reverse();
    expect(await times({ from: moments[1] })).toEqual(moments.slice(1));
    expect(await times({ to: moments[1] })).toEqual(moments.slice(0, 1));
    expect(await times({ from: moments[0], to: '2026-11-03T08:00:00+08:00' })).toEqual(moments.slice(0, 2));
    expect(await times({ from: null, to: null })).toEqual(moments);
    const bad = await owner.request(`/api/task/queryPage/${hostCode}/1/20`, { json: { from: 'yesterday' } });
    expect(bad).toMatchObject({ reason: 'bad-input', field: 'from' });
  });

  it('finds every page of 10,000 tasks, and filters by time with an index', async () => {
    await sql`insert into task (host_code, node, type, status, operator, created_at)
      select ${hostCode}, 'local', 'SAFE_SCAN', 'RUNNING_SUCCESS', 'tasks', timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, 10000) n`.execute(api.test.db);
    expect(await page('1/400')).toMatchObject({ total: 10_000, pages: 25 });
    const last = await page('25/400');
    expect(last.records.at(-1)?.createTime).toBe('2026-01-01T00:01:00.000Z');
    const hour = { from: '2026-01-02T00:00:00Z', to: '2026-01-02T01:00:00Z' };
    expect(await page('1/20', hour)).toMatchObject({ total: 60, pages: 3 });
    await sql`analyze task`.execute(api.test.db);
    const plan = await sql<{ 'QUERY PLAN': string }>`explain select count(*) from task
      where host_code = ${hostCode} and created_at >= ${hour.from} and created_at < ${hour.to}`.execute(
      api.test.db,
    );
    expect(plan.rows.map((row) => row['QUERY PLAN']).join(' ')).toContain('task_time');
  });

  it('describes a failure in the reader’s language, and returns `empty` if there is nothing to describe', async () => {
    const failed = await create();
    await api.core.tasks.finish(failed.id, {
      status: 'RUNNING_FAIL',
      info: { reason: 'over-quota', message: '空间不足' },
    });
    const silent = await create();
    // An address may contain a key, which readers of the list must not see.
    await sql`update task set params = params || '{"hidden":{"url":"https://a/?key=1"}}' where id = ${silent.id}`.execute(
      api.test.db,
    );
    const [newest, older] = await recent();
    expect(newest).toMatchObject({ id: silent.id, taskInfo: 'empty', taskParam: '{"size":3}' });
    expect(JSON.parse(older?.taskInfo ?? '')).toMatchObject({
      reason: 'over-quota',
      message: expect.stringMatching(/^Out of space/) as string,
    });
  });

  it('shows what an engine objects to in the reader’s language', async () => {
    const task = await create();
    const refusal = new Refusal('config-refused', {
      values: { engine: 'nginx', detail: 'unknown directive' },
    });
    await api.core.tasks.finish(task.id, { status: 'RUNNING_FAIL', info: failureOf(refusal, task.id) });
    const [newest] = await recent();
    expect(JSON.parse(newest?.taskInfo ?? '')).toMatchObject({
      reason: 'config-refused',
      message: 'nginx rejected the new configuration; the previous one stays active: unknown directive',
    });
  });

  it('explains in the reader’s language why files were skipped, and does not translate a path that resembles a reason', async () => {
    const done = await create();
    const failed = ['wwwroot/a: b/pipe: pack-special', 'wwwroot/gone: no-such-file', 'wwwroot/odd: name'];
    await api.core.tasks.finish(done.id, { status: 'RUNNING_SUCCESS', info: { files: 1, size: 2, failed } });
    const [newest] = await recent();
    expect(JSON.parse(newest?.taskInfo ?? '')).toMatchObject({
      files: 1,
      failed: [
        { path: 'wwwroot/a: b/pipe', reason: "Devices, pipes and sockets can't be packed" },
        { path: 'wwwroot/gone', reason: 'File or folder not found' },
        'wwwroot/odd: name',
      ],
    });
  });

  it('says in words why another server was not reached, and keeps what that server replied', async () => {
    const task = await create();
    const why = 'connect ECONNREFUSED 192.0.2.7:21';
    const refusal = new Refusal('move-unreachable', { values: { server: 'old.example.com', why } });
    const failed = [
      { path: 'a', reason: 'read ECONNRESET' },
      { path: 'b', reason: '550 b: Permission denied' },
    ];
    const info = { ...failureOf(refusal, task.id), failed };
    await api.core.tasks.finish(task.id, { status: 'RUNNING_FAIL', info });
    const [newest] = await recent();
    expect(JSON.parse(newest?.taskInfo ?? '')).toMatchObject({
      message: 'Could not connect to old.example.com: the connection was refused. Check the port',
      failed: [
        { path: 'a', reason: 'the connection was lost' },
        { path: 'b', reason: '550 b: Permission denied' },
      ],
    });
  });

  it('hides tasks of other hosts from every call', async () => {
    const task = await create({ hostCode: foreign });
    for (const call of ['getTask', 'stopTask', 'deleteTask'])
      expect((await owner.request(`/api/task/${call}/${task.id}`)).reason).toBe('not-found');
    const update = await owner.request(`/api/task/updateTask/${task.id}`, { json: { notifyStatus: 1 } });
    expect(update.reason).toBe('not-found');
    expect(await api.core.tasks.get(task.id)).toMatchObject({ status: 'RUNNING', notify_status: 0 });
  });

  it('stops waiting tasks at once, informs running ones, and ends an upload with its parts', async () => {
    const waiting = await create({ status: 'WAIT' });
    expect((await owner.request(`/api/task/stopTask/${waiting.id}`)).res).toMatchObject({
      taskStatus: 'STOP',
    });
    const running = await create();
    expect((await owner.request(`/api/task/stopTask/${running.id}`)).code).toBe('200');
    expect(await api.core.tasks.get(running.id)).toMatchObject({ cancel_requested: true });
    const upload = await create({ type: 'UPLOAD_FILE', params: { uploadId: 'u' }, leaseMs: 60_000 });
    expect((await owner.request(`/api/task/stopTask/${upload.id}`)).res).toMatchObject({
      taskStatus: 'STOP',
    });
    expect(stopped).toEqual([upload.id]);
    expect((await owner.request(`/api/task/stopTask/${upload.id}`)).reason).toBe('task-ended');
  });

  it('reports an upload without a sender as paused while it locks nothing', async () => {
    const paused = async (leaseMs: number) => {
      const task = await create({ type: 'UPLOAD_FILE', params: { uploadId: String(leaseMs) }, leaseMs });
      const { res } = await owner.request(`/api/task/getTask/${task.id}`);
      expect(await api.core.tasks.lockedBy(task.host_code)).toEqual(leaseMs > 0 ? task : undefined);
      await api.core.tasks.finish(task.id, { status: 'STOP' });
      return res;
    };
    expect(await paused(60_000)).toMatchObject({ taskStatus: 'RUNNING', paused: false });
    expect(await paused(-1)).toMatchObject({ taskStatus: 'RUNNING', paused: true });
  });

  it('removes the record of a finished task only', async () => {
    const task = await create();
    expect((await owner.request(`/api/task/deleteTask/${task.id}`)).reason).toBe('task-running');
    await api.core.tasks.finish(task.id, { status: 'RUNNING_SUCCESS' });
    expect((await owner.request(`/api/task/deleteTask/${task.id}`)).code).toBe('200');
    expect(await api.core.tasks.get(task.id)).toBeUndefined();
  });

  it('records what the owner has seen and whether a configuration was accepted', async () => {
    const task = await create();
    const json = { notifyStatus: 1, postStatus: 'CONFIGURATION_STOP' };
    expect((await owner.request(`/api/task/updateTask/${task.id}`, { json })).res).toMatchObject(json);
    const bad = await owner.request(`/api/task/updateTask/${task.id}`, { json: { notifyStatus: 2 } });
    expect(bad).toMatchObject({ reason: 'bad-input', field: 'notifyStatus' });
  });

  it('reports no site move, since there is none yet', async () => {
    expect((await owner.request('/api/siteMove/getCloneInfo/x')).code).toBe('404');
  });
});
