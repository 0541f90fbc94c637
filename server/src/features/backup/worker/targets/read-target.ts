import type { TargetPlace } from '@sitedeck/contract';
import type { TargetRow } from '#state/backup-tables';
import { isRefusal, Refusal } from '#faults/refusal';
import type { Repository } from '#system/restic/repository';
import { EngineRefusal } from '#system/restic/restic-fault';
import { runRestic } from '#system/restic/run-restic';
import { openTarget } from '#system/restic/target/open-target';
import type { BackupWork } from '../backup-work';
import { targetFault } from './test-target';

/** Of a place that answers and holds no repository; all else says only that it can't be read. */
const NOT_THERE = /does not exist|no such file/i;

/** Whether a key opens what lies there. Refuses `target-empty` where there is nothing to open. */
async function opens(there: Repository, signal: AbortSignal): Promise<boolean> {
  try {
    await runRestic(there, { args: ['cat', '--no-lock', 'config'], signal });
    return true;
  } catch (error) {
    if (isRefusal(error) && error.reason === 'backup-key-wrong') return false;
    if (error instanceof EngineRefusal && error.reason === 'backup-config-lost' && NOT_THERE.test(error.said))
      throw new Refusal('target-empty');
    throw targetFault(error);
  }
}

export interface Reading {
  readonly local: Repository;
  readonly target: TargetRow;
  readonly signal: AbortSignal;
  /** Told of how many bytes came from the target, or went to it. */
  readonly heard: (bytes: number) => void;
}

/**
 * Reads what lies at a target and changes nothing there: with the key in force, or with one from before. Refuses
 * `target-foreign` where it is somebody else's, `target-empty`.
 */
export async function readTarget<Value>(
  work: BackupWork,
  { local, target, signal, heard }: Reading,
  read: (there: Repository) => Promise<Value>,
): Promise<Value> {
  const place = { ...target.place, ...target.secrets } as TargetPlace;
  const open = await openTarget(place, { local, networks: work, heard, signal }).catch((error: unknown) => {
    throw targetFault(error);
  });
  const there = open.repository;
  try {
    if (await opens(there, signal)) return await read(there);
    return await work.repositories.withFormerKeys(target.host_code, async (passwordFiles) => {
      for (const passwordFile of passwordFiles)
        if (await opens({ ...there, passwordFile }, signal)) return read({ ...there, passwordFile });
      throw new Refusal('target-foreign');
    });
  } finally {
    await open.close();
  }
}
