import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { AccountCode, HostCode, HostName, type TaskStatus } from '@sitedeck/contract';
import type { TaskRow } from '#state/tables';
import { remoteLaneTask, resumingTask, restartingTask } from '#testing/runner-process';
import { bundleProgram } from '#testing/bundle-program';
import { makeTestDb, type TestDb } from '#testing/state';
import { openBoss, type Boss } from '../boss';
import { makeEnqueue, type Enqueue } from '../enqueue';
import { makeTaskStore, type TaskStore } from '../task-store';

/** Pause between two polls of another process, ms. */
const POLL_MS = 20;

describe('tasks on a worker process', () => {
  let testDb: TestDb;
  let boss: Boss;
  let store: TaskStore;
  let enqueue: Enqueue;
  let programs: string;
  let program: string;
  let folder: string;
  let hostCode: HostCode;
  let hosts = 0;
  const workers = new Set<ChildProcess>();

  beforeAll(async () => {
    testDb = await makeTestDb();
    programs = await mkdtemp(join(tmpdir(), 'runner-program-'));
    program = await bundleProgram('testing/runner-process.ts', programs);
    const log = pino({ level: 'silent' });
    boss = await openBoss({ url: testDb.url, log, supervise: false });
    store = makeTaskStore(testDb.db);
    enqueue = makeEnqueue(testDb.db, store, boss);
    await testDb.db
      .insertInto('account')
      .values({ code: AccountCode.parse('ac1'), name: 'x' })
      .execute();
  });
  afterAll(async () => {
    await boss.close();
    await testDb.close();
    await rm(programs, { recursive: true });
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'runner-'));
    hostCode = await newHost();
  });
  afterEach(async () => {
    await Promise.all([...workers].map((worker) => end(worker, 'SIGKILL')));
    await rm(folder, { recursive: true });
  });

  async function newHost(): Promise<HostCode> {
    hosts += 1;
    const code = HostCode.parse(`vh${hosts}0`);
    await testDb.db
      .insertInto('host')
      .values({
        code,
        account_code: AccountCode.parse('ac1'),
        host_name: HostName.parse(`host-${hosts}`),
        password_hash: '',
        uid: 30_000 + hosts,
        node: 'local',
        language: 'PHP',
        product_type: '',
        instance_type: '',
        os_type: '',
        plugin: 0,
        remark: '',
        disk_quota: null,
        database_quota: null,
        traffic_quota: null,
      })
      .execute();
    return code;
  }

  async function startWorker(): Promise<ChildProcess> {
    const worker = spawn(process.execPath, [program, testDb.url], { stdio: ['ignore', 'pipe', 'inherit'] });
    workers.add(worker);
    worker.once('exit', () => workers.delete(worker));
    return worker;
  }
  async function readyWorker(): Promise<ChildProcess> {
    const worker = await startWorker();
    if (worker.stdout) await once(worker.stdout, 'data');
    return worker;
  }
  async function end(worker: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    if (worker.exitCode !== null || worker.signalCode !== null) return;
    const gone = once(worker, 'exit');
    worker.kill(signal);
    await gone;
  }

  const add = (kind = resumingTask, more: object = {}) =>
    enqueue(kind, { hostCode, operator: 'owner', payload: { folder, ...more } });
  const go = () => writeFile(join(folder, 'go'), '');
  const trace = async () =>
    (await readFile(join(folder, 'trace'), 'utf8').catch(() => '')).split('\n').filter(Boolean);

  async function until(check: () => Promise<boolean>, ms = 120_000): Promise<void> {
    const limit = Date.now() + ms;
    while (!(await check())) {
      if (Date.now() > limit) throw new Error(`Not within ${ms} ms; trace: ${(await trace()).join(', ')}`);
      await sleep(POLL_MS);
    }
  }
  async function ended(id: number, status: TaskStatus): Promise<TaskRow> {
    await until(async () => (await store.get(id))?.ended_at !== null);
    const row = await store.get(id);
    expect(row?.status).toBe(status);
    if (!row) throw new Error('The task is gone');
    return row;
  }
  const waiting = () => until(async () => (await trace()).includes('waiting'));

  it('runs every step, reports progress and ends', async () => {
    await readyWorker();
    const task = await add();
    expect(task).toMatchObject({ status: 'WAIT', steps: [{ name: 'first', status: 'wait' }, {}, {}] });
    await waiting();
    await until(async () => ((await store.get(task.id))?.progress.files ?? 0) > 0);
    expect(await store.get(task.id)).toMatchObject({
      status: 'RUNNING',
      progress: { current: 'waiting' },
      steps: [
        { name: 'first', status: 'done' },
        { name: 'second', status: 'running' },
        { name: 'third', status: 'wait' },
      ],
    });
    await go();
    const row = await ended(task.id, 'RUNNING_SUCCESS');
    expect(row).toMatchObject({ info: { done: true }, attempts: 1 });
    expect(await trace()).toEqual(['first', 'waiting', 'third']);
  });

  it('acknowledges a cancellation within two seconds and leaves no partial output', async () => {
    await readyWorker();
    const task = await add();
    await waiting();
    await store.requestCancel(task.id);
    // Counts two seconds in polls, each a pause and a query: a busy machine slows down both sides.
    let polls = 0;
    await until(async () => (polls += 1) > 0 && (await store.get(task.id))?.ended_at !== null);
    expect(polls).toBeLessThan(2000 / POLL_MS);
    await ended(task.id, 'STOP');
    expect(await trace()).toEqual(['first', 'waiting', 'cleanup']);
    expect(existsSync(join(folder, 'out.partial'))).toBe(false);
  });

  it('skips a task that was cancelled while it waited', async () => {
    const task = await add();
    expect(await store.requestCancel(task.id)).toMatchObject({ status: 'STOP' });
    await readyWorker();
    const next = await add();
    await waiting();
    await go();
    await ended(next.id, 'RUNNING_SUCCESS');
    expect(await trace()).toEqual(['first', 'waiting', 'third']);
  });

  it('stores why a task failed, and cleans up', async () => {
    await readyWorker();
    await go();
    const task = await add(resumingTask, { fail: 'over-quota' });
    const row = await ended(task.id, 'RUNNING_FAIL');
    expect(row.info).toMatchObject({ reason: 'over-quota', id: `task-${task.id}` });
    expect(row.steps.at(-1)).toEqual({ name: 'third', status: 'failed' });
    expect(existsSync(join(folder, 'out.partial'))).toBe(false);
  });

  const suspend = () =>
    testDb.db.updateTable('host').set({ suspended: true }).where('code', '=', hostCode).execute();

  it('refuses a queued task of a suspended host, but runs one that stays open then', async () => {
    const refused = await add();
    await suspend();
    await go();
    await readyWorker();
    expect((await ended(refused.id, 'RUNNING_FAIL')).info).toMatchObject({ reason: 'host-blocked' });
    expect(await trace()).toEqual(['cleanup']);
    await ended((await add(remoteLaneTask)).id, 'RUNNING_SUCCESS');
  });

  it('names the suspension if a program that worked for the task was ended by it', async () => {
    await readyWorker();
    const task = await add(resumingTask, { fail: 'engine-down' });
    await waiting();
    await suspend();
    await go();
    expect((await ended(task.id, 'RUNNING_FAIL')).info).toMatchObject({ reason: 'host-blocked' });
  });

  it('resumes after kill -9 at the last unfinished step, without repeating a finished one', async () => {
    const first = await readyWorker();
    const task = await add();
    await waiting();
    await end(first, 'SIGKILL');
    await go();
    await readyWorker();
    expect(await ended(task.id, 'RUNNING_SUCCESS')).toMatchObject({ attempts: 2 });
    expect(await trace()).toEqual(['first', 'waiting', 'waiting', 'third']);
  });

  it('fails a task that can’t resume with its reason, and removes its partial output', async () => {
    const first = await readyWorker();
    const task = await add(restartingTask);
    await waiting();
    expect(existsSync(join(folder, 'out.partial'))).toBe(true);
    await end(first, 'SIGKILL');
    await readyWorker();
    const row = await ended(task.id, 'RUNNING_FAIL');
    expect(row.info).toMatchObject({ reason: 'worker-lost' });
    expect(await trace()).toEqual(['first', 'waiting', 'cleanup']);
    expect(existsSync(join(folder, 'out.partial'))).toBe(false);
  });

  it('leaves a running task to the next worker when the worker must stop', async () => {
    const first = await readyWorker();
    const task = await add();
    await waiting();
    await end(first, 'SIGTERM');
    expect(await store.get(task.id)).toMatchObject({ status: 'RUNNING' });
    await go();
    await readyWorker();
    await ended(task.id, 'RUNNING_SUCCESS');
    expect(await trace()).toEqual(['first', 'waiting', 'waiting', 'third']);
  });

  it('never runs a task twice at the same time: a second worker waits until the first has ended', async () => {
    const first = await readyWorker();
    const task = await add();
    await waiting();
    const second = await startWorker();
    await sleep(1500);
    expect(await trace()).toEqual(['first', 'waiting']);
    await end(first, 'SIGKILL');
    if (second.stdout) await once(second.stdout, 'data');
    await go();
    await ended(task.id, 'RUNNING_SUCCESS');
    expect((await trace()).filter((line) => line === 'third')).toHaveLength(1);
  });

  it('survives twelve kills in a row without losing a task or running one twice', async () => {
    const tasks: TaskRow[] = [];
    const folders: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const worker = await startWorker();
      hostCode = await newHost();
      const own = await mkdtemp(join(folder, 't-'));
      folders.push(own);
      await writeFile(join(own, 'go'), '');
      tasks.push(await enqueue(resumingTask, { hostCode, operator: 'owner', payload: { folder: own } }));
      await sleep(round * 50);
      await end(worker, 'SIGKILL');
    }
    await readyWorker();
    for (const task of tasks) await ended(task.id, 'RUNNING_SUCCESS');
    for (const own of folders) {
      const lines = (await readFile(join(own, 'trace'), 'utf8')).split('\n').filter(Boolean);
      expect(lines.at(-1)).toBe('third');
    }
  });

  it('runs a task of a host while ten hosts, this one too, wait for another machine', async () => {
    await readyWorker();
    const own = hostCode;
    const waits: TaskRow[] = [];
    for (let count = 0; count < 10; count += 1) {
      hostCode = count === 0 ? own : await newHost();
      waits.push(await add(remoteLaneTask));
    }
    await until(async () => (await trace()).filter((line) => line === 'waiting').length === 8);
    hostCode = own;
    const ready = await mkdtemp(join(folder, 'ready-'));
    await writeFile(join(ready, 'go'), '');
    await ended((await add(resumingTask, { folder: ready })).id, 'RUNNING_SUCCESS');
    expect((await trace()).filter((line) => line === 'third')).toEqual([]);
    await go();
    for (const { id } of waits) await ended(id, 'RUNNING_SUCCESS');
  });

  it('starts the next task of a host when the current one ends, without a poll', async () => {
    await readyWorker();
    const tasks = [await add(remoteLaneTask), await add(remoteLaneTask), await add(remoteLaneTask)];
    await waiting();
    await go();
    for (const { id } of tasks) await ended(id, 'RUNNING_SUCCESS');
  });

  it('creates row and job together or not at all', async () => {
    await testDb.db.deleteFrom('host').where('code', '=', hostCode).execute();
    await expect(add()).rejects.toMatchObject({ reason: 'host-gone' });
    const jobs = await boss.boss.findJobs('node-local', { key: hostCode });
    expect(jobs).toEqual([]);
  });
});
