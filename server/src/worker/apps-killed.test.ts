import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { TaskRow } from '#state/tables';
import { makeAppConsole, type AppConsole } from '#testing/app-console';
import { makeAppHost, type AppHost } from '#testing/app-host';
import type { AppWorkerParts } from '#testing/app-worker-process';
import { ImageWorker } from '#testing/image-worker';
import type { Kill } from '#testing/image-worker-process';
import { itCaged } from '#testing/it-caged';
import { treeFingerprint } from '#testing/tree-fingerprint';

jest.setTimeout(300_000);

/** Enough that a worker can be killed while they are unpacked. */
const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`many/${at}.php`, `${at}`]));
const ONE = { ...many, 'index.php': '<?php echo 1;', 'old.php': 'old' };
const TWO = { ...many, 'index.php': '<?php echo 2;', 'new.php': 'new' };

type Change = 'install' | 'update' | 'uninstall' | 'undo';
const CASES = {
  install: ['package', 'check', 'fetch', 'setup', 'files', 'end'],
  update: ['safety', 'fetch', 'setup', 'files', 'end'],
  uninstall: ['safety', 'fetch', 'setup', 'files', 'end'],
  // The first steps are those of restores, which have kill tests of their own.
  undo: ['database', 'files', 'end'],
} as const;
/** Each step halfway and done; in turn, its worker resumes the task or finds it cancelled. */
const killings = (change: Change) =>
  CASES[change].flatMap((step, index) =>
    (['halfway', 'done'] as const)
      .filter((at) => step !== 'end' || at === 'done')
      .map((at) => ({
        ...{ step, at },
        then: (index % 2 === 0) === (at === 'done') ? ('cancelled' as const) : ('resumed' as const),
      })),
  );

describe('a task of apps whose worker is killed', () => {
  let made: AppConsole;
  let host: AppHost;
  let worker: ImageWorker;

  beforeAll(async () => {
    made = await makeAppConsole();
    if (!made.tools.cages) return;
    const scratch = dirname(dirname(made.console.tools.rootOf((await makeAppHost(made)).hostCode)));
    const parts: AppWorkerParts = {
      ...{ url: made.console.api.test.url, scratch, hosts: join(scratch, 'hosts') },
      ...{ server: made.mariadb.server, socket: join(scratch, 'fs/parent.sock'), apps: made.parts },
    };
    worker = await ImageWorker.make(parts, 'testing/app-worker-process.ts');
    await worker.start();
  });
  afterAll(async () => {
    await worker?.close();
    await made.close();
  });

  const state = async () => ({
    files: await treeFingerprint(host.root),
    tables: await host.tables(),
    columns: (await host.tables()).length === 0 ? [] : await host.rows('SHOW COLUMNS FROM notes_notes'),
    apps: (await host.installed()).map(({ version, folder }) => [version, folder]),
  });
  /** The same without what differs between hosts. */
  const shapeNow = async () => {
    const { files, ...rest } = await state();
    const index = await host.read('wwwroot/notes/index.php').catch(() => null);
    return { ...rest, index, paths: Object.keys(files).sort() };
  };
  const row = async (taskId: number): Promise<TaskRow> => {
    const task = await made.console.api.core.tasks.get(taskId);
    if (!task) throw new Error('The task is gone');
    return task;
  };
  const idOf = async (): Promise<number> => (await host.installed())[0]?.id ?? 0;
  async function begin(change: Change, undone: number): Promise<number> {
    const bodies = {
      install: host.wanted(),
      update: { id: await idOf(), version: '2.0' },
      uninstall: { id: await idOf() },
      undo: { taskId: undone },
    };
    const reply = await host.request(`/api/apps/${change}`, bodies[change]);
    return z.object({ taskId: z.number() }).parse(reply).taskId;
  }
  /** Brings the host to where a change begins. Returns the task that an undo brings back. */
  async function prepare(change: Change): Promise<number> {
    host = await makeAppHost(made);
    await host.issue('1.0', ONE);
    if (change === 'install') return 0;
    expect((await host.install()).status).toBe('RUNNING_SUCCESS');
    await host.issue('2.0', TWO);
    if (change !== 'undo') return 0;
    const task = await host.task('/api/apps/update', { id: await idOf(), version: '2.0' });
    return task.id;
  }
  async function expectNoLeftovers(): Promise<void> {
    const { restores } = made.console.tools.paths;
    const restoring = await readdir(join(restores, host.hostCode)).catch(() => []);
    const packages = await readdir(made.tools.packages);
    const inHost = (await readdir(host.root, { recursive: true })).filter((path) =>
      path.includes('setup.php'),
    );
    expect([restoring, packages.filter((name) => !name.endsWith('.zst')), inHost]).toEqual([[], [], []]);
  }

  for (const change of ['install', 'update', 'uninstall', 'undo'] as const)
    itCaged(
      `leaves all as before or completes it, in every step of ${change}`,
      async () => {
        const undone = await prepare(change);
        // Shows how long the steps take, and what the change leads to.
        const first = await begin(change, undone);
        await worker.run({ taskId: first, before: 'none' });
        expect((await row(first)).status).toBe('RUNNING_SUCCESS');
        const after = await shapeNow();
        const { type } = await row(first);
        for (const { step, at, then } of killings(change)) {
          const again = await prepare(change);
          const before = await state();
          const taskId = await begin(change, again);
          const kill: Kill = { step, at, halfMs: worker.msOf(type, step) / 2 };
          const ended = (await worker.run({ taskId, before: 'none', kill })) === 'ended';
          if (!ended) {
            if (then === 'cancelled') await made.console.api.core.tasks.requestCancel(taskId);
            await worker.start();
            await worker.run({ taskId, before: 'lost' });
          }
          const { status } = await row(taskId);
          const found = await state();
          const what = `${step} ${at} ${then} ${ended}`;
          const isDone = JSON.stringify(found.apps) === JSON.stringify(after.apps);
          if (isDone) expect([what, await shapeNow()]).toEqual([what, after]);
          else expect([what, found]).toEqual([what, before]);
          if (then === 'resumed') expect([what, status, isDone]).toEqual([what, 'RUNNING_SUCCESS', true]);
          await expectNoLeftovers();
        }
      },
      600_000,
    );
});
