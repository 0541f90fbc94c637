import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { pino } from 'pino';
import { z } from 'zod';
import { HostCode } from '@sitedeck/contract';
import { Repositories } from '#features/backup/worker/repository/repositories';
import type { BackupTools } from '#features/backup/worker/tools';
import { NodeDatabases } from '#features/database/worker/node-databases';
import { siteImageTasks } from '#features/site-image/worker/tasks';
import { fileProtocol } from '#files/link/protocol';
import { runTask, type ImplementedTask } from '#queue/worker/run-task';
import { makeTaskStore } from '#queue/task-store';
import { scopeOfTask } from '#sites/host-scope';
import { readHost } from '#sites/live-hosts';
import { openDb } from '#state/db';
import type { DatabaseServer } from '#system/mariadb/connection/server';
import { isolationHere } from '#system/process/identity';
import { backupPaths } from '#system/restic/backup-paths';
import { findRestic } from '#system/restic/engine';
import { completeSwaps } from '#system/restic/restore-tree';
import { connectRpc } from '#system/rpc/rpc-client';
import { imageToolsOver } from './image-tools';

/** What the process needs of its test. */
export interface ImageWorkerParts {
  readonly url: string;
  readonly socket: string;
  readonly scratch: string;
  readonly hosts: string;
  readonly server: DatabaseServer;
}

/** When the process kills itself: `halfway` in a step, when a step is `done` but not recorded, or at the end. */
export const Kill = z.object({
  step: z.string(),
  at: z.enum(['halfway', 'done']),
  /** How long half of the step takes, ms. */
  halfMs: z.number(),
});
export type Kill = z.infer<typeof Kill>;

const Order = z.object({ taskId: z.number(), before: z.enum(['none', 'lost']), kill: Kill.optional() });
export type ImageWorkerOrder = z.infer<typeof Order>;

const die = () => process.kill(process.pid, 'SIGKILL');
const never = () => new Promise<never>(() => undefined);

async function runAndDie(run: () => Promise<void>, { at, halfMs }: Kill): Promise<void> {
  const timer = at === 'halfway' ? setTimeout(die, halfMs) : undefined;
  await run();
  // Too late: the next task is not to be hit.
  clearTimeout(timer);
  if (at === 'halfway') return;
  die();
  await never();
}

/** The same task, which ends the process in one of its steps; the step `end` is the end of its run. */
const dying = (task: ImplementedTask, kill: Kill): ImplementedTask => ({
  ...task,
  open: (payload) => {
    const work = task.open(payload);
    return {
      ...work,
      run: async (context) => {
        const info = await work.run({
          ...context,
          step: (name, run) => context.step(name, name === kill.step ? () => runAndDie(run, kill) : run),
        });
        if (kill.step !== 'end') return info;
        die();
        return never();
      },
    };
  },
});

/** Reports how long the steps take. */
const timed = (task: ImplementedTask): ImplementedTask => ({
  ...task,
  open: (payload) => {
    const work = task.open(payload);
    const timedRun = (name: string, run: () => Promise<void>) => async () => {
      const since = performance.now();
      await run();
      process.stdout.write(`took ${task.type} ${name} ${performance.now() - since}\n`);
    };
    return {
      ...work,
      run: (context) =>
        work.run({ ...context, step: (name, run) => context.step(name, timedRun(name, run)) }),
    };
  },
});

export async function workerTools({ url, socket, scratch, hosts, server }: ImageWorkerParts) {
  const db = openDb(url, { max: 3 });
  const paths = backupPaths({ data: scratch, run: join(scratch, 'run') });
  const log = pino({ level: 'silent' });
  const databases = new NodeDatabases({ db, node: 'local', log, now: Date.now, server });
  // As a worker does when it starts.
  await completeSwaps(paths.restores);
  await databases.ensureAll('all');
  const files = connectRpc(fileProtocol, socket);
  const tools: BackupTools = {
    ...{ db, paths, isolation: isolationHere(), files, databases, allowed: [], own: [], now: Date.now },
    repositories: new Repositories({ db, node: 'local', paths, engine: await findRestic() }),
    rootOf: (hostCode) => join(hosts, hostCode),
    endTreeHolders: async (hostCode) => void (await files.call('removeChild', { hostCode })),
  };
  return { tools, databases };
}

/** A worker in a process of its own, which is killed: runs the tasks that its input names. */
export async function runOrders({ db }: BackupTools, implemented: readonly ImplementedTask[]): Promise<void> {
  const store = makeTaskStore(db);
  process.stdout.write('ready\n');
  for await (const line of createInterface({ input: process.stdin })) {
    const { taskId, before, kill } = Order.parse(JSON.parse(line));
    const task = await store.get(taskId);
    const kind = implemented.find(({ type }) => type === task?.type);
    const host = task && (await readHost(db, HostCode.parse(task.host_code)));
    if (!task || !kind || !host) throw new Error('There is no such task');
    await db.updateTable('task').set({ status: 'RUNNING' }).where('id', '=', taskId).execute();
    await runTask(
      {
        ...{ task, before, scope: scopeOfTask(task, host), signal: new AbortController().signal },
        kind: kill ? dying(kind, kill) : timed(kind),
        isSuspended: () => Promise.resolve(false),
      },
      { store, log: pino({ level: 'silent' }) },
    );
    process.stdout.write('ended\n');
  }
}

async function main(parts: ImageWorkerParts): Promise<void> {
  const { tools } = await workerTools(parts);
  await runOrders(tools, siteImageTasks(imageToolsOver(tools)));
}

const [, script = '', parts] = process.argv;
if (script.endsWith('image-worker-process.mjs') && parts !== undefined)
  void main(JSON.parse(parts) as ImageWorkerParts);
