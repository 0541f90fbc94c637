import { sql } from 'kysely';
import { z } from 'zod';
import type { TaskContext } from '#queue/worker/run-task';
import type { PointRow, TargetRow } from '#state/backup-tables';
import type { Db } from '#state/db';
import { pointTag, type Repository } from '#system/restic/repository';
import { runRestic } from '#system/restic/run-restic';
import { readEntries } from '#system/restic/snapshot-entries';
import { isSameSnapshot, listSnapshots, type Snapshot } from '#system/restic/snapshots';
import { insertFetchedPoint, type PointContents } from '#features/backup/point-store';
import type { FetchPayload } from '#features/backup/tasks';
import type { BackupTools } from '../tools';
import { backupKindOf, createdAtOf, type CopiedPoint } from './copied-points';
import { recordCopy } from './copy-store';
import type { FoundCopy } from './list-target-points';

export interface Adoption {
  readonly tools: BackupTools;
  readonly context: TaskContext<FetchPayload>;
  readonly target: TargetRow;
  readonly signal: AbortSignal;
}

/** The snapshots of a fetched point in the local repository. */
interface LocalSnapshots {
  readonly files?: Snapshot | undefined;
  readonly database?: Snapshot | undefined;
}

const NextId = z.object({ next: z.coerce.number() });

/** Reserves the id that a point had when it was made, or another one if that is taken. New points get higher ids. */
async function reservePointId(db: Db, id: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // Makes new points wait before they take an id from the sequence.
    await sql`lock table backup_point in share row exclusive mode`.execute(trx);
    const { rows } = await sql`
      select setval(at.name, greatest(${id}::bigint, nextval(at.name))) as next
      from (select pg_get_serial_sequence('backup_point', 'id')::regclass as name) as at`.execute(trx);
    const taken = await trx.selectFrom('backup_point').select('id').where('id', '=', id).executeTakeFirst();
    if (!taken) return id;
    const { next } = NextId.parse(rows[0]);
    return next === id ? next + 1 : next;
  });
}

/** Counts files and bytes of a snapshot, as a backup would have reported them. */
async function countFiles(repository: Repository, snapshot: string, signal: AbortSignal) {
  let [files, bytes] = [0, 0];
  await readEntries(repository, {
    snapshot,
    signal,
    onEntry: ({ type, size }) => {
      if (type !== 'file') return;
      files += 1;
      bytes += size;
    },
  });
  return { files, bytes };
}

async function contentsOf(
  local: Repository,
  { files, database }: LocalSnapshots,
  signal: AbortSignal,
): Promise<PointContents> {
  const site = files && (await countFiles(local, files.id, signal));
  const dump = database && (await countFiles(local, database.id, signal));
  return {
    ...(files && site && { files_snapshot: files.id, files: site.files, bytes: site.bytes }),
    ...(database && dump && { database_snapshot: database.id, database_bytes: dump.bytes }),
  };
}

/** Finds the fetched snapshots of a copy; undefined if one is missing. */
function findLocally(copy: CopiedPoint, local: readonly Snapshot[]): LocalSnapshots | undefined {
  const [files, database] = [copy.files, copy.database].map(
    (remote) => remote && local.findLast((one) => isSameSnapshot(one, remote)),
  );
  if ((copy.files && !files) || (copy.database && !database)) return undefined;
  return { files, database };
}

/** Points a row to the fetched snapshots; the point has to be verified again. */
async function updateRow(
  { tools, target }: Adoption,
  { id, created_at }: PointRow,
  { files, database }: LocalSnapshots,
): Promise<void> {
  await tools.db
    .updateTable('backup_point')
    .set({
      ...(files && { files_snapshot: files.id }),
      ...(database && { database_snapshot: database.id }),
      verified_at: null,
      verify_fault: null,
    })
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .execute();
  await recordCopy(tools.db, { target: target.id, point: id, madeAt: created_at });
}

/** Tags snapshots with a new id of their point, by which they are found when it is removed. Tagging changes their ids. */
async function retag(
  { tools, context, signal }: Adoption,
  id: number,
  { files, database }: LocalSnapshots,
): Promise<LocalSnapshots> {
  return tools.repositories.useExclusively(context.scope.hostCode, async (local) => {
    const before = [database, files].filter((one) => one !== undefined).map((one) => one.id);
    await runRestic(local, { args: ['tag', '--set', pointTag(id), ...before], signal });
    const after = await listSnapshots(local, signal);
    const retagged = (one: Snapshot | undefined) =>
      one && after.findLast((other) => isSameSnapshot(one, other));
    return { files: retagged(files), database: retagged(database) };
  });
}

/** Adds a row for a fetched point that has none. */
async function addRow(adoption: Adoption, copy: CopiedPoint, fetched: LocalSnapshots): Promise<void> {
  const { tools, context, target, signal } = adoption;
  const { hostCode } = context.scope;
  const id = await reservePointId(tools.db, copy.number);
  const keepsId = id === copy.number;
  const snapshots = keepsId ? fetched : await retag(adoption, id, fetched);
  const contents = await tools.repositories.useShared(hostCode, (local) =>
    contentsOf(local, snapshots, signal),
  );
  const isAdded = await insertFetchedPoint(tools.db, {
    ...{ id, host_code: hostCode, state: 'ready', kind: backupKindOf(copy), reason: 'manual' },
    ...{ note: target.name, created_at: createdAtOf(copy), task_id: context.taskId },
    ...contents,
  });
  // Another node took the id in the meantime.
  if (!isAdded) return addRow(adoption, copy, snapshots);
  if (keepsId) await recordCopy(tools.db, { target: target.id, point: id, madeAt: createdAtOf(copy) });
}

/**
 * Makes fetched points restorable: updates or adds the rows of those whose snapshots are complete in the local repository.
 * @returns how many points were adopted
 */
export async function adoptPoints(adoption: Adoption, copies: readonly FoundCopy[]): Promise<number> {
  const { tools, context, signal } = adoption;
  const local = await tools.repositories.useShared(context.scope.hostCode, (repository) =>
    listSnapshots(repository, signal),
  );
  let adopted = 0;
  for (const { copy, row } of copies) {
    const fetched = findLocally(copy, local);
    if (!fetched) continue;
    await (row ? updateRow(adoption, row, fetched) : addRow(adoption, copy, fetched));
    adopted += 1;
  }
  return adopted;
}
