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
  /** Quota of the database, bytes; null: no limit. */
  readonly quota: number | null;
}

/** Pause between two checks of what a running statement has written, ms. */
const CHECK_MS = 1000;
/** What may exceed the quota for a moment, bytes: building an index copies its table once. */
const MARGIN = 64 * 1024 * 1024;

const overQuota = (needed: number, quota: number): Refusal =>
  new Refusal('database-over-quota', { values: { needed: sizeText(needed), quota: sizeText(quota) } });

/** Refuses with `database-over-quota` once the loaded data exceed the quota. */
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

/** Refuses with `database-over-quota` if the remaining and the loaded data together would exceed the quota. */
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

/** Only asks for file sizes: table figures would wait for the statement that locks the tables. */
async function checkFiles({ server, host, quota }: Loading): Promise<Refusal | undefined> {
  if (quota === null) return undefined;
  const held = await withAdmin(server, (admin) => innodbBytes(admin, incomingOf(host.name)));
  return held > 2 * quota + MARGIN ? overQuota(held, quota) : undefined;
}

/**
 * Runs a load and ends its connection in the middle of a statement that writes far more than the quota.
 * Otherwise a statement that copies a table into itself could fill the disk before the next check between
 * statements.
 */
export async function watchQuota<Result>(loading: Loading, work: () => Promise<Result>): Promise<Result> {
  const end = new AbortController();
  const seen: { over?: Refusal | undefined; broken?: Error } = {};
  const watching = (async () => {
    for (;;) {
      await sleep(CHECK_MS, undefined, { signal: end.signal });
      // If the engine went down, the load itself reports it.
      seen.over = await checkFiles(loading).catch((error: unknown) => {
        if (isRefusal(error)) return undefined;
        throw error;
      });
      if (seen.over) break;
    }
    // Ends connections by user name: if the engine has restarted meanwhile, the connection id may belong to
    // another user.
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
