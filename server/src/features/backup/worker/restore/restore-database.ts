import { PassThrough } from 'node:stream';
import type { HostCode, TaskCounts } from '@sitedeck/contract';
import { notMade, type Warning } from '#system/mariadb/dump/warnings';
import { isRefusal, Refusal } from '#faults/refusal';
import { readSnapshotFile } from '#system/restic/read-file';
import { DUMP_NAME } from '#system/restic/back-up-stream';
import type { BackupTools } from '../tools';

export interface DatabaseRestoreRequest {
  /** The host whose database is replaced. */
  readonly hostCode: HostCode;
  /** The host whose repository holds the dump. */
  readonly from: HostCode;
  readonly snapshot: string;
  readonly table?: string | undefined;
  readonly bytesTotal: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: TaskCounts) => void;
  readonly beforeSwap?: (() => Promise<void>) | undefined;
}

/**
 * Replaces a host's database by the dump in a snapshot.
 * @returns warnings about what could not be created
 */
export async function restoreDatabase(
  tools: BackupTools,
  request: DatabaseRestoreRequest,
): Promise<readonly Warning[]> {
  const { hostCode, from, snapshot, table, bytesTotal, signal, progress, beforeSwap } = request;
  const { databases } = tools;
  if (!databases) throw new Refusal('backup-no-database');
  return tools.repositories.useShared(from, async (repository) => {
    const input = new PassThrough();
    // `input` ends only if restic read the complete dump.
    const read = readSnapshotFile(repository, { snapshot, path: `/${DUMP_NAME}`, output: input, signal });
    read.catch((error: unknown) => input.destroy(error instanceof Error ? error : new Error('stopped')));
    const onBytes = (bytes: number) => progress({ bytes, bytesTotal, current: DUMP_NAME });
    const rethrowCause = async (error: unknown): Promise<never> => {
      input.destroy();
      // If restic failed to read the dump, that is the cause.
      const cause = await read.catch((why: unknown) => why);
      throw isRefusal(cause) ? cause : error;
    };
    const bytes = table === undefined ? { bytes: bytesTotal } : {};
    const { lost } = await databases
      .replace(hostCode, { input, signal, onBytes, table, beforeSwap, ...bytes })
      .catch(rethrowCause);
    await read;
    return notMade(lost);
  });
}
