import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal, Refusal } from '#faults/refusal';
import { sizeText } from '#system/text/size-text';
import { endConnections } from '../accounts/host-accounts';
import { innodbBytes, measureSize } from '../monitor/size';
import { tablesOf } from '../monitor/tables';
import { incomingOf } from '../names';
import { withAdmin, type DatabaseServer, type HostDatabase } from '../connection/server';

interface Loading {
  readonly server: DatabaseServer;
  readonly host: HostDatabase;
  readonly mode: 'merge' | 'replace';
  /** Of the database, bytes; null: no limit. */
  readonly quota: number | null;
}

/** Between two looks at what a statement under way has made, ms. */
const CHECK_MS = 1000;
/** What may be there for a moment beside the quota, bytes: an index that is built makes its table once more. */
const MARGIN = 64 * 1024 * 1024;

const overQuota = (needed: number, quota: number): Refusal =>
  new Refusal('database-over-quota', { values: { needed: sizeText(needed), quota: sizeText(quota) } });

/** Refuses `database-over-quota` once what has come passes the quota. */
export async function checkQuota({ server, host, quota, mode }: Loading): Promise<void> {
  if (quota === null) return;
  const needed = await withAdmin(server, async (admin) => {
    const [coming, live] = [
      await measureSize(admin, incomingOf(host.name)),
      await measureSize(admin, host.name),
    ];
    return mode === 'replace' ? coming.bytes : Math.max(coming.bytes, live.bytes);
  });
  if (needed > quota) throw overQuota(needed, quota);
}

/** Refuses `database-over-quota` where what stays and what has come would be more together. */
export async function checkMergedQuota(
  { server, host, quota }: Loading,
  dropped: ReadonlySet<string>,
): Promise<void> {
  if (quota === null) return;
  const needed = await withAdmin(server, async (admin) => {
    const coming = incomingOf(host.name);
    const leaves = new Set([...(await tablesOf(admin, coming)).map(({ name }) => name), ...dropped]);
    const stays = (await tablesOf(admin, host.name)).filter(({ name }) => !leaves.has(name));
    const kept = stays.reduce((sum, { bytes }) => sum + bytes, 0);
    return kept + (await measureSize(admin, coming)).bytes;
  });
  if (needed > quota) throw overQuota(needed, quota);
}

/** Asks for the sizes of files alone: figures of tables would wait for the statement that holds them. */
async function checkFiles({ server, host, quota }: Loading): Promise<Refusal | undefined> {
  if (quota === null) return undefined;
  const held = await withAdmin(server, (admin) => innodbBytes(admin, incomingOf(host.name)));
  return held > 2 * quota + MARGIN ? overQuota(held, quota) : undefined;
}

/**
 * What a loader does, whose connections end in the middle of a statement when that makes far more than the quota holds: one
 * that copies a table into itself would fill the disk before anybody comes to count.
 */
export async function watchQuota<Result>(loading: Loading, work: () => Promise<Result>): Promise<Result> {
  const end = new AbortController();
  const seen: { over?: Refusal | undefined; broken?: Error } = {};
  const watching = (async () => {
    for (;;) {
      await sleep(CHECK_MS, undefined, { signal: end.signal });
      // An engine that went is told of by the work itself.
      seen.over = await checkFiles(loading).catch((error: unknown) => {
        if (isRefusal(error)) return undefined;
        throw error;
      });
      if (seen.over) break;
    }
    // By name: of an engine that was started anew meanwhile, the number may be anybody's.
    const loader = incomingOf(loading.host.name);
    await withAdmin(loading.server, (admin) => endConnections(admin, loader));
  })().catch((error: unknown) => {
    if (!end.signal.aborted && error instanceof Error) seen.broken = error;
  });
  try {
    const result = await work();
    if (seen.broken) throw seen.broken;
    return result;
  } catch (error) {
    throw seen.over ?? error;
  } finally {
    end.abort();
    await watching;
  }
}
