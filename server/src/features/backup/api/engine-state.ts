import type { z } from 'zod';
import type { BackupEngine } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { BackupParts } from './calls';

type Worker = BackupParts['worker'];

const ENGINE_PACKAGE = 'restic';

/** Reports whether the worker found restic. */
export async function readEngineState(worker: Worker): Promise<z.infer<typeof BackupEngine>> {
  const { version } = await worker.call('engine', {});
  return version === null ? { is: 'missing', package: ENGINE_PACKAGE } : { is: 'present', version };
}

/** Makes a check that refuses with `backup-engine-missing`. */
export const makeEnsureEngine = (worker: Worker) => async (): Promise<void> => {
  if ((await readEngineState(worker)).is === 'missing') throw new Refusal('backup-engine-missing');
};
