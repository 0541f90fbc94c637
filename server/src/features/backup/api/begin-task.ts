import type { z } from 'zod';
import type { BackupEngine } from '@sitedeck/contract';
import type { KindDescription } from '#queue/kind';
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
  async (
    { hostCode, operator }: Pick<HostScope, 'hostCode' | 'operator'>,
    kind: KindDescription,
    payload: object,
  ) => {
    if ((await engineOf(worker)).is === 'missing') throw new Refusal('backup-engine-missing');
    const task = await enqueue(kind, { hostCode, operator, payload: { ...payload } });
    return { taskId: task.id };
  };
