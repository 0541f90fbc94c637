import { implementTask, type ImplementedTask, type TaskContext } from '#queue/worker/run-task';
import { isRefusal, Refusal } from '#faults/refusal';
import { ensureSpace } from '#system/disk/with-space';
import { copySnapshots, initWithSameChunks } from '#system/restic/copy-snapshots';
import type { Repository } from '#system/restic/repository';
import { watchPace } from '#system/restic/target/pace';
import { isDamage } from '#features/backup/repository-store';
import { ownTarget } from '#features/backup/target-store';
import { fetchTask, type FetchPayload } from '#features/backup/tasks';
import type { BackupTools } from '../tools';
import { adoptPoints, type Adoption } from './adopt-points';
import { copyKey, snapshotsOfCopy } from './copied-points';
import { PACE_LIMITS } from './copy-to-target';
import { findCopies, type FoundCopy } from './list-target-points';
import { readTarget, targetFault } from './target-repository';

/** Longest time to adopt fetched points, ms. */
const ADOPT_TIMEOUT_MS = 30 * 60_000;
/** Longest time of one fetch, ms: it occupies one of the few task slots of the node. */
const FETCH_TIMEOUT_MS = 3600_000;

interface FetchSlot extends Disposable {
  /** Aborted with `backup-fetch-over` after the timeout. */
  readonly signal: AbortSignal;
}

/**
 * A node runs one fetch at a time, so that slow targets can't occupy all task slots. Refuses with `backup-fetch-busy` instead of
 * waiting, since a waiting task would occupy a slot, too.
 */
export function makeFetchSlot(timeoutMs = FETCH_TIMEOUT_MS): () => FetchSlot {
  let isTaken = false;
  return () => {
    if (isTaken) throw new Refusal('backup-fetch-busy');
    isTaken = true;
    const timeout = new AbortController();
    const minutes = Math.ceil(timeoutMs / 60_000);
    const timer = setTimeout(
      () => timeout.abort(new Refusal('backup-fetch-over', { values: { minutes } })),
      timeoutMs,
    );
    return {
      signal: timeout.signal,
      [Symbol.dispose]: () => {
        clearTimeout(timer);
        isTaken = false;
      },
    };
  };
}

interface Fetching extends Adoption {
  readonly remote: Repository;
}

/** Copies all points with one run of restic, which then reads both indexes only once. */
async function copyAll({ tools, context, remote, signal }: Fetching, copies: readonly FoundCopy[]) {
  const snapshots = copies.flatMap(({ copy }) => snapshotsOfCopy(copy).map(({ id }) => id));
  try {
    await tools.repositories.useShared(context.scope.hostCode, (local) =>
      copySnapshots(local, { source: remote, signal, snapshots }),
    );
  } catch (error) {
    // Damage met while copying is at the target, not in the local repository.
    if (signal.aborted || (isRefusal(error) && !isDamage(error))) throw error;
    throw targetFault(error);
  }
}

/** The requested copies, or all, that are missing locally. */
const selectMissing = (found: readonly FoundCopy[], keys: readonly string[] | undefined) =>
  found.filter(({ copy, isLocal }) => !isLocal && (!keys || keys.includes(copyKey(copy))));

/** Fetches the requested points. If copying fails or is cancelled, points that were fetched completely are kept. */
async function fetchMissing(fetching: Fetching): Promise<number> {
  const { tools, context, target, remote, signal } = fetching;
  const { hostCode } = context.scope;
  const local = await tools.repositories.openUnchecked(hostCode);
  const found = await findCopies(tools, { target, remote, local }, signal);
  const oldestFirst = selectMissing(found, context.payload.points).toReversed();
  if (oldestFirst.length === 0) return 0;
  await ensureSpace(tools.paths.folder);
  await tools.repositories.recreateFromCopy(hostCode, (repository) =>
    initWithSameChunks(repository, { source: remote, signal }),
  );
  const adoption: Adoption = { ...fetching, signal: AbortSignal.timeout(ADOPT_TIMEOUT_MS) };
  try {
    await copyAll(fetching, oldestFirst);
  } catch (error) {
    await adoptPoints(adoption, oldestFirst).catch((err: unknown) =>
      context.log.warn({ err }, 'fetched points were not adopted'),
    );
    throw error;
  }
  return adoptPoints(adoption, oldestFirst);
}

async function run(tools: BackupTools, context: TaskContext<FetchPayload>, timeout: AbortSignal) {
  const { scope, payload, progress } = context;
  const target = await ownTarget(tools.db, scope.hostCode, payload.target);
  using pace = watchPace(PACE_LIMITS);
  const signal = AbortSignal.any([context.signal, timeout, pace.signal]);
  let bytes = 0;
  const onBytes = (more: number) => {
    pace.onBytes(more);
    bytes += more;
    progress({ bytes });
  };
  const local = await tools.repositories.openUnchecked(scope.hostCode);
  const brought = await readTarget(tools, { local, target, signal, onBytes }, (remote) =>
    fetchMissing({ tools, context, target, remote, signal }),
  );
  await tools.repositories.measureSize(scope.hostCode);
  return { brought, objectName: target.name };
}

/** BACKUP_FETCH copies points of a target into the host's own repository. */
export function implementFetch(tools: BackupTools, takeSlot = makeFetchSlot()): ImplementedTask {
  return implementTask(fetchTask, {
    run: async (context) => {
      using slot = takeSlot();
      let info: Record<string, unknown> | undefined;
      await context.step('fetch-copies', async () => void (info = await run(tools, context, slot.signal)));
      return info;
    },
    cleanup: () => Promise.resolve(),
  });
}
