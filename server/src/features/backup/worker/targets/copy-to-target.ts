import { rm } from 'node:fs/promises';
import type { TargetAddress } from '@sitedeck/contract';
import type { Updateable } from 'kysely';
import type { BackupTargetTable, PointRow, TargetRow } from '#state/backup-tables';
import { pathExists } from '#system/disk/exists';
import { cacheFolder } from '#system/restic/backup-paths';
import type { Repository } from '#system/restic/repository';
import { runRestic } from '#system/restic/run-restic';
import { listSnapshots } from '#system/restic/snapshots';
import { openTarget } from '#system/restic/target/open-target';
import { watchPace, type PaceLimits } from '#system/restic/target/pace';
import { snapshotIdsOf } from '#features/backup/point-parts';
import { pointsOf } from '#features/backup/point-store';
import { isDamage } from '#features/backup/repository-store';
import { storedFault } from '#features/backup/stored-fault';
import type { BackupTools } from '../tools';
import { recordedSnapshots } from './copied-points';
import { dropCopies, goneCopies, recordCopy } from './copy-store';
import { ensureTargetRepository, targetFault } from './target-repository';

/** Longest time for one target at once, ms. */
const TIMEOUT_MS = 6 * 3600_000;
/** restic renews its lock at the target every five minutes, and sends more than this in any quarter of an hour. */
export const PACE_LIMITS: PaceLimits = {
  silenceMs: 6 * 60_000,
  windowMs: 15 * 60_000,
  minBytes: 512 * 1024,
};
/** Pause after a failure, doubled each time, ms. */
const RETRY_MS = 60_000;
const RETRY_MAX_MS = 6 * 3600_000;

interface Copying {
  readonly tools: BackupTools;
  readonly target: TargetRow;
  readonly local: Repository;
  readonly remote: Repository;
  readonly signal: AbortSignal;
}

async function copyPoint({ tools, target, local, remote, signal }: Copying, point: PointRow): Promise<void> {
  const from = ['--from-repo', local.at, '--from-password-file', local.passwordFile];
  await runRestic(remote, { args: ['copy', ...from, '--', ...snapshotIdsOf(point)], signal });
  await recordCopy(tools.db, { target: target.id, point: point.id, madeAt: point.created_at });
}

/** Removes copies of points that the host no longer has. Leaves alone what we did not copy there. */
async function removeGoneCopies({ tools, target, remote, signal }: Copying): Promise<void> {
  const gone = await goneCopies(tools.db, target);
  if (gone.length === 0) return;
  const ids = recordedSnapshots(await listSnapshots(remote, signal), gone).map(({ id }) => id);
  if (ids.length > 0) {
    await runRestic(remote, { args: ['unlock'], signal });
    await runRestic(remote, { args: ['forget', '--prune', '--', ...ids], signal });
  }
  await dropCopies(tools.db, target.id, gone);
}

export interface SyncOptions {
  readonly signal: AbortSignal;
  readonly paceLimits?: PaceLimits;
}

/** Damage may be in the local cache of the target: removes the cache and tries once more. */
async function retryWithoutCache(cache: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isDamage(error) || !(await pathExists(cache))) throw error;
    await rm(cache, { recursive: true, force: true });
    await act();
  }
}

async function bringUpToDate(copying: Copying): Promise<void> {
  const { tools, target, local, remote, signal } = copying;
  await ensureTargetRepository(tools, { hostCode: target.host_code, remote, local }, signal);
  const points = (await pointsOf(tools.db, target.host_code)).filter(({ state }) => state === 'ready');
  const copies = await tools.db
    .selectFrom('backup_copy')
    .select('point_id')
    .where('target_id', '=', target.id)
    .execute();
  const copied = new Set(copies.map(({ point_id }) => point_id));
  // Oldest first: each copy then sends little more than what changed since the one before.
  for (const point of points.toReversed()) if (!copied.has(point.id)) await copyPoint(copying, point);
  await removeGoneCopies(copying);
}

async function copyMissing(
  tools: BackupTools,
  target: TargetRow,
  { signal, paceLimits = PACE_LIMITS }: SyncOptions,
): Promise<void> {
  const place = { ...target.place, ...target.secrets } as TargetAddress;
  await tools.repositories.usePreemptibly(target.host_code, async (local, preempted) => {
    using pace = watchPace(paceLimits);
    const limited = AbortSignal.any([signal, preempted, pace.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const { onBytes } = pace;
    const cache = cacheFolder(tools.paths, target.host_code);
    const open = await openTarget(place, { local, cache, networks: tools, onBytes, signal: limited });
    const copying: Copying = { tools, target, local, remote: open.repository, signal: limited };
    try {
      await retryWithoutCache(cache, () => bringUpToDate(copying));
    } finally {
      await open.close();
    }
  });
}

/** Copies to one target what it lacks and records the outcome, which also puts the target last in the queue. */
export async function syncTarget(tools: BackupTools, target: TargetRow, options: SyncOptions): Promise<void> {
  const { db, now } = tools;
  const set = (values: Updateable<BackupTargetTable>) =>
    db.updateTable('backup_target').where('id', '=', target.id).set(values).execute();
  const inMs = (ms: number) => new Date(now() + ms);
  await set({ state: 'copying' });
  try {
    await copyMissing(tools, target, options);
    await set({ state: 'idle', fault: null, attempts: 0, synced_at: inMs(0), retry_at: inMs(0) });
  } catch (error) {
    const attempts = target.attempts + 1;
    const wait = Math.min(RETRY_MS * 2 ** Math.min(attempts - 1, 20), RETRY_MAX_MS);
    const fault = JSON.stringify(storedFault(targetFault(error)));
    // Preempted by other work, by waiting targets or by our own shutdown: not a failure of the target.
    const isPreempted = options.signal.aborted || error === 'yielded';
    await set(
      isPreempted
        ? { state: 'waiting', retry_at: inMs(RETRY_MS) }
        : { state: 'failed', fault, attempts, retry_at: inMs(wait) },
    );
  }
}
