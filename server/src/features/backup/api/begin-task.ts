import type { z } from 'zod';
import type { BackupEngine } from '@sitedeck/contract';
import type { TaskParameters } from '#queue/enqueue';
import type { TaskDescription } from '#queue/task-kind';
import type { HostScope } from '#sites/host-scope';
import { Refusal } from '#faults/refusal';
import type { BackupParts } from './backup-feature';

const PACKAGE = 'restic';

export async function engineOf(worker: BackupParts['worker']): Promise<z.infer<typeof BackupEngine>> {
  const { version } = await worker.call('engine', {});
  return version === null ? { is: 'missing', package: PACKAGE } : { is: 'present', version };
}

/** Begins a task of a host, where there is an engine for it. Refuses `backup-engine-missing`, `workspace-busy`. */
export const beginner =
  ({ worker, enqueue }: Pick<BackupParts, 'worker' | 'enqueue'>) =>
  async <Payload extends TaskParameters>(
    { hostCode, operator }: Pick<HostScope, 'hostCode' | 'operator'>,
    task: TaskDescription<Payload>,
    payload: Payload,
  ) => {
    if ((await engineOf(worker)).is === 'missing') throw new Refusal('backup-engine-missing');
    const { id } = await enqueue(task, { hostCode, operator, payload });
    return { taskId: id };
  };
