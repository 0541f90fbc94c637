import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { describeTask } from '#queue/task-kind';
import { implementTask, type TaskContext } from '#queue/worker/run-task';
import { startRunner } from '#queue/worker/runner';
import { openDb } from '#state/db';
import { Refusal } from '#faults/refusal';

/**
 * A test process that works as a worker: runs three task kinds that leave traces in a folder. `slow` waits in
 * its second step until the file `go` exists; `trace` has a line for everything that ran.
 */
const Payload = z.object({ folder: z.string(), fail: z.enum(['over-quota', 'engine-down']).optional() });
type Payload = z.infer<typeof Payload>;

const trace = (folder: string, line: string) => appendFileSync(join(folder, 'trace'), `${line}\n`);

async function waitForGo({ payload, signal, progress }: TaskContext<Payload>): Promise<void> {
  writeFileSync(join(payload.folder, 'out.partial'), 'half');
  trace(payload.folder, 'waiting');
  for (let files = 0; !existsSync(join(payload.folder, 'go')); files += 1) {
    progress({ files, current: 'waiting' });
    await sleep(20, undefined, { signal });
  }
}

const steps = () => ['first', 'second', 'third'];
/** Continues after a lost worker. */
export const resumingTask = describeTask({ type: 'COMPRESS', payload: Payload, steps, resumes: true });
/** Of the lane for tasks that wait for other machines; stays open on a suspended host. */
export const remoteLaneTask = describeTask({
  ...{ type: 'CERT_APPLY', payload: Payload, steps },
  resumes: true,
  passesBlock: true,
});
export const restartingTask = describeTask({ type: 'DECOMPRESS', payload: Payload, steps, resumes: false });

const implement = (task: typeof resumingTask) =>
  implementTask(task, {
    run: async (context) => {
      const { payload, step } = context;
      await step('first', () => Promise.resolve(trace(payload.folder, 'first')));
      await step('second', () => waitForGo(context));
      await step('third', () => {
        if (payload.fail) throw new Refusal(payload.fail);
        trace(payload.folder, 'third');
        return Promise.resolve();
      });
      return { done: true };
    },
    cleanup: ({ payload }) => {
      trace(payload.folder, 'cleanup');
      rmSync(join(payload.folder, 'out.partial'), { force: true });
      return Promise.resolve();
    },
  });

const tasks = [resumingTask, remoteLaneTask, restartingTask].map(implement);

/** Far longer than a test: the queue must announce each job that is due. */
const BACKSTOP_S = 3600;

async function main(url: string): Promise<void> {
  const db = openDb(url, { max: 3 });
  const log = pino({ level: 'warn' });
  const onLockLost = () => process.exit(3);
  const runner = await startRunner({
    ...{ db, url, node: 'local', tasks, log },
    backstopS: BACKSTOP_S,
    onLockLost,
  });
  process.on('SIGTERM', () => void runner.stop().then(() => process.exit(0)));
  process.stdout.write('ready\n');
}

const url = process.argv[2];
if (process.argv[1]?.endsWith('runner-process.mjs') && url !== undefined) void main(url);
