import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { defineKind, type Kind, type TaskContext } from '../../queue/kind';
import type { PointRow, StoredFault } from '../../state/backup-tables';
import { isRefusal, Refusal } from '../../system/refusal';
import { ensureSpace } from '../../system/restic/back-up-files';
import { DUMP_NAME } from '../../system/restic/back-up-stream';
import { fetchTree } from '../../system/restic/fetch-tree';
import { readFileOf } from '../../system/restic/read-file';
import type { Repository } from '../../system/restic/repository';
import { runRestic } from '../../system/restic/run-restic';
import { readSnapshot } from '../../system/restic/snapshot-tree';
import { removeAll, TREE } from '../../system/restic/swap';
import type { BackupWork } from './backup-work';
import { pointPath } from './parts';
import { leavePoints, readyPoint } from './point-store';
import { workFolder } from './restore-marks';
import { storedFault } from './stored-fault';
import { VerifyPayload, verifySteps } from './task-payloads';

type Context = TaskContext<VerifyPayload>;

interface Testing {
  readonly work: BackupWork;
  readonly context: Context;
  readonly repository: Repository;
  readonly point: PointRow;
}

const differs = (what: string): never => {
  throw new Refusal('backup-not-whole', { values: { what } });
};

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
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

/** Reads the whole dump: each piece is checked by its hash, and its end says that the dump program came to its own. */
async function testDump({ context, repository, point }: Testing, snapshot: string): Promise<number> {
  const output = new PassThrough();
  const read = readFileOf(repository, { snapshot, path: `/${DUMP_NAME}`, output, signal: context.signal });
  read.catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error('stopped')));
  let bytes = 0;
  for await (const piece of output as AsyncIterable<Buffer>) bytes += piece.length;
  await read;
  if (bytes !== point.database_bytes) differs(DUMP_NAME);
  return bytes;
}

/** A fault of the point itself. All else, as an engine that was killed, says nothing about it. */
const ITS_OWN: ReadonlySet<string> = new Set(['backup-damaged', 'backup-not-whole', 'backup-key-wrong']);

async function testPoint(work: BackupWork, context: Context, id: number) {
  const { db, now } = work;
  const point = await readyPoint(db, context.scope.hostCode, id);
  const note = (verify_fault: StoredFault | null) =>
    db
      .updateTable('backup_point')
      .set({ verified_at: new Date(now()), verify_fault: verify_fault && JSON.stringify(verify_fault) })
      .where('id', '=', id)
      .execute();
  try {
    const told = await work.repositories.use(point.host_code, async (repository) => {
      const testing: Testing = { work, context, repository, point };
      const { files_snapshot, database_snapshot } = point;
      const bytes = database_snapshot === null ? 0 : await testDump(testing, database_snapshot);
      const files = files_snapshot === null ? 0 : await testFiles(testing, files_snapshot);
      const size = bytes + point.bytes;
      context.progress({
        ...(files_snapshot !== null && { files, filesTotal: files }),
        ...{ bytes: size, bytesTotal: size },
      });
      return { files, size };
    });
    await note(null);
    return { ...told, path: pointPath(id), objectName: pointPath(id), point: id };
  } catch (error) {
    const isItsOwn = isRefusal(error) && ITS_OWN.has(error.reason);
    if (isItsOwn && !context.signal.aborted) await note(storedFault(error));
    throw error;
  } finally {
    await removeAll(workFolder(work, context.scope.hostCode, context.taskId));
  }
}

const noteState = ({ db, now }: BackupWork, { scope }: Context, damaged: boolean) =>
  db
    .updateTable('backup_repository')
    .set({ damaged, checked_at: new Date(now()) })
    .where('host_code', '=', scope.hostCode)
    .execute();

/** Reads every pack of a repository. */
async function check(work: BackupWork, context: Context) {
  const { signal, scope } = context;
  await work.repositories.alone(scope.hostCode, async (repository) => {
    try {
      await runRestic(repository, { args: ['check', '--read-data', ...['--no-lock']], signal });
    } catch (error) {
      if (signal.aborted) throw error;
      await noteState(work, context, true);
      throw isRefusal(error) && error.reason === 'backup-key-wrong' ? error : new Refusal('backup-damaged');
    }
    await noteState(work, context, false);
  });
  return {};
}

/** Which of the points can still be read, and what else is left of them goes. */
async function dropBroken(work: BackupWork, context: Context, repository: Repository): Promise<number> {
  const points = await work.db
    .selectFrom('backup_point')
    .selectAll()
    .where('host_code', '=', context.scope.hostCode)
    .where('state', '=', 'ready')
    .execute();
  let lost = 0;
  for (const point of points) {
    const isWhole = await isReadable({ work, context, repository, point });
    if (isWhole) continue;
    lost += 1;
    await keepCopies(work, point.id);
    await leavePoints(work.db, [point.id]);
  }
  return lost;
}

/** What is lost here may be whole elsewhere: a target that holds it is left as it is until its owner says otherwise. */
const keepCopies = ({ db }: BackupWork, point: number) =>
  db
    .updateTable('backup_target')
    .set({ enabled: false, state: 'failed', fault: JSON.stringify({ reason: 'backup-copies-kept' }) })
    .where('id', 'in', (copies) =>
      copies.selectFrom('backup_copy').select('target_id').where('point_id', '=', point),
    )
    .execute();

async function isReadable(testing: Testing): Promise<boolean> {
  const { files_snapshot, database_snapshot } = testing.point;
  const { signal } = testing.context;
  try {
    if (database_snapshot !== null) await testDump(testing, database_snapshot);
    if (files_snapshot !== null) await testFiles(testing, files_snapshot);
    return true;
  } catch (error) {
    // Only what is known to be lost is given up.
    const isLost = isRefusal(error) && ['backup-damaged', 'backup-not-whole'].includes(error.reason);
    if (signal.aborted || !isLost) throw error;
    return false;
  }
}

/** A new index of what is really there; points that can't be restored any more are given up. */
async function repair(work: BackupWork, context: Context) {
  const { signal, scope, taskId } = context;
  const lost = await work.repositories.alone(scope.hostCode, async (repository) => {
    await runRestic(repository, { args: ['rebuild-index', '--read-all-packs'], signal });
    const broken = await dropBroken(work, context, repository);
    await removeAll(workFolder(work, scope.hostCode, taskId));
    await noteState(work, context, false);
    return broken;
  });
  return { lost };
}

function run(work: BackupWork, context: Context) {
  const { payload } = context;
  switch (payload.what) {
    case 'point':
      return testPoint(work, context, payload.point);
    case 'check':
      return check(work, context);
    case 'repair':
      return repair(work, context);
  }
}

/** BACKUP_VERIFY: a point is restored into a scratch place, or the whole repository is looked through or mended. */
export const verifyKind = (work: BackupWork): Kind =>
  defineKind({
    type: 'BACKUP_VERIFY',
    payload: VerifyPayload,
    plan: verifySteps,
    resumes: true,
    run: async (context) => {
      let info: Record<string, unknown> | undefined;
      await context.step(context.payload.what, async () => void (info = await run(work, context)));
      return info;
    },
    cleanup: ({ scope, taskId }) => removeAll(workFolder(work, scope.hostCode, taskId)),
  });
