import { implementTask, type ImplementedTask, type TaskContext } from '#queue/task-kind';
import { isRefusal } from '#faults/refusal';
import { ensureSpace } from '#system/restic/back-up-files';
import { copyFrom, initLike } from '#system/restic/copy-from';
import { pointTag, type Repository } from '#system/restic/repository';
import { runRestic } from '#system/restic/run-restic';
import { readSnapshot } from '#system/restic/snapshot-tree';
import { watchPace } from '#system/restic/target/pace';
import type { PointRow, TargetRow } from '#state/backup-tables';
import type { BackupWork } from '../backup-work';
import { PATIENCE } from '../targets/copy-to-target';
import { noteCopy } from '../targets/copy-store';
import { fetchPlace } from '../points/fetch-place';
import {
  isSame,
  keyOf,
  kindOf,
  madeAt,
  readSnapshots,
  snapshotsIn,
  type Snapshot,
} from '../points/held-points';
import { numberFor } from '../points/point-number';
import { addPoint, type MadePoint } from '#features/backup/point-store';
import { readTarget } from '../targets/read-target';
import { isDamage } from '../repository/repository-state';
import { findPoints, type FoundPoint } from '../targets/target-points';
import { ownTarget } from '#features/backup/target-store';
import { bringBackTask, type BringBackPayload } from '#features/backup/tasks';
import { targetFault } from '../targets/test-target';

/** Taking in what has come may take this long, ms. */
const SETTLE_MS = 30 * 60_000;

type Context = TaskContext<BringBackPayload>;

interface Bringing {
  readonly work: BackupWork;
  readonly context: Context;
  readonly target: TargetRow;
  readonly there: Repository;
  readonly signal: AbortSignal;
}

/** As it lies here now. */
interface Returned {
  readonly files?: Snapshot | undefined;
  readonly database?: Snapshot | undefined;
}

/** How much a snapshot holds, as a backup would have told. */
async function countIn(repository: Repository, snapshot: string, signal: AbortSignal) {
  let [files, bytes] = [0, 0];
  await readSnapshot(repository, {
    snapshot,
    signal,
    onNode: ({ type, size }) => {
      if (type !== 'file') return;
      files += 1;
      bytes += size;
    },
  });
  return { files, bytes };
}

async function madeOf(local: Repository, { files, database }: Returned, signal: AbortSignal) {
  const site = files && (await countIn(local, files.id, signal));
  const dump = database && (await countIn(local, database.id, signal));
  const made: MadePoint = {
    ...(files && site && { files_snapshot: files.id, files: site.files, bytes: site.bytes }),
    ...(database && dump && { database_snapshot: database.id, database_bytes: dump.bytes }),
  };
  return made;
}

/** Undefined where not all of it has come. */
function returnedOf({ held }: FoundPoint, here: readonly Snapshot[]): Returned | undefined {
  const [files, database] = [held.files, held.database].map(
    (there) => there && here.findLast((one) => isSame(one, there)),
  );
  if ((held.files && !files) || (held.database && !database)) return undefined;
  return { files, database };
}

/** Its own row has it again. */
async function giveBack(
  { work, target }: Bringing,
  { id, created_at }: PointRow,
  { files, database }: Returned,
): Promise<void> {
  await work.db
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
  await noteCopy(work.db, { target: target.id, point: id, madeAt: created_at });
}

/** Its snapshots bear the number of their point from now on: that is how they are found when it goes. */
async function renumber(
  { work, context, signal }: Bringing,
  id: number,
  { files, database }: Returned,
): Promise<Returned> {
  return work.repositories.alone(context.scope.hostCode, async (local) => {
    const before = [database, files].filter((one) => one !== undefined);
    const ids = before.map((one) => one.id);
    await runRestic(local, { args: ['tag', '--set', pointTag(id), ...ids], signal });
    const here = await readSnapshots(local, signal);
    const now = (one: Snapshot | undefined) => one && here.findLast((other) => isSame(one, other));
    return { files: now(files), database: now(database) };
  });
}

/** A row is made for it, once all of it is here. Its number may be another's by now. */
async function takeIn(bringing: Bringing, { held }: FoundPoint, came: Returned): Promise<void> {
  const { work, context, target, signal } = bringing;
  const { hostCode } = context.scope;
  const id = await numberFor(work.db, held.number);
  const isItsOwn = id === held.number;
  const returned = isItsOwn ? came : await renumber(bringing, id, came);
  const made = await work.repositories.use(hostCode, (local) => madeOf(local, returned, signal));
  const isAdded = await addPoint(work.db, {
    ...{ id, host_code: hostCode, state: 'ready', kind: kindOf(held), reason: 'manual' },
    ...{ note: target.name, created_at: madeAt(held), task_id: context.taskId },
    ...made,
  });
  // Taken meanwhile by what comes back on another node.
  if (!isAdded) return takeIn(bringing, { held, isHere: false }, returned);
  if (isItsOwn) await noteCopy(work.db, { target: target.id, point: id, madeAt: madeAt(held) });
}

/** Copies all at once: what the engine has to know of both places it reads once. */
async function copyAll({ work, context, there, signal }: Bringing, points: readonly FoundPoint[]) {
  const snapshots = points.flatMap(({ held }) => snapshotsIn(held).map(({ id }) => id));
  try {
    await work.repositories.use(context.scope.hostCode, (local) =>
      copyFrom(local, { source: there, signal, snapshots }),
    );
  } catch (error) {
    // What can't be read is there, not here.
    if (signal.aborted || (isRefusal(error) && !isDamage(error))) throw error;
    throw targetFault(error);
  }
}

/** What has come can be restored from now on. */
async function settle(bringing: Bringing, points: readonly FoundPoint[]): Promise<number> {
  const { work, context } = bringing;
  const here = await work.repositories.use(context.scope.hostCode, (local) =>
    readSnapshots(local, bringing.signal),
  );
  let settled = 0;
  for (const point of points) {
    const returned = returnedOf(point, here);
    if (!returned) continue;
    await (point.row ? giveBack(bringing, point.row, returned) : takeIn(bringing, point, returned));
    settled += 1;
  }
  return settled;
}

/** Those that were asked for; all that are not here unless said. */
const chosen = (found: readonly FoundPoint[], keys: readonly string[] | undefined): readonly FoundPoint[] =>
  found.filter((point) => !point.isHere && (!keys || keys.includes(keyOf(point.held))));

/** Also of a copying that failed or was cancelled whatever has come stays. */
async function bringAll(bringing: Bringing): Promise<number> {
  const { work, context, target, there, signal } = bringing;
  const { hostCode } = context.scope;
  const local = await work.repositories.keyed(hostCode);
  const found = await findPoints(work, { target, there, local }, signal);
  // The oldest first, as they were made.
  const wanted = chosen(found, context.payload.points).toReversed();
  if (wanted.length === 0) return 0;
  await ensureSpace(work.places.folder);
  await work.repositories.refill(hostCode, (repository) => initLike(repository, { source: there, signal }));
  const settling = { ...bringing, signal: AbortSignal.timeout(SETTLE_MS) };
  try {
    await copyAll(bringing, wanted);
  } catch (error) {
    await settle(settling, wanted).catch((err: unknown) =>
      context.log.warn({ err }, 'what came back was not taken in'),
    );
    throw error;
  }
  return settle(settling, wanted);
}

async function bringBack(work: BackupWork, context: Context, over: AbortSignal) {
  const { scope, payload, progress } = context;
  const target = await ownTarget(work.db, scope.hostCode, payload.target);
  using pace = watchPace(PATIENCE);
  const signal = AbortSignal.any([context.signal, over, pace.signal]);
  let bytes = 0;
  const heard = (more: number) => {
    pace.heard(more);
    bytes += more;
    progress({ bytes });
  };
  const local = await work.repositories.keyed(scope.hostCode);
  const brought = await readTarget(work, { local, target, signal, heard }, (there) =>
    bringAll({ work, context, target, there, signal }),
  );
  await work.repositories.measure(scope.hostCode);
  return { brought, objectName: target.name };
}

/** BACKUP_FETCH: what a target holds comes back into the repository of its host. */
export function bringBackPoints(work: BackupWork, takePlace = fetchPlace()): ImplementedTask {
  return implementTask(bringBackTask, {
    run: async (context) => {
      using place = takePlace();
      let info: Record<string, unknown> | undefined;
      await context.step(
        'fetch-copies',
        async () => void (info = await bringBack(work, context, place.signal)),
      );
      return info;
    },
    cleanup: () => Promise.resolve(),
  });
}
