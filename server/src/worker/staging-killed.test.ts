import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readStaging } from '@sitedeck/contract';
import type { TaskRow } from '#state/tables';
import { ImageWorker } from '#testing/image-worker';
import type { Kill } from '#testing/image-worker-process';
import { makeStagingConsole, type StagingConsole, type StagingHost } from '#testing/staging-console';
import type { StagingWorkerParts } from '#testing/staging-worker-process';

jest.setTimeout(600_000);

const Started = z.object({ taskId: z.number() });
/** Enough that a worker can be killed while they are copied. */
const FILES = 30;
const ROWS = 2000;

describe('a task of a staging copy whose worker is killed', () => {
  let made: StagingConsole;
  let host: StagingHost;
  let worker: ImageWorker;

  beforeAll(async () => {
    made = await makeStagingConsole();
    host = await made.host('killed');
    const scratch = dirname(dirname(host.root));
    const parts: StagingWorkerParts = {
      ...{ url: made.console.api.test.url, scratch, hosts: dirname(host.root), port: made.node.port },
      ...{ server: made.mariadb.server, socket: join(scratch, 'fs/parent.sock') },
    };
    worker = await ImageWorker.make(parts, 'testing/staging-worker-process.ts');
    await worker.start();
    const { name, user, password } = await host.access();
    const config = `<?php $db = ['${name}', '${user}', '${password}']; $table_prefix = 'wp_';`;
    await host.put('wwwroot/wp-config.php', config);
    for (let file = 0; file < FILES; file += 1) await host.put(`wwwroot/many/${file}.txt`, 'live');
    await host.put('wwwroot/gone.txt', 'gone');
    await host.sql('CREATE TABLE wp_posts (id INT PRIMARY KEY, body VARCHAR(200))');
    await host.sql(`INSERT INTO wp_posts SELECT seq, 'live' FROM seq_1_to_${ROWS}`);
  });
  afterAll(async () => {
    await worker?.close();
    await made.close();
  });

  const row = async (taskId: number): Promise<TaskRow> => {
    const task = await made.console.api.core.tasks.get(taskId);
    if (!task) throw new Error('The task is gone');
    return task;
  };
  const begin = async (path: string, body: object) =>
    Started.parse(await host.request(`/api/siteImage/staging/${path}`, body)).taskId;
  const remove = () => host.request('/api/siteImage/staging/remove', {});

  interface Killed {
    readonly step: string;
    readonly at: Kill['at'];
    readonly then: 'resumed' | 'cancelled';
  }

  /** Runs a task whose worker is killed, and the next worker. */
  async function runKilled(taskId: number, { step, at, then }: Killed): Promise<TaskRow> {
    const kill: Kill = { step, at, halfMs: worker.msOf((await row(taskId)).type, step) / 2 };
    if ((await worker.run({ taskId, before: 'none', kill })) === 'ended') return row(taskId);
    if (then === 'cancelled') await made.console.api.core.tasks.requestCancel(taskId);
    await worker.start();
    await worker.run({ taskId, before: 'lost' });
    return row(taskId);
  }

  const leftovers = async () => ({
    copies: (await readdir(host.root)).filter((name) => name === 'staging'),
    tables: await host.sql("SHOW TABLES LIKE 'sdstg%'"),
    restores: await readdir(join(made.console.tools.paths.restores, host.hostCode)).catch(() => []),
    state: readStaging.reply.parse(await host.request('/api/siteImage/staging')),
  });

  it('leaves nothing of a copy that is not complete', async () => {
    // Shows how long the steps take.
    const first = await begin('create', {});
    await worker.run({ taskId: first, before: 'none' });
    expect((await row(first)).status).toBe('RUNNING_SUCCESS');
    await remove();
    const nothing = { copies: [], tables: [], restores: [], state: { staging: null, removing: false } };
    for (const [step, at] of [
      ['files', 'halfway'],
      ['files', 'done'],
      ['database', 'halfway'],
      ['address', 'done'],
    ] as const) {
      const task = await runKilled(await begin('create', {}), { step, at, then: 'resumed' });
      if (task.status === 'RUNNING_SUCCESS') await remove();
      else expect(task.info).toMatchObject({ reason: 'worker-lost' });
      expect([step, at, await leftovers()]).toEqual([step, at, nothing]);
    }
    expect(await host.sql('SELECT COUNT(*) FROM wp_posts')).toEqual([ROWS]);
  });

  const word = async () => {
    const files = [0, FILES - 1].map((file) => readFile(join(host.root, `wwwroot/many/${file}.txt`), 'utf8'));
    const texts = new Set(await Promise.all(files));
    const rows = await host.sql('SELECT DISTINCT body FROM wp_posts');
    return { files: [...texts], rows, gone: existsSync(join(host.root, 'wwwroot/gone.txt')) };
  };
  async function change(next: string): Promise<void> {
    for (let file = 0; file < FILES; file += 1) await host.put(`staging/many/${file}.txt`, next);
    await host.sql(`UPDATE sdstg_wp_posts SET body = '${next}'`);
    await host.put('wwwroot/gone.txt', 'gone');
  }
  const everything = { files: { is: 'all', remove: true }, database: true };

  it('completes a push, or leaves all as before', async () => {
    const created = await begin('create', {});
    await worker.run({ taskId: created, before: 'none' });
    await made.node.hosts.applySites();
    await rm(join(host.root, 'staging/gone.txt'));
    await change('first');
    const first = await begin('push', everything);
    await worker.run({ taskId: first, before: 'none' });
    expect(await word()).toEqual({ files: ['first'], rows: ['first'], gone: false });
    let before = 'first';
    for (const killed of [
      { step: 'setup', at: 'halfway', then: 'resumed' },
      { step: 'setup', at: 'done', then: 'cancelled' },
      { step: 'files', at: 'halfway', then: 'cancelled' },
      { step: 'files', at: 'done', then: 'resumed' },
    ] as const) {
      const next = `after ${killed.step} ${killed.at}`;
      await change(next);
      const task = await runKilled(await begin('push', everything), killed);
      const found = await word();
      const isDone = found.rows[0] === next;
      const expected = isDone ? next : before;
      expect([killed, found.files, found.rows]).toEqual([killed, [expected], [expected]]);
      if (killed.then === 'resumed')
        expect([killed, task.status, isDone]).toEqual([killed, 'RUNNING_SUCCESS', true]);
      if (task.status === 'RUNNING_SUCCESS') expect(found.gone).toBe(false);
      if (isDone) before = next;
    }
  });
});
