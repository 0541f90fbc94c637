import { PassThrough } from 'node:stream';
import type { HostCode, TaskProgress } from '@sitedeck/contract';
import { notMade, type Warning } from '#system/mariadb/dump/warnings';
import { isRefusal, Refusal } from '#faults/refusal';
import { readFileOf } from '#system/restic/read-file';
import { DUMP_NAME } from '#system/restic/back-up-stream';
import type { BackupWork } from '../backup-work';

export interface DatabaseRestore {
  /** Into whose database. */
  readonly hostCode: HostCode;
  /** Out of whose repository. */
  readonly from: HostCode;
  readonly snapshot: string;
  readonly table?: string | undefined;
  readonly bytesTotal: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: TaskProgress) => void;
  readonly beforeSwap?: (() => Promise<void>) | undefined;
}

/**
 * Replaces a host's database by the dump in a snapshot.
 * @returns what of it could not be made
 */
export async function restoreDatabase(work: BackupWork, wish: DatabaseRestore): Promise<readonly Warning[]> {
  const { hostCode, from, snapshot, table, bytesTotal, signal, progress, beforeSwap } = wish;
  const { databases } = work;
  if (!databases) throw new Refusal('backup-no-database');
  return work.repositories.use(from, async (repository) => {
    const input = new PassThrough();
    // The engine's end is the stream's only where the engine says that it went well.
    const read = readFileOf(repository, { snapshot, path: `/${DUMP_NAME}`, output: input, signal });
    read.catch((error: unknown) => input.destroy(error instanceof Error ? error : new Error('stopped')));
    const onBytes = (bytes: number) => progress({ bytes, bytesTotal, current: DUMP_NAME });
    const failed = async (error: unknown): Promise<never> => {
      input.destroy();
      // Where nothing more came, that is why it failed.
      const cause = await read.catch((why: unknown) => why);
      throw isRefusal(cause) ? cause : error;
    };
    const bytes = table === undefined ? { bytes: bytesTotal } : {};
    const { lost } = await databases
      .replace(hostCode, { input, signal, onBytes, table, beforeSwap, ...bytes })
      .catch(failed);
    await read;
    return notMade(lost);
  });
}
