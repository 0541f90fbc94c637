import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { HostCode, type Task } from '@sitedeck/contract';
import { fileProtocol } from '#files/link/protocol';
import { openBoss, type Boss } from '#queue/boss';
import { makeEnqueue, type Enqueue } from '#queue/enqueue';
import { makeTaskStore } from '#queue/task-store';
import { serveRpc, type RpcServer } from '#system/rpc/rpc-server';
import { makeTestApi, type TestApi } from '#testing/api';
import { Browser, PASSWORD, Portal } from '#testing/browser';
import { bundleProgram } from '#testing/bundle-program';
import { createHostTree, makeFileHosts, type FileHosts } from '#testing/file-hosts';
import { fileChildPid } from '#testing/find-file-child';
import { haveFtpServers, startPureFtpd, type SourceServer } from '#testing/source-servers';

/** Files of the old site; enough that a move can be interrupted. */
const FILES = 1500;
const OLD = 'old page';

let api: TestApi;
let files: FileHosts;
let server: RpcServer;
let boss: Boss;
let source: SourceServer;
let scratch: string;
let program: string;
let worker: ChildProcess;
let owner: Browser;
let hostCode: string;
let root: string;
let count = 0;

const site = () => join(scratch, 'site');
const socket = () => join(files.sockets, 'parent.sock');

function makeSite(): void {
  mkdirSync(join(site(), 'pages'), { recursive: true });
  writeFileSync(join(site(), 'index.php'), 'new page');
  for (let index = 1; index < FILES; index += 1)
    writeFileSync(join(site(), `pages/p${index}.html`), randomBytes(index % 700));
}

async function startWorker(): Promise<void> {
  worker = spawn(process.execPath, [program, api.test.url, socket()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (worker.stdout) await once(worker.stdout, 'data');
}

async function killWorker(): Promise<void> {
  const gone = once(worker, 'exit');
  worker.kill('SIGKILL');
  await gone;
}

const suite = haveFtpServers() ? describe : describe.skip;

suite('a site move from a real server', () => {
  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'sitedeck-moved-'));
    chmodSync(scratch, 0o755);
    makeSite();
    source = await startPureFtpd({ site: site(), scratch, pair: '' }, 'none');
    files = await makeFileHosts();
    const { handlers } = files.parent;
    const onBug = (_method: string, error: unknown) => console.error(error);
    server = await serveRpc({ protocol: fileProtocol, handlers, socket: socket(), onBug });
    // The queue needs the database that the API creates.
    const later: Enqueue = async (task, request) => {
      boss ??= await openBoss({ url: api.test.url, log: pino({ level: 'silent' }), supervise: false });
      return makeEnqueue(api.test.db, makeTaskStore(api.test.db), boss)(task, request);
    };
    api = await makeTestApi({ enqueue: later });
    program = await bundleProgram('testing/move-worker-process.ts', scratch);
    await startWorker();
  });
  afterAll(async () => {
    await killWorker();
    await boss.close();
    await server.close();
    await api.close();
    await files.close();
    await source.stop();
    rmSync(scratch, { recursive: true, force: true });
  });

  beforeEach(async () => {
    const portal = new Portal(api);
    const name = `moved${++count}`;
    hostCode = await portal.host(await portal.account(), name);
    const { uid } = await api.test.db
      .selectFrom('host')
      .select('uid')
      .where('code', '=', HostCode.parse(hostCode))
      .executeTakeFirstOrThrow();
    root = join(files.hosts, hostCode);
    await createHostTree(root, uid);
    writeFileSync(own('wwwroot/index.php'), OLD);
    owner = new Browser(api);
    await owner.login(name, PASSWORD);
  });

  const own = (path: string) => join(root, path);
  const request = () => {
    const { port, user, password, folder } = source;
    const at = { protocol: 'ftp', server: '127.0.0.1', port, user, password, folder };
    return { source: { ...at, encoding: 'auto', fingerprint: null }, target: '/wwwroot' };
  };
  const start = () => owner.request('/api/siteMove/start', { json: { ...request(), removeGone: false } });
  const started = async () => ((await start()).res as { taskId: number }).taskId;
  const task = async (id: number) => (await owner.request(`/api/task/getTask/${id}`)).res as Task;
  async function ended(id: number): Promise<Task> {
    for (;;) {
      const now = await task(id);
      if (now.taskStatus !== 'WAIT' && now.taskStatus !== 'RUNNING') return now;
      await sleep(50);
    }
  }
  const namesIn = (path: string) => (existsSync(own(path)) ? readdirSync(own(path)) : []);
  const staged = (id: number) => namesIn(`.sitedeck/move/${id}/tree/pages`).length;
  async function halfway(id: number): Promise<void> {
    while (staged(id) < FILES / 10) await sleep(1);
    expect((await task(id)).taskStatus).toBe('RUNNING');
  }
  /** Contents by path. */
  function contents(folder: string): Record<string, string> {
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const ofFiles = paths.filter((path) => statSync(join(folder, path)).isFile());
    return Object.fromEntries(ofFiles.map((path) => [path, readFileSync(join(folder, path), 'base64')]));
  }
  async function nothingStaged(): Promise<void> {
    while (namesIn('.sitedeck/move').length > 0) await sleep(5);
  }
  const asBefore = () =>
    expect(contents(own('wwwroot'))).toEqual({ 'index.php': Buffer.from(OLD).toString('base64') });
  const asAtSource = () => expect(contents(own('wwwroot'))).toEqual(contents(site()));

  it('is checked first, runs in the lane of long tasks, locks the workspace and replies with its result', async () => {
    const checked = await owner.request('/api/siteMove/check', { json: request() });
    const check = await ended((checked.res as { taskId: number }).taskId);
    expect(check.taskStatus).toBe('RUNNING_SUCCESS');
    expect(JSON.parse(check.taskInfo)).toMatchObject({
      source: { files: FILES },
      replaced: { files: 1, sample: ['index.php'] },
      refused: [],
    });
    asBefore();

    const id = await started();
    const { rows } = await sql<{ name: string }>`
      select name from pgboss.job where data->>'taskId' = ${String(id)}
    `.execute(api.test.db);
    expect(rows).toEqual([{ name: 'node-local-long' }]);
    expect(await start()).toMatchObject({ reason: 'workspace-busy' });
    const done = await ended(id);
    expect(done).toMatchObject({ taskStatus: 'RUNNING_SUCCESS', progress: { copiedFiles: FILES } });
    asAtSource();
    const copiedBytes = Object.values(contents(site())).reduce(
      (sum, text) => sum + Buffer.from(text, 'base64').length,
      0,
    );
    const result = { copiedFiles: FILES, copiedBytes, failed: [] };
    expect((await owner.request(`/api/siteMove/getCloneInfo/${done.preTaskCode}`)).res).toEqual(result);
    expect(JSON.parse(done.taskInfo)).toMatchObject({ ...result, unchangedFiles: 0, removedFiles: 0 });
    await nothingStaged();
  });

  it('leaves nothing when it is stopped', async () => {
    const id = await started();
    await halfway(id);
    expect(await owner.request(`/api/task/stopTask/${id}`)).toMatchObject({ code: '200' });
    expect((await ended(id)).taskStatus).toBe('STOP');
    asBefore();
    await nothingStaged();
    const { params } = await api.test.db
      .selectFrom('task')
      .select('params')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(params)).not.toContain(source.password);
    expect((await ended(await started())).taskStatus).toBe('RUNNING_SUCCESS');
  });

  it('continues when its worker was killed', async () => {
    const id = await started();
    await halfway(id);
    await killWorker();
    asBefore();
    expect(await start()).toMatchObject({ reason: 'workspace-busy' });
    await startWorker();
    const done = await ended(id);
    expect(done.taskStatus).toBe('RUNNING_SUCCESS');
    const { res } = await owner.request(`/api/siteMove/getCloneInfo/${done.preTaskCode}`);
    expect(res).toMatchObject({ copiedFiles: FILES, failed: [] });
    asAtSource();
    await nothingStaged();
  });

  it('leaves all as before when the file process of its host was killed', async () => {
    const id = await started();
    await halfway(id);
    process.kill(await fileChildPid(root), 'SIGKILL');
    const lost = await ended(id);
    expect(lost.taskStatus).toBe('RUNNING_FAIL');
    expect(JSON.parse(lost.taskInfo)).toMatchObject({ reason: 'engine-down' });
    asBefore();
    await nothingStaged();
    expect((await ended(await started())).taskStatus).toBe('RUNNING_SUCCESS');
    asAtSource();
  });
});
