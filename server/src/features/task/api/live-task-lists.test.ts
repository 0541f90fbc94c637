import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { HostCode, type Task } from '@sitedeck/contract';
import { makeTaskStore, type TaskStore } from '#queue/task-store';
import { openDb, type Db } from '#state/db';
import { listenForChanges, type LiveFeed } from '#state/live';
import { makeTestApi, type TestApi } from '#testing/api';
import { PASSWORD, Browser, Portal } from '#testing/browser';
import { LiveTaskLists } from './live-task-lists';

/** Far longer than an announcement takes, ms. */
const PATIENCE_MS = 60_000;

describe('the polled list of tasks', () => {
  let api: TestApi;
  let mine: HostCode;
  let other: HostCode;
  let lists: LiveTaskLists;
  let feed: LiveFeed;
  /** A connection of its own, as the worker has. */
  let workerDb: Db;
  let worker: TaskStore;
  beforeAll(async () => {
    api = await makeTestApi();
    const portal = new Portal(api);
    mine = HostCode.parse(await portal.host(await portal.account(), 'mine'));
    other = HostCode.parse(await portal.host(await portal.account(), 'other'));
    workerDb = openDb(api.test.url, { max: 2 });
    worker = makeTaskStore(workerDb);
    lists = new LiveTaskLists(api.test.db);
    feed = await listenForChanges(api.test.url, {
      onChange: (change) => lists.onChange(change),
      onConnected: (connected) => lists.onConnected(connected),
    });
  });
  afterAll(async () => {
    await feed.close();
    await workerDb.destroy();
    await api.close();
  });
  afterEach(() => api.test.db.deleteFrom('task').execute());

  const create = (hostCode: HostCode, leaseMs?: number) =>
    worker.create({
      hostCode,
      type: 'SAFE_SCAN',
      params: {},
      operator: 'mine',
      status: 'RUNNING',
      ...(leaseMs !== undefined && { leaseMs }),
    });

  /** Polls until the list is as expected. The list changes only by announcements. */
  async function until(holds: (tasks: readonly Task[]) => boolean, hostCode = mine): Promise<void> {
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(1))
      if (holds(await lists.of(hostCode, 'en-US'))) return;
    throw new Error(`not announced: ${JSON.stringify(await lists.of(hostCode, 'en-US'))}`);
  }

  it('shows what a worker does as soon as it is done', async () => {
    await until((tasks) => tasks.length === 0);
    const { id } = await create(mine);
    await until(([task]) => task?.id === id);
    await worker.progress(id, { files: 7 }, [{ name: 'first', status: 'running' }]);
    await until(([task]) => task?.progress.processed === 7 && task.steps.length === 1);
    await worker.finish(id, { status: 'RUNNING_FAIL', info: { reason: 'over-quota' } });
    await until(([task]) => task?.taskStatus === 'RUNNING_FAIL' && task.taskInfo.includes('Out of space'));
    await workerDb.deleteFrom('task').where('id', '=', id).execute();
    await until((tasks) => tasks.length === 0);
  });

  it('reports that a task’s lease has expired, although no row changes then', async () => {
    await create(mine, 60_000);
    await until((tasks) => tasks[0]?.paused === false);
    jest.spyOn(Date, 'now').mockImplementation(() => new Date().getTime() + 60_000);
    await until((tasks) => tasks[0]?.paused === true);
  });

  it('does not query the database while nothing on the list changes; leases and other hosts don’t count', async () => {
    const { id } = await create(mine, 60_000);
    // The list may have been read before its own announcement arrived.
    await feed.caughtUp();
    await until(([task]) => task?.id === id);
    const kept = await lists.of(mine, 'en-US');
    await worker.renewLease(id, 120_000);
    const { id: later } = await create(other);
    await feed.caughtUp();
    await until(([task]) => task?.id === later, other);
    expect(lists.of(mine, 'en-US')).toBe(kept);
  });

  it('caches nothing while announcements may be missed', async () => {
    await until((tasks) => tasks.length === 0);
    lists.onConnected(false);
    await create(mine);
    expect(await lists.of(mine, 'en-US')).toHaveLength(1);
    expect(lists.of(mine, 'en-US')).toBeInstanceOf(Promise);
    lists.onConnected(true);
  });

  describe('polled by a browser', () => {
    let owner: Browser;
    beforeAll(async () => {
      owner = new Browser(api, { 'accept-language': 'en' });
      await owner.login('mine', PASSWORD);
    });
    const poll = (etag = '') =>
      owner.raw(`/api/task/queryList/${mine}`, { headers: { 'if-none-match': etag } });

    it('stays the same until a worker changes a task, and differs by language', async () => {
      const { id } = await create(mine);
      let etag = '';
      for (let text = ''; !text.includes(`"id":${id}`);) {
        const reply = await poll();
        etag = reply.headers.get('etag') ?? '';
        text = await reply.text();
      }
      const secondPoll = await poll(etag);
      expect([secondPoll.status, secondPoll.headers.get('x-request-id') !== null]).toEqual([304, true]);
      await worker.finish(id, { status: 'RUNNING_FAIL', info: { reason: 'over-quota' } });
      let news = await poll(etag);
      for (const deadline = Date.now() + PATIENCE_MS; news.status === 304 && Date.now() < deadline;)
        news = await poll(etag);
      expect(await news.text()).toContain('Out of space');
      const chinese = new Browser(api, { 'accept-language': 'zh-CN' });
      await chinese.login('mine', PASSWORD);
      const [task] = (await chinese.request(`/api/task/queryList/${mine}`)).res as Task[];
      expect(task?.taskInfo).toMatch(/\p{Script=Han}/u);
    });

    it('includes what the same browser has just done, even before the announcement', async () => {
      const waiting = { type: 'SAFE_SCAN', params: {}, operator: 'mine', status: 'WAIT' } as const;
      const { id } = await worker.create({ hostCode: mine, ...waiting });
      const list = async () => (await owner.request(`/api/task/queryList/${mine}`)).res as Task[];
      while ((await list())[0]?.id !== id);
      const { db } = api.test;
      await sql`alter table task disable trigger user`.execute(db);
      try {
        expect((await owner.request(`/api/task/stopTask/${id}`)).code).toBe('200');
        expect(await list()).toMatchObject([{ id, taskStatus: 'STOP' }]);
      } finally {
        await sql`alter table task enable trigger user`.execute(db);
      }
    });
  });
});
