import { rm } from 'node:fs/promises';
import type { TargetPlace } from '@sitedeck/contract';
import type { Updateable } from 'kysely';
import type { BackupTargetTable, PointRow, TargetRow } from '#state/backup-tables';
import { isThere } from '#system/disk/is-there';
import { cacheFolder } from '#system/restic/backup-places';
import type { Repository } from '#system/restic/repository';
import { runRestic } from '#system/restic/run-restic';
import { openTarget } from '#system/restic/target/open-target';
import { watchPace, type Patience } from '#system/restic/target/pace';
import type { BackupWork } from '../backup-work';
import { readSnapshots, snapshotsGiven } from '../points/held-points';
import { pointsOf } from '#features/backup/point-store';
import { isDamage } from '../repository/repository-state';
import { dropCopies, goneCopies, noteCopy } from './copy-store';
import { storedFault } from '../stored-fault';
import { ensureOpens, targetFault } from './test-target';

/** One target may take this long at once, ms. */
const DEADLINE_MS = 6 * 3600_000;
/** While the engine works it renews its lock there every five minutes, and brings more than this in any quarter of an hour. */
export const PATIENCE: Patience = { silenceMs: 6 * 60_000, windowMs: 15 * 60_000, leastBytes: 512 * 1024 };
/** After a failure: twice as long each time, ms. */
const RETRY_MS = 60_000;
const RETRY_MAX_MS = 6 * 3600_000;

interface Copying {
  readonly work: BackupWork;
  readonly target: TargetRow;
  readonly local: Repository;
  readonly there: Repository;
  readonly signal: AbortSignal;
}

const snapshotsOf = ({ files_snapshot, database_snapshot }: PointRow): string[] =>
  [database_snapshot, files_snapshot].filter((id) => id !== null);

async function copyPoint({ work, target, local, there, signal }: Copying, point: PointRow): Promise<void> {
  const from = ['--from-repo', local.at, '--from-password-file', local.passwordFile];
  await runRestic(there, { args: ['copy', ...from, '--', ...snapshotsOf(point)], signal });
  await noteCopy(work.db, { target: target.id, point: point.id, madeAt: point.created_at });
}

/** Points that are gone here go there too: copies keep what the owner keeps, no more. What we never brought there stays. */
async function forgetGone({ work, target, there, signal }: Copying): Promise<void> {
  const gone = await goneCopies(work.db, target);
  if (gone.length === 0) return;
  const ids = snapshotsGiven(await readSnapshots(there, signal), gone).map(({ id }) => id);
  if (ids.length > 0) {
    await runRestic(there, { args: ['unlock'], signal });
    await runRestic(there, { args: ['forget', '--prune', '--', ...ids], signal });
  }
  await dropCopies(work.db, target.id, gone);
}

export interface CopyWish {
  readonly signal: AbortSignal;
  /** When a target is given up, where that is not as usual. */
  readonly patience?: Patience;
}

/** Damage may be that of what the engine keeps here of the target: without it, it is tried once more. */
async function withSoundCache(folder: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isDamage(error) || !(await isThere(folder))) throw error;
    await rm(folder, { recursive: true, force: true });
    await act();
  }
}

async function bringUpToDate(
  work: BackupWork,
  target: TargetRow,
  { signal, patience = PATIENCE }: CopyWish,
): Promise<void> {
  const place = { ...target.place, ...target.secrets } as TargetPlace;
  await work.repositories.lend(target.host_code, async (local, yielding) => {
    using pace = watchPace(patience);
    const limit = AbortSignal.any([signal, yielding, pace.signal, AbortSignal.timeout(DEADLINE_MS)]);
    const { heard } = pace;
    const cache = cacheFolder(work.places, target.host_code);
    const open = await openTarget(place, { local, cache, networks: work, heard, signal: limit });
    const act = async () => {
      const copying: Copying = { work, target, local, there: open.repository, signal: limit };
      await ensureOpens(work, { hostCode: target.host_code, there: open.repository, local }, limit);
      const points = (await pointsOf(work.db, target.host_code)).filter(({ state }) => state === 'ready');
      const copied = await work.db
        .selectFrom('backup_copy')
        .select('point_id')
        .where('target_id', '=', target.id)
        .execute();
      const held = new Set(copied.map(({ point_id }) => point_id));
      // The oldest first, as they were made: each is then little more than what changed.
      for (const point of points.toReversed()) if (!held.has(point.id)) await copyPoint(copying, point);
      await forgetGone(copying);
    };
    try {
      await withSoundCache(cache, act);
    } finally {
      await open.close();
    }
  });
}

/** Copies to one target what it lacks, and writes down how that went. Its place in the queue is then behind the others. */
export async function syncTarget(work: BackupWork, target: TargetRow, wish: CopyWish): Promise<void> {
  const { db, now } = work;
  const set = (values: Updateable<BackupTargetTable>) => update().set(values).execute();
  const update = () => db.updateTable('backup_target').where('id', '=', target.id);
  const inMs = (ms: number) => new Date(now() + ms);
  await set({ state: 'copying' });
  try {
    await bringUpToDate(work, target, wish);
    await set({ state: 'idle', fault: null, attempts: 0, synced_at: inMs(0), retry_at: inMs(0) });
  } catch (error) {
    const attempts = target.attempts + 1;
    const wait = Math.min(RETRY_MS * 2 ** Math.min(attempts - 1, 20), RETRY_MAX_MS);
    const fault = JSON.stringify(storedFault(targetFault(error)));
    // Whoever had to be alone in the repository has ended it, or others had waited long, or we are ending: no fault of
    // the target.
    const isStopped = wish.signal.aborted || error === 'yielded';
    await set(
      isStopped
        ? { state: 'waiting', retry_at: inMs(RETRY_MS) }
        : { state: 'failed', fault, attempts, retry_at: inMs(wait) },
    );
  }
}
