import { pino } from 'pino';
import { SitePath, type Task } from '@sitedeck/contract';
import { openBoss, type Boss } from '#queue/boss';
import { makeEnqueue, type Enqueue } from '#queue/enqueue';
import { makeTaskStore } from '#queue/task-store';
import { makeTestApi, type TestApi } from '#testing/api';
import { Browser, PASSWORD, Portal } from '#testing/browser';
import { storeResult } from './result-store';
import { moveTask } from './tasks';

const source = {
  protocol: 'ftp',
  server: 'old.example.com',
  port: 21,
  user: 'old',
  password: 'old-secret',
  folder: '/public_html',
  encoding: 'auto',
  fingerprint: null,
} as const;
const RESULT = { copiedFiles: 2, copiedBytes: 30, unchangedFiles: 0, removedFiles: 0, failedFiles: 1 };

describe('the calls of a site move', () => {
  let api: TestApi;
  let boss: Boss;
  let owner: Browser;
  beforeAll(async () => {
    // The queue needs the database that the API creates.
    const later: Enqueue = async (task, request) => {
      boss ??= await openBoss({ url: api.test.url, log: pino({ level: 'silent' }), supervise: false });
      return makeEnqueue(api.test.db, makeTaskStore(api.test.db), boss)(task, request);
    };
    api = await makeTestApi({ enqueue: later });
    const portal = new Portal(api);
    const account = await portal.account();
    await portal.host(account, 'moves');
    await portal.host(account, 'stranger');
    owner = new Browser(api, { 'accept-language': 'en' });
    await owner.login('moves', PASSWORD);
  });
  afterAll(async () => {
    await boss.close();
    await api.close();
  });
  afterEach(() => api.test.db.deleteFrom('task').execute());

  const start = (more: object = {}) =>
    owner.request('/api/siteMove/start', {
      json: { source, target: '/wwwroot', removeGone: false, ...more },
    });
  const task = async ({ taskId }: { taskId: number }) =>
    (await owner.request(`/api/task/getTask/${taskId}`)).res as Task;
  const stored = (id: number) =>
    api.test.db
      .selectFrom('task')
      .select(['params', 'host_code'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  /** Ends a move as the worker does. */
  async function end(taskId: number, failed: readonly { path: string; reason: string }[]): Promise<string> {
    await storeResult(api.test.db, taskId, { ...RESULT, failed: [...failed] });
    await api.core.tasks.finish(taskId, { status: 'RUNNING_SUCCESS' });
    return (await task({ taskId })).preTaskCode ?? '';
  }

  it('enqueues a move whose task shows the address but not the password, and locks the workspace', async () => {
    const { res } = await start();
    const row = await task(res as { taskId: number });
    expect(row).toMatchObject({ taskType: 'SITE_MOVE', taskStatus: 'WAIT' });
    expect(row.preTaskCode).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(row.taskParam)).toMatchObject({
      ftpServer: 'ftp://old.example.com:21/public_html',
      targetPath: '/wwwroot',
    });
    expect(row.taskParam).not.toContain('old-secret');
    expect((await stored(row.id)).params).toMatchObject({ hidden: { password: 'old-secret' } });
    expect(await start()).toMatchObject({ reason: 'workspace-busy' });
  });

  it('forgets the password when the move ends or is stopped while it waits', async () => {
    const first = (await start()).res as { taskId: number };
    await end(first.taskId, []);
    expect(JSON.stringify((await stored(first.taskId)).params)).not.toContain('old-secret');
    const second = (await start()).res as { taskId: number };
    expect(await owner.request(`/api/task/stopTask/${second.taskId}`)).toMatchObject({ code: '200' });
    expect(JSON.stringify((await stored(second.taskId)).params)).not.toContain('old-secret');
  });

  it('keeps the password out of the operation log', async () => {
    await start();
    const rows = await api.test.db.selectFrom('operation_log').selectAll().execute();
    expect(JSON.stringify(rows)).toContain('old.example.com');
    expect(JSON.stringify(rows)).not.toContain('old-secret');
  });

  it('checks without locking the workspace', async () => {
    const { res } = await owner.request('/api/siteMove/check', { json: { source, target: '/wwwroot' } });
    expect(await task(res as { taskId: number })).toMatchObject({
      taskType: 'SITE_MOVE_CHECK',
      preTaskCode: null,
    });
    expect(await start()).toMatchObject({ code: '200' });
  });

  it.each([
    ['a line break in the user', { user: 'a\r\nDELE x' }],
    ['a line break in the folder', { folder: '/a\nDELE x' }],
    ['a port outside the range', { port: 70_000 }],
    ['an unknown protocol', { protocol: 'http' }],
    ['a fingerprint that is not one', { fingerprint: 'abc' }],
  ])('refuses %s', async (_what, wrong) => {
    expect(await start({ source: { ...source, ...wrong } })).toMatchObject({ reason: 'bad-input' });
  });

  it('gives the result by its code, with reasons in the reader’s language', async () => {
    const { taskId } = (await start()).res as { taskId: number };
    const code = await end(taskId, [{ path: 'a/b.txt', reason: 'over-quota' }]);
    const { res } = await owner.request(`/api/siteMove/getCloneInfo/${code}`);
    expect(res).toMatchObject({ copiedFiles: 2, copiedBytes: 30 });
    expect(res).toMatchObject({
      failed: [{ path: 'a/b.txt', reason: expect.stringMatching(/^Out of space/) as string }],
    });
  });

  it('hides the result from another host', async () => {
    const { taskId } = (await start()).res as { taskId: number };
    const code = await end(taskId, [{ path: 'a', reason: 'internal' }]);
    const stranger = new Browser(api);
    await stranger.login('stranger', PASSWORD);
    expect(await stranger.request(`/api/siteMove/getCloneInfo/${code}`)).toMatchObject({ code: '404' });
    const json = { preTaskCode: code, password: 'x' };
    expect(await stranger.request('/api/siteMove/retry', { json })).toMatchObject({
      reason: 'move-nothing-failed',
    });
  });

  it('copies only the failed files again, from the same source to the same target', async () => {
    const { taskId } = (await start({ target: '/wwwroot/blog', removeGone: true })).res as { taskId: number };
    const preTaskCode = await end(taskId, [{ path: 'a/b.txt', reason: 'internal' }]);
    const { res } = await owner.request('/api/siteMove/retry', { json: { preTaskCode, password: 'again' } });
    const { params } = await stored((res as { taskId: number }).taskId);
    const { password: _, ...shown } = source;
    expect(moveTask.payload.parse(params)).toEqual({
      ftpServer: 'ftp://old.example.com:21/public_html',
      source: shown,
      targetPath: SitePath.parse('/wwwroot/blog'),
      removeGone: false,
      hidden: { password: 'again', only: ['a/b.txt'] },
    });
  });

  it('refuses to repeat a move without failed files', async () => {
    const { taskId } = (await start()).res as { taskId: number };
    const preTaskCode = await end(taskId, []);
    expect(
      await owner.request('/api/siteMove/retry', { json: { preTaskCode, password: 'x' } }),
    ).toMatchObject({ reason: 'move-nothing-failed' });
  });
});
