import type { z } from 'zod';
import type { BackupEngine } from '@sitedeck/contract';
import type { TaskParameters } from '#queue/enqueue';
import type { TaskDescription } from '#queue/task-kind';
import type { HostScope } from '#sites/host-scope';
import { Refusal } from '#faults/refusal';
import type { BackupParts } from './calls';

const ENGINE_PACKAGE = 'restic';

/** Reports whether the worker found restic. */
export async function readEngineState(worker: BackupParts['worker']): Promise<z.infer<typeof BackupEngine>> {
  const { version } = await worker.call('engine', {});
  return version === null ? { is: 'missing', package: ENGINE_PACKAGE } : { is: 'present', version };
}

/** Makes a function that enqueues a backup task. Refuses with `backup-engine-missing` or `workspace-busy`. */
export const makeStartTask =
  ({ worker, enqueue }: Pick<BackupParts, 'worker' | 'enqueue'>) =>
  async <Payload extends TaskParameters>(
    { hostCode, operator }: Pick<HostScope, 'hostCode' | 'operator'>,
    task: TaskDescription<Payload>,
    payload: Payload,
  ) => {
    if ((await readEngineState(worker)).is === 'missing') throw new Refusal('backup-engine-missing');
    const { id } = await enqueue(task, { hostCode, operator, payload });
    return { taskId: id };
  };
