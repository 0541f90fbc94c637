import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { consoleCalls, HostCode, type CallReply, type TaskProgress } from '@sitedeck/contract';
import type { listVersions, removeFile } from '@sitedeck/contract';
import { startRunner, type Runner } from '#queue/worker/runner';
import { openBoss, type Boss } from '#queue/boss';
import { makeEnqueue } from '#queue/enqueue';
import { makeTaskStore } from '#queue/task-store';
import { listenForChanges, type LiveFeed } from '#state/live';
import { fileProtocol, type FileService } from '#files/link/protocol';
import { isolationHere } from '#system/process/identity';
import { pathsOf } from '#system/settings/paths';
import { connectRpc } from '#system/rpc/rpc-client';
import { serveRpc, type RpcServer } from '#system/rpc/rpc-server';
import { tidyLine } from '#system/text/tidy-line';
import { makeTestApi, type TestApi } from '#testing/api';
import { Browser, PASSWORD, Portal } from '#testing/browser';
import { formOf } from '#testing/child-requests';
import { createHostTree, makeFileHosts, type FileHosts } from '#testing/file-hosts';
import { makeUploadGate } from '#testing/upload-gate';
import { filesTasks } from './worker/tasks';
import { filesHandlers, uploadControl, type UploadControl } from './api/routes';
import { FileRecords } from './parent/file-records';
import { logWindow } from './api/site-files';

const BOUNDARY_TYPE = 'multipart/form-data; boundary=----formdata-1f2e3d';
const SLICE = 4 * 1024 * 1024;

let base: TestApi;
let api: TestApi;
let files: FileHosts;
let records: FileRecords;
let server: RpcServer;
let service: FileService;
let boss: Boss;
let runner: Runner;
let feed: LiveFeed;
let uploads: UploadControl;
let browser: Browser;
let hostCode: string;
let root: string;
let count = 0;

const fileCalls = Object.fromEntries(
  Object.entries(consoleCalls).filter(([, call]) => call.path.startsWith('/fs/')),
);

/** Starts the file service and the worker as `files.ts` and `worker.ts` do. */
async function startNode(): Promise<void> {
  const log = pino({ level: 'silent' });
  const { db, url } = base.test;
  const store = makeTaskStore(db);
  records = new FileRecords({ db, node: 'local', store, log });
  files = await makeFileHosts({
    onUpload: (host, report) => records.upload(host, report),
    onStream: (_host, taskId, report) => records.stream(taskId, report),
  });
  const socket = join(files.sockets, 'parent.sock');
  server = await serveRpc({
    protocol: fileProtocol,
    handlers: files.parent.handlers,
    socket,
    onBug: (_method, error) => console.error(error),
  });
  service = connectRpc(fileProtocol, socket);
  boss = await openBoss({ url, log, supervise: false });
  runner = await startRunner({
    db,
    url,
    node: 'local',
    tasks: filesTasks(service, { allowed: [], own: [] }),
    log,
    onLockLost: () => undefined,
  });
  feed = await listenForChanges(url, {
    onChange: (change) => {
      if (change.is === 'task')
        void records.cancelled(change.id, (taskId) => files.parent.stopStream(taskId));
    },
    onConnected: () => undefined,
  });
}

beforeAll(async () => {
  base = await makeTestApi();
  await startNode();
  const { db } = base.test;
  const isolation = isolationHere();
  const parts = {
    db,
    service,
    tasks: base.core.tasks,
    log: pino({ level: 'silent' }),
    enqueue: makeEnqueue(db, base.core.tasks, boss),
    frontDoor: false,
  };
  uploads = uploadControl(parts);
  api = await makeTestApi({
    beside: base,
    extra: { calls: fileCalls, handlers: filesHandlers(parts) },
    stopUpload: (task) => uploads.stopUpload(task),
    readLog: { window: logWindow(service), tidy: tidyLine(pathsOf(files.hosts, isolation)) },
  });
});

afterAll(async () => {
  await feed.close();
  await runner.stop();
  await boss.close();
  service.close();
  await api.close();
  await files.close();
  await server.close();
  await records.close();
  await base.close();
});

beforeEach(async () => {
  const portal = new Portal(api);
  const name = `files${++count}`;
  hostCode = await portal.host(await portal.account(), name, { diskQuotaBytes: 200_000_000 });
  const row = await base.test.db
    .selectFrom('host')
    .select('uid')
    .where('code', '=', HostCode.parse(hostCode))
    .executeTakeFirstOrThrow();
  root = join(files.hosts, hostCode);
  await createHostTree(root, row.uid);
  browser = new Browser(api);
  await browser.login(name, PASSWORD);
});

interface TaskSeen {
  readonly id: number;
  readonly taskType: string;
  readonly taskStatus: string;
  readonly taskInfo: string;
  readonly taskParam: string;
  readonly progress: TaskProgress;
}

const tasks = async (): Promise<TaskSeen[]> =>
  (await browser.request(`/api/task/queryList/${hostCode}`)).res as TaskSeen[];

async function taskBecomes(status: string, id?: number): Promise<TaskSeen> {
  for (let tries = 0; tries < 400; tries += 1) {
    const task = (await tasks()).find((one) => id === undefined || one.id === id);
    if (task?.taskStatus === status) return task;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`never ${status}: ${JSON.stringify(await tasks())}`);
}

const uploadRows = () =>
  base.test.db
    .selectFrom('operation_log')
    .select(['object', 'result', 'detail', 'operator'])
    .where('host_code', '=', hostCode)
    .where('action', '=', 'uploadSlice')
    .orderBy('id')
    .execute();

interface Extra {
  readonly path?: string;
  readonly headers?: Record<string, string>;
}

const upload = (name: string, bytes: Buffer, { path = '/wwwroot', headers = {} }: Extra = {}) =>
  browser.request(`/fs/upload?path=${encodeURIComponent(path)}`, {
    body: new Uint8Array(formOf([{ name, bytes }])),
    headers: { 'content-type': BOUNDARY_TYPE, ...headers },
  });

/** @param part bytes of the file from `from` on, at most one slice */
const slice = (
  name: string,
  { bytes, from }: { bytes: Buffer; from: number },
  headers: Record<string, string> = {},
) => {
  const part = bytes.subarray(from, from + SLICE);
  return upload(name, part, {
    headers: {
      'content-range': `bytes ${from}-${from + part.length - 1}/${bytes.length}`,
      'content-first-slice': String(from === 0),
      ...headers,
    },
  });
};

it('logs what it writes, lists, reads and removes through the API', async () => {
  expect(
    (await browser.request('/fs/echo', { json: { path: '/wwwroot/a.txt', content: '你好' } })).code,
  ).toBe('200');
  expect((await browser.request('/fs/ls', { json: { path: '/wwwroot' } })).res).toMatchObject({
    total: 1,
    entries: [{ name: 'a.txt', size: 6 }],
  });
  expect((await browser.request('/fs/cat', { json: { path: '/wwwroot/a.txt' } })).res).toMatchObject({
    content: '你好',
  });
  expect(await browser.request('/fs/cat', { json: { path: '/wwwroot/../../x' } })).toMatchObject({
    code: '400',
    reason: 'bad-path',
  });
  expect(await browser.request('/fs/touch', { json: { path: '/x' } })).toMatchObject({
    code: '403',
    reason: 'root-closed',
  });
  expect((await browser.request('/fs/rm', { json: { path: '/wwwroot/a.txt' } })).res).toEqual({
    removed: 1,
    kept: [],
  });
  const log = await base.test.db
    .selectFrom('operation_log')
    .select(['action', 'object', 'result'])
    .where('host_code', '=', hostCode)
    .where('area', '=', 'files')
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    { action: 'writeText', object: '/wwwroot/a.txt', result: 'ok' },
    { action: 'touchFile', object: '/x', result: 'root-closed' },
    { action: 'removeFile', object: '/wwwroot/a.txt', result: 'ok' },
  ]);
});

it('restores what was deleted or replaced, reports failures in the caller’s language, and logs it', async () => {
  for (const content of ['one', 'two'])
    await browser.request('/fs/echo', { json: { path: '/wwwroot/a.txt', content } });
  const { versions } = (await browser.request('/fs/versions/list', { json: { path: '/wwwroot/a.txt' } }))
    .res as CallReply<typeof listVersions>;
  const files = [
    { path: '/wwwroot/a.txt', id: versions[0]?.id, version: 'of another content' },
    { path: '/wwwroot/a.txt', id: versions[0]?.id },
  ];
  const headers = { 'accept-language': 'en-US' };
  expect((await browser.request('/fs/versions/restore', { json: { files }, headers })).res).toMatchObject({
    done: [{ path: '/wwwroot/a.txt' }],
    failed: [{ fault: { code: '409', message: 'The content was changed elsewhere' } }],
  });
  const { kept } = (await browser.request('/fs/rm', { json: { path: '/wwwroot/a.txt', bin: true } }))
    .res as CallReply<typeof removeFile>;
  const ids = [kept[0]?.id, 'gone-gone'];
  expect((await browser.request('/fs/recycle/list', { json: {} })).res).toMatchObject({ total: 1 });
  expect((await browser.request('/fs/recycle/restore', { json: { ids } })).res).toMatchObject({
    restored: [{ path: '/wwwroot/a.txt' }],
    failed: [{ fault: { reason: 'not-in-bin', message: '回收站中已没有此项' } }],
  });
  expect(await readFile(join(root, 'wwwroot/a.txt'), 'utf8')).toBe('one');
  await browser.request('/fs/versions/remove', { json: { path: '/wwwroot/a.txt' } });
  await browser.request('/fs/recycle/empty', { json: {} });
  const log = await base.test.db
    .selectFrom('operation_log')
    .select(['action', 'object', 'result'])
    .where('host_code', '=', hostCode)
    .where('area', '=', 'files')
    .where('action', '!=', 'writeText')
    .orderBy('id')
    .execute();
  expect(log.map(({ action, object, result }) => [action, object, result])).toEqual([
    ['restoreVersions', '/wwwroot/a.txt', 'ok'],
    ['removeFile', '/wwwroot/a.txt', 'ok'],
    ['restoreFromBin', '/wwwroot/a.txt', 'ok'],
    ['removeVersions', '/wwwroot/a.txt', 'ok'],
    ['emptyBin', '', 'ok'],
  ]);
});

describe('an upload', () => {
  it('locks the workspace during an announced upload, and ends it with its last byte', async () => {
    const bytes = randomBytes(SLICE + 1000);
    const begun = await browser.request('/fs/upload/begin', {
      json: { path: '/wwwroot', files: 2, bytes: bytes.length + 5 },
    });
    const { id, taskId } = begun.res as { id: string; taskId: number };
    const headers = { 'x-upload-id': id };
    expect((await slice('big.bin', { bytes, from: 0 }, headers)).res).toMatchObject({
      files: [{ done: false }],
    });
    expect(await browser.request('/fs/mkdir', { json: { path: '/wwwroot/d' } })).toMatchObject({
      code: '409',
      reason: 'workspace-busy',
    });
    expect((await browser.request('/fs/mkdir', { json: { path: '/wwwroot/d' }, headers })).code).toBe('200');
    expect(await upload('other', Buffer.from('x'))).toMatchObject({ reason: 'workspace-busy' });
    expect((await browser.request('/fs/upload/status', { json: { id } })).res).toMatchObject({
      files: [{ received: [[0, SLICE]] }],
    });
    await slice('big.bin', { bytes, from: SLICE }, headers);
    await upload('small', Buffer.from('small'), { headers });
    const task = await taskBecomes('RUNNING_SUCCESS', taskId);
    expect(task).toMatchObject({
      taskType: 'UPLOAD_FILE',
      progress: { uploaded: 2, total: 2, size: bytes.length + 5, ratio: 1, succeed: 2 },
    });
    expect((await readFile(join(root, 'wwwroot/big.bin'))).equals(bytes)).toBe(true);
    expect((await slice('big.bin', { bytes, from: SLICE }, headers)).res).toMatchObject({
      files: [{ done: true }],
    });
    expect((await browser.request('/fs/mkdir', { json: { path: '/wwwroot/e' } })).code).toBe('200');
  });

  it('makes a task for an unannounced upload, and reopens it with a further slice', async () => {
    await upload('a', Buffer.from('a'));
    const first = await taskBecomes('RUNNING_SUCCESS');
    await upload('b', Buffer.from('bb'), { headers: { 'content-range': 'bytes 0-1/2' } });
    const repeated = await taskBecomes('RUNNING_SUCCESS', first.id);
    for (let tries = 0; tries < 400 && (await tasks())[0]?.progress.uploaded !== 2; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(repeated.taskType).toBe('UPLOAD_FILE');
    expect((await tasks()).map(({ id, progress }) => [id, progress.uploaded])).toEqual([[first.id, 2]]);
  });

  it('unlocks the workspace before the last response of an unannounced upload, whatever the response', async () => {
    const next = async () =>
      (await browser.request('/fs/mkdir', { json: { path: `/wwwroot/${randomBytes(4).toString('hex')}` } }))
        .code;
    for (let round = 0; round < 5; round += 1) {
      expect((await upload(`f${round}`, Buffer.from('x'))).code).toBe('200');
      expect(await next()).toBe('200');
    }
    expect((await upload('../x', Buffer.from('x'))).reason).toBe('bad-path');
    expect(await next()).toBe('200');
    expect((await upload('x', Buffer.from('x'), { path: '/wwwroot/f0' })).reason).toBe('not-a-folder');
    expect(await next()).toBe('200');
    expect((await taskBecomes('RUNNING_FAIL')).taskInfo).toContain('upload-incomplete');
    await (await browser.raw('/fs/zip', { json: { paths: ['/wwwroot'] } })).arrayBuffer();
    expect(await next()).toBe('200');
  });

  it('logs an unannounced upload once, when it begins', async () => {
    const bytes = randomBytes(2 * SLICE);
    await slice('logged', { bytes, from: 0 }, { 'x-upload-id': 'logged' });
    await slice('logged', { bytes, from: SLICE }, { 'x-upload-id': 'logged' });
    expect(await uploadRows()).toEqual([
      { object: '/wwwroot', result: 'ok', detail: { uploadId: 'logged' }, operator: `files${count}` },
    ]);
  });

  it('is logged, too, if the front door passes the bytes on', async () => {
    const uploadGate = makeUploadGate(base, uploads.openUpload);
    const sendRequest = async (uri: string) =>
      uploadGate.inject({
        url: '/internal/fs-gate',
        headers: {
          cookie: browser.cookie,
          'x-requested-with': 'XMLHttpRequest',
          'x-original-uri': uri,
          'x-upload-id': 'by-door',
        },
      });
    for (let round = 0; round < 2; round += 1) {
      const { statusCode, headers } = await sendRequest('/fs/upload?path=%2Fwwwroot');
      expect([statusCode, headers['x-fs-socket'], headers['x-fs-context']]).toEqual([
        204,
        hostCode,
        'by-door',
      ]);
    }
    expect((await sendRequest('/fs/upload?path=..')).headers['x-fs-refusal']).toContain('bad-path');
    await uploadGate.close();
    expect(await uploadRows()).toMatchObject([
      { object: '/wwwroot', result: 'ok', detail: { uploadId: 'by-door' } },
      { object: '', result: 'bad-path' },
    ]);
  });

  it('refuses slices of a stopped upload and leaves no parts', async () => {
    const bytes = randomBytes(2 * SLICE);
    await slice('half', { bytes, from: 0 }, { 'x-upload-id': 'mine' });
    const [task] = await tasks();
    expect((await browser.request(`/api/task/stopTask/${task?.id}`)).res).toMatchObject({
      taskStatus: 'STOP',
    });
    const more = await slice('half', { bytes, from: SLICE }, { 'x-upload-id': 'mine' });
    expect(more).toMatchObject({ code: '409', reason: 'upload-stopped' });
    expect(await readdir(join(root, 'tmp/.sitedeck-uploads'))).toEqual([]);
    expect((await browser.request('/fs/mkdir', { json: { path: '/wwwroot/d' } })).code).toBe('200');
  });

  it('names the failed files of an upload that ends early', async () => {
    const begun = await browser.request('/fs/upload/begin', {
      json: { path: '/wwwroot', files: 2, bytes: 10 },
    });
    const { id, taskId } = begun.res as { id: string; taskId: number };
    expect((await browser.request('/fs/upload/status', { json: { id } })).res).toEqual({ id, files: [] });
    await upload('good', Buffer.from('good'), { headers: { 'x-upload-id': id } });
    const failed = [{ path: 'bad', message: 'no' }];
    expect((await browser.request('/fs/upload/end', { json: { id, failed } })).code).toBe('200');
    const task = await taskBecomes('RUNNING_FAIL', taskId);
    expect(JSON.parse(task.taskInfo)).toMatchObject({ reason: 'upload-incomplete', failed });
    expect(await upload('late', Buffer.from('x'), { headers: { 'x-upload-id': id } })).toMatchObject({
      reason: 'upload-stopped',
    });

    // A file that its sender gave up is no failure and leaves no part.
    const announced = { path: '/wwwroot', files: 2, bytes: 10 };
    const other = (await browser.request('/fs/upload/begin', { json: announced })).res;
    const { id: second, taskId: secondTask } = other as { id: string; taskId: number };
    await upload('fine', Buffer.from('fine'), { headers: { 'x-upload-id': second } });
    await slice('half', { bytes: randomBytes(2 * SLICE), from: 0 }, { 'x-upload-id': second });
    const dropped = await browser.request('/fs/upload/end', { json: { id: second, dropped: true } });
    expect(dropped.code).toBe('200');
    await taskBecomes('RUNNING_SUCCESS', secondTask);
    expect(await readdir(join(root, 'tmp/.sitedeck-uploads'))).toEqual([]);
  });

  it('unlocks the workspace when its lease expires without data, and locks it again with further data', async () => {
    const bytes = randomBytes(2 * SLICE);
    await slice('half', { bytes, from: 0 }, { 'x-upload-id': 'slow' });
    const [task] = await tasks();
    await base.test.db
      .updateTable('task')
      .set({ lease_until: new Date(Date.now() - 1) })
      .where('id', '=', task?.id ?? 0)
      .execute();
    expect((await browser.request('/fs/mkdir', { json: { path: '/wwwroot/d' } })).code).toBe('200');
    expect((await slice('half', { bytes, from: SLICE }, { 'x-upload-id': 'slow' })).res).toMatchObject({
      files: [{ done: true }],
    });
  });

  it.each([
    ['RUNNING_FAIL', [{ path: 'bad', message: 'no' }]],
    ['STOP', []],
  ])('ends a cancelled upload as %s if its failed files are %j', async (status, failed) => {
    const announced = { path: '/wwwroot', files: 3, bytes: 10 };
    const { id, taskId } = (await browser.request('/fs/upload/begin', { json: announced })).res as {
      id: string;
      taskId: number;
    };
    await browser.request('/fs/upload/end', { json: { id, cancelled: true, failed } });
    await taskBecomes(status, taskId);
  });

  it('counts an upload as failed if its sender reports failed files after another tab stopped it', async () => {
    await slice('half', { bytes: randomBytes(2 * SLICE), from: 0 }, { 'x-upload-id': 'both' });
    const [task] = await tasks();
    expect((await browser.request(`/api/task/stopTask/${task?.id}`)).res).toMatchObject({
      taskStatus: 'STOP',
    });
    const failed = [{ path: 'bad', message: 'no' }];
    await browser.request('/fs/upload/end', { json: { id: 'both', cancelled: true, failed } });
    const { taskInfo, progress } = await taskBecomes('RUNNING_FAIL', task?.id ?? 0);
    expect([JSON.parse(taskInfo), progress]).toMatchObject([{ failed }, { failed: 1 }]);
    const more = await slice(
      'half',
      { bytes: randomBytes(2 * SLICE), from: SLICE },
      { 'x-upload-id': 'both' },
    );
    expect(more).toMatchObject({ code: '409', reason: 'upload-stopped' });
  });

  it('accepts a new upload without an id after one was cancelled with failed files', async () => {
    await slice('half', { bytes: randomBytes(2 * SLICE), from: 0 });
    const [task] = await tasks();
    const { uploadId: id } = JSON.parse(task?.taskParam ?? '') as { uploadId: string };
    const failed = [{ path: 'half', message: 'no' }];
    await browser.request('/fs/upload/end', { json: { id, cancelled: true, failed } });
    await taskBecomes('RUNNING_FAIL', task?.id ?? 0);
    expect(await browser.request('/fs/upload/status', { json: { id } })).toMatchObject({
      reason: 'upload-stopped',
    });
    expect((await upload('next', Buffer.from('next'))).res).toMatchObject({ files: [{ done: true }] });
  });

  it('unlocks the workspace while an upload is paused, and locks it again with further data', async () => {
    const bytes = randomBytes(2 * SLICE);
    await slice('rest', { bytes, from: 0 }, { 'x-upload-id': 'resting' });
    expect((await browser.request('/fs/mkdir', { json: { path: '/wwwroot/resting' } })).code).toBe('409');
    expect((await browser.request('/fs/upload/pause', { json: { id: 'resting' } })).code).toBe('200');
    expect((await tasks())[0]).toMatchObject({ taskStatus: 'RUNNING', paused: true });
    expect((await browser.request('/fs/mkdir', { json: { path: '/wwwroot/resting' } })).code).toBe('200');
    expect((await slice('rest', { bytes, from: SLICE }, { 'x-upload-id': 'resting' })).res).toMatchObject({
      files: [{ done: true }],
    });
  });

  it('refuses invalid ids, other users and a missing header before a byte is stored', async () => {
    expect(await upload('x', Buffer.from('x'), { headers: { 'x-upload-id': '../../x' } })).toMatchObject({
      reason: 'bad-input',
    });
    expect(await upload('x', Buffer.from('x'), { path: '/wwwroot/../..' })).toMatchObject({
      reason: 'bad-path',
    });
    expect(await upload('x', Buffer.from('x'), { headers: { 'x-requested-with': 'no' } })).toMatchObject({
      reason: 'bad-header',
    });
    expect(await upload('x', Buffer.from('x'), { headers: { 'x-host-code': 'vh1' } })).toMatchObject({
      reason: 'host-changed',
    });
    expect(
      (
        await new Browser(api).request('/fs/upload?path=/wwwroot', {
          body: 'x',
          headers: { 'content-type': BOUNDARY_TYPE },
        })
      ).status,
    ).toBe(996);
    expect(await readdir(join(root, 'wwwroot'))).toEqual([]);
  });
});

describe('a download', () => {
  it('comes as an attachment under its full name, with ranges; a refusal is JSON', async () => {
    const name = `a"b 中文'.txt`;
    await browser.request('/fs/echo', { json: { path: `/wwwroot/${name}`, content: '0123456789' } });
    const reply = await browser.raw('/fs/download', {
      json: { path: `/wwwroot/${name}` },
      headers: { range: 'bytes=2-4' },
    });
    expect([reply.status, await reply.text()]).toEqual([206, '234']);
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename="a_b __'.txt"; filename*=UTF-8''a%22b%20%E4%B8%AD%E6%96%87%27.txt`,
    );
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('content-security-policy')).toBe('sandbox');
    expect(await browser.request('/fs/download', { json: { path: '/wwwroot/none' } })).toMatchObject({
      code: '404',
      reason: 'no-such-file',
    });
  });

  it('binds a link to its session for a minute', async () => {
    await browser.request('/fs/echo', { json: { path: '/wwwroot/p.png', content: 'png' } });
    const { url } = (await browser.request('/fs/link', { json: { path: '/wwwroot/p.png' } })).res as {
      url: string;
    };
    const open = (cookie: string | undefined) =>
      fetch(`${api.url}${url}`, cookie === undefined ? {} : { headers: { cookie } });
    const shown = await open(browser.cookie);
    expect([shown.status, shown.headers.get('content-type'), await shown.text()]).toEqual([
      200,
      'image/png',
      'png',
    ]);
    expect((await open(browser.cookie)).status).toBe(200);
    expect((await open(undefined)).status).toBe(996);
    await base.test.db
      .updateTable('access_token')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('kind', '=', 'link')
      .execute();
    expect(await (await open(browser.cookie)).json()).toMatchObject({ code: '404' });
  });

  it('as a zip is a task', async () => {
    await browser.request('/fs/echo', { json: { path: '/wwwroot/a.txt', content: 'a' } });
    const reply = await browser.raw('/fs/zip', { json: { paths: ['/wwwroot/a.txt'] } });
    expect(reply.headers.get('content-type')).toBe('application/zip');
    expect(
      Buffer.from(await reply.arrayBuffer())
        .subarray(0, 4)
        .toString('latin1'),
    ).toBe('PK\x03\x04');
    expect(await taskBecomes('RUNNING_SUCCESS')).toMatchObject({
      taskType: 'COMPRESS',
      progress: { processed: 1, total: 1, progress: 1, downloaded: 1 },
    });
    expect(await browser.request('/fs/zip', { json: { paths: ['/wwwroot/none'] } })).toMatchObject({
      reason: 'no-such-file',
    });
    expect(JSON.parse((await taskBecomes('RUNNING_FAIL')).taskInfo)).toMatchObject({
      reason: 'no-such-file',
    });
  });

  it('as a zip ends with the browser that asked for it', async () => {
    const { hostname, port } = new URL(api.url);
    await upload('large.bin', randomBytes(SLICE));
    await taskBecomes('RUNNING_SUCCESS');
    for (let index = 0; index < 12; index += 1)
      await browser.request('/fs/cp', { json: { path: '/wwwroot/large.bin', to: `/wwwroot/l${index}` } });
    const body = JSON.stringify({ paths: ['/wwwroot'] });
    const socket = createConnection(Number(port), hostname);
    socket.write(
      `POST /fs/zip HTTP/1.1\r\nHost: x\r\nCookie: ${browser.cookie}\r\nX-Requested-With: XMLHttpRequest\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    const task = await taskBecomes('RUNNING_FAIL');
    expect(JSON.parse(task.taskInfo)).toMatchObject({ reason: 'download-cut' });
  });
});

it('packs inside the host as a queued task', async () => {
  await browser.request('/fs/echo', { json: { path: '/wwwroot/a.txt', content: 'a' } });
  const { taskId } = (
    await browser.request('/fs/compress', { json: { paths: ['/wwwroot'], to: '/data/site.zip' } })
  ).res as { taskId: number };
  const task = await taskBecomes('RUNNING_SUCCESS', taskId);
  expect(JSON.parse(task.taskInfo)).toMatchObject({ files: 1, failed: [] });
  expect(await readdir(join(root, 'data'))).toEqual(['site.zip']);
  const secondReply = (
    await browser.request('/fs/compress', { json: { paths: ['/wwwroot'], to: '/data/site.zip' } })
  ).res as { taskId: number };
  expect(JSON.parse((await taskBecomes('RUNNING_FAIL', secondReply.taskId)).taskInfo)).toMatchObject({
    reason: 'already-exists',
  });
  expect(await readdir(join(root, 'data'))).toEqual(['site.zip']);
});

it('reports what an extraction would do, then extracts as a queued task', async () => {
  for (const name of ['a.txt', 'b.txt'])
    await browser.request('/fs/echo', { json: { path: `/wwwroot/${name}`, content: name } });
  const pack = { paths: ['/wwwroot/a.txt', '/wwwroot/b.txt'], to: '/data/site.zip' };
  const packed = (await browser.request('/fs/compress', { json: pack })).res as { taskId: number };
  await taskBecomes('RUNNING_SUCCESS', packed.taskId);
  await browser.request('/fs/echo', { json: { path: '/wwwroot/a.txt', content: 'changed' } });
  const request = { path: '/data/site.zip', to: '/wwwroot' };
  expect((await browser.request('/fs/archive/inspect', { json: request })).res).toMatchObject({
    format: 'zip',
    files: 2,
    bytes: 10,
    taken: 2,
    takenSample: ['a.txt', 'b.txt'],
  });
  const { taskId } = (await browser.request('/fs/decompress', { json: request })).res as { taskId: number };
  const task = await taskBecomes('RUNNING_SUCCESS', taskId);
  expect(task).toMatchObject({ taskType: 'DECOMPRESS', progress: { processed: 2, total: 2, size: 10 } });
  expect(JSON.parse(task.taskInfo)).toEqual({ files: 2, size: 10, skipped: 0, refused: 0, failed: [] });
  expect(await readFile(join(root, 'wwwroot/a.txt'), 'utf8')).toBe('a.txt');
  // A forgotten folder is renamed at once and removed a moment later.
  const left = await readdir(join(root, '.sitedeck/extract'));
  expect(left.filter((name) => !name.startsWith('gone-'))).toEqual([]);

  await upload('noise.zip', randomBytes(1000), { path: '/data' });
  const noise = { path: '/data/noise.zip', to: '/wwwroot/new' };
  expect(await browser.request('/fs/archive/inspect', { json: noise })).toMatchObject({
    code: '400',
    reason: 'archive-broken',
  });
  const failed = (await browser.request('/fs/decompress', { json: noise })).res as { taskId: number };
  expect(JSON.parse((await taskBecomes('RUNNING_FAIL', failed.taskId)).taskInfo)).toMatchObject({
    reason: 'archive-broken',
  });
  expect(await readdir(join(root, 'wwwroot'))).toEqual(['a.txt', 'b.txt']);
});

it('removes a half-written archive when the worker that requested it is lost', async () => {
  await upload('large.bin', randomBytes(SLICE));
  for (let index = 0; index < 20; index += 1)
    await browser.request('/fs/cp', { json: { path: '/wwwroot/large.bin', to: `/wwwroot/l${index}` } });
  const { uid } = await base.test.db
    .selectFrom('host')
    .select('uid')
    .where('code', '=', HostCode.parse(hostCode))
    .executeTakeFirstOrThrow();
  const worker = connectRpc(fileProtocol, join(files.sockets, 'parent.sock'));
  const request = {
    hostCode,
    uid,
    quotaBytes: null,
    entriesMax: 1000,
    paths: ['/wwwroot'],
    to: '/data/site.zip',
  };
  const lost = worker.call('compress', request, {
    onProgress: () => worker.close(),
  });
  await expect(lost).rejects.toMatchObject({ reason: 'engine-down' });
  const half = async () => {
    const work = await readdir(join(root, 'tmp/.sitedeck-work'), { recursive: true, withFileTypes: true });
    return work.filter((entry) => entry.isFile()).length;
  };
  for (let tries = 0; tries < 400 && (await half()) > 0; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await half()).toBe(0);
  expect(await readdir(join(root, 'data'))).toEqual([]);
});

it.each([
  ['zh-CN', '文件或文件夹不存在'],
  ['en-US', 'File or folder not found'],
])('replies in %s if a file disappeared after the download was granted', async (language, msg) => {
  const uploadGate = makeUploadGate(base, uploads.openUpload);
  const reply = await uploadGate.inject({ url: '/internal/gone', headers: { 'accept-language': language } });
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    { code: '404', res: { reason: 'no-such-file' }, msg },
  ]);
  await uploadGate.close();
});

it('reads the logs of a host for the error page: live, rotated, missing, and never through a link', async () => {
  const read = async (from?: number) => {
    const json = { log: 'php', ...(from !== undefined && { from }) };
    return (await browser.request('/api/vhost/errorLog', { json })).res;
  };
  const file = join(root, 'logs/php-error.log');
  expect(await read()).toEqual({ lines: [], next: 0, restarted: false, cut: false });
  const gbk = Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x0a]);
  await writeFile(file, Buffer.concat([Buffer.from('one\n你好\n'), gbk, Buffer.from('half')]));
  expect(await read()).toEqual({ lines: ['one', '你好', '你好'], next: 16, restarted: false, cut: false });
  expect(await read(16)).toMatchObject({ lines: [], next: 16 });
  await writeFile(file, 'anew\n');
  expect(await read(16)).toMatchObject({ lines: ['anew'], next: 5, restarted: true });
  await rm(file);
  await symlink('/etc/passwd', file);
  expect(JSON.stringify(await read())).not.toContain('root:');
});
