import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { TaskContext } from '#queue/task-kind';
import type { PointRow, StoredFault } from '#state/backup-tables';
import { codeOf } from '#faults/error-code';
import { isRefusal, Refusal } from '#faults/refusal';
import { ensureSpace } from '#system/restic/back-up-files';
import { DUMP_NAME } from '#system/restic/back-up-stream';
import { fetchTree } from '#system/restic/fetch-tree';
import { readFileOf } from '#system/restic/read-file';
import type { Repository } from '#system/restic/repository';
import { readSnapshot } from '#system/restic/snapshot-tree';
import { TREE } from '#system/restic/swap';
import type { BackupWork } from '../backup-work';
import { workFolder } from '../restore/restore-marks';
import type { VerifyPayload } from '#features/backup/tasks';

export interface Testing {
  readonly work: BackupWork;
  readonly context: TaskContext<VerifyPayload>;
  readonly repository: Repository;
  readonly point: PointRow;
}

const differs = (what: string): never => {
  throw new Refusal('backup-not-whole', { values: { what } });
};

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    // Anything else says nothing of what came.
    if (codeOf(error) !== 'ENOENT') throw error;
    return undefined;
  }
}

/** Restores the files into a scratch place: the engine checks each piece by its hash, we that every entry came as written down. */
async function testFiles({ work, context, repository, point }: Testing, snapshot: string): Promise<number> {
  const { signal, progress, scope, taskId } = context;
  const into = join(workFolder(work, scope.hostCode, taskId), TREE);
  await ensureSpace(work.places.restores, point.bytes);
  await fetchTree(repository, {
    snapshot,
    into,
    owner: undefined,
    bytesTotal: point.bytes,
    signal,
    progress,
  });
  let files = 0;
  let missing: string | undefined;
  await readSnapshot(repository, {
    snapshot,
    signal,
    // At once: a list of them would be as large as the site.
    onNode: ({ path, size, type }) => {
      if (missing !== undefined || type === 'other' || path.includes('\uFFFD')) return;
      const found = statsOf(join(into, path));
      if (!found || (type === 'file' && found.size !== size)) missing = path;
      if (type === 'file') files += 1;
    },
  });
  if (missing !== undefined) differs(missing);
  return files;
}

/**
 * Reads all of the dump: each piece is checked by its hash, the last line shows that the dump program finished, and
 * each statement is checked like in a restore.
 */
async function testDump({ work, context, repository, point }: Testing, snapshot: string): Promise<number> {
  const output = new PassThrough();
  const read = readFileOf(repository, { snapshot, path: `/${DUMP_NAME}`, output, signal: context.signal });
  read.catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error('stopped')));
  let bytes = 0;
  async function* counted(): AsyncGenerator<Buffer, void> {
    for await (const piece of output as AsyncIterable<Buffer>) {
      bytes += piece.length;
      yield piece;
    }
  }
  try {
    if (work.databases) await work.databases.judge(counted(), context.signal);
    else for await (const piece of counted()) void piece;
  } catch (error) {
    output.destroy();
    // A dump that was cut off can't be judged; report the cut instead.
    const cause = await read.catch((why: unknown) => why);
    throw isRefusal(cause) ? cause : error;
  }
  await read;
  if (bytes !== point.database_bytes) differs(DUMP_NAME);
  return bytes;
}

/**
 * Reads all of a point as a restore would. Refuses `backup-damaged`, `backup-not-whole` and every reason for which a
 * restore would refuse the dump.
 */
export async function testRestore(testing: Testing): Promise<{ files: number; databaseBytes: number }> {
  const { files_snapshot, database_snapshot } = testing.point;
  const databaseBytes = database_snapshot === null ? 0 : await testDump(testing, database_snapshot);
  const files = files_snapshot === null ? 0 : await testFiles(testing, files_snapshot);
  return { files, databaseBytes };
}

/** What the test of a point found is shown beside it. */
export const noteTested = ({ db, now }: BackupWork, point: number, fault: StoredFault | null) =>
  db
    .updateTable('backup_point')
    .set({ verified_at: new Date(now()), verify_fault: fault && JSON.stringify(fault) })
    .where('id', '=', point)
    .execute();
