import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { TaskContext } from '#queue/worker/run-task';
import type { PointRow, StoredFault } from '#state/backup-tables';
import { codeOf } from '#faults/error-code';
import { isRefusal, Refusal } from '#faults/refusal';
import { ensureSpace } from '#system/disk/with-space';
import { DUMP_NAME } from '#system/restic/write-snapshot';
import { restoreTree, TREE } from '#system/restic/restore-tree';
import { readSnapshotFile } from '#system/restic/read-file';
import type { Repository } from '#system/restic/repository';
import { readEntries } from '#system/restic/snapshot-entries';
import { taskFolder, type BackupTools } from '../tools';
import type { VerifyPayload } from '#features/backup/tasks';

export interface PointVerification {
  readonly tools: BackupTools;
  readonly context: TaskContext<VerifyPayload>;
  readonly repository: Repository;
  readonly point: PointRow;
}

const refuseDifference = (what: string): never => {
  throw new Refusal('backup-not-whole', { values: { what } });
};

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    // Other errors say nothing about what was restored.
    if (codeOf(error) !== 'ENOENT') throw error;
    return undefined;
  }
}

/** Restores the files into a scratch folder: restic checks the hash of every blob, and we check that every entry arrived. */
async function verifyFiles(
  { tools, context, repository, point }: PointVerification,
  snapshot: string,
): Promise<number> {
  const { signal, progress, scope, taskId } = context;
  const into = join(taskFolder(tools, scope.hostCode, taskId), TREE);
  await ensureSpace(tools.paths.restores, point.bytes);
  await restoreTree(repository, {
    snapshot,
    into,
    owner: undefined,
    bytesTotal: point.bytes,
    signal,
    progress,
  });
  let files = 0;
  let missing: string | undefined;
  await readEntries(repository, {
    snapshot,
    signal,
    // Checks each entry as it is read: a list of them would be as large as the site.
    onEntry: ({ path, size, type }) => {
      if (missing !== undefined || type === 'other' || path.includes('\uFFFD')) return;
      const found = statsOf(join(into, path));
      if (!found || (type === 'file' && found.size !== size)) missing = path;
      if (type === 'file') files += 1;
    },
  });
  if (missing !== undefined) refuseDifference(missing);
  return files;
}

/**
 * Reads the complete dump: restic checks the hash of every blob, the last line shows that the dump program finished, and
 * every statement is checked as in a restore.
 */
async function verifyDump(
  { tools, context, repository, point }: PointVerification,
  snapshot: string,
): Promise<number> {
  const output = new PassThrough();
  const read = readSnapshotFile(repository, {
    snapshot,
    path: `/${DUMP_NAME}`,
    output,
    signal: context.signal,
  });
  read.catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error('stopped')));
  let bytes = 0;
  async function* countBytes(): AsyncGenerator<Buffer, void> {
    for await (const chunk of output as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  try {
    if (tools.databases) await tools.databases.checkDump(countBytes(), context.signal);
    else for await (const chunk of countBytes()) void chunk;
  } catch (error) {
    output.destroy();
    // A dump that was cut off can't be judged; report the cut instead.
    const cause = await read.catch((why: unknown) => why);
    throw isRefusal(cause) ? cause : error;
  }
  await read;
  if (bytes !== point.database_bytes) refuseDifference(DUMP_NAME);
  return bytes;
}

/**
 * Reads a complete point as a restore would. Refuses with `backup-damaged`, `backup-not-whole` and every reason for which a
 * restore refuses a dump.
 */
export async function verifyPoint(
  verification: PointVerification,
): Promise<{ files: number; databaseBytes: number }> {
  const { files_snapshot, database_snapshot } = verification.point;
  const databaseBytes = database_snapshot === null ? 0 : await verifyDump(verification, database_snapshot);
  const files = files_snapshot === null ? 0 : await verifyFiles(verification, files_snapshot);
  return { files, databaseBytes };
}

/** Records the result, which the page shows beside the point. */
export const recordVerification = ({ db, now }: BackupTools, point: number, fault: StoredFault | null) =>
  db
    .updateTable('backup_point')
    .set({ verified_at: new Date(now()), verify_fault: fault && JSON.stringify(fault) })
    .where('id', '=', point)
    .execute();
