import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { isRefusal } from '#faults/refusal';
import { withSpace } from '#system/disk/with-space';
import { dropLoadAccount, grantReading, lockLoadAccount, createLoadAccount } from '../accounts/load-account';
import { TableCopier } from './table-copier';
import type { DumpCharset } from '../load/charset';
import { loadDump, type LoadResult } from '../load/load';
import { checkMergedQuota, checkQuota, watchQuota } from '../limits/load-quota';
import type { Connection } from '../connection/connection';
import { incomingOf, quoteName, quotePath } from '../names';
import { ensureDiskSpace } from '../limits/disk-space';
import { openConnection, withAdmin, type DatabaseServer, type HostDatabase } from '../connection/server';
import { dropSideDatabases, swapIn, tablesIn, type SwapTarget } from './swap';

/** What a side database is filled with before it is swapped in. */
interface SideRequest extends SwapTarget {
  readonly mode: 'merge' | 'replace';
  /** Quota of the database, bytes; null: no limit. */
  readonly quota: number | null;
  readonly signal: AbortSignal;
  /** Called before the tables are swapped; the task can't be cancelled after it. */
  readonly onSwap?: () => void | Promise<void>;
}

export interface ReplaceRequest extends SideRequest {
  /** Opens the dump as unpacked SQL. Called once. */
  readonly read: () => Readable | Promise<Readable>;
  /** Size of the dump, if known. */
  readonly bytes?: number;
  /**
   * `replace`: the dump replaces all content. `merge`: the dump runs as if in the database; only tables that
   * it touches change, all of them in one moment.
   */
  readonly mode: 'merge' | 'replace';
  readonly charset?: DumpCharset;
  /** Only loads the part of the dump that concerns this table. */
  readonly only?: string;
  readonly onBytes?: (bytes: number) => void;
}

/** Tables of the database that are copied into its side database. */
export interface CopyRequest extends SideRequest {
  /** Bytes that are copied. */
  readonly bytes: number;
  /** Fills the side database as its user, who may also read the live one. Returns the live tables that go. */
  readonly fill: (loader: HostDatabase, signal: AbortSignal) => Promise<ReadonlySet<string>>;
}

export interface ReplaceResult {
  readonly statements: number;
  /**
   * Views, routines, triggers and events of the dump that can't be created, because they are damaged or
   * something they depend on is missing.
   */
  readonly lost: readonly string[];
}

/** At most this many tables are analyzed after a load, so that their row counts and sizes are correct at once. */
const ANALYZED_MAX = 500;

/** Ends the load before it uses the space that the engine itself needs. */
function load(request: ReplaceRequest, loader: HostDatabase): Promise<LoadResult> {
  const { disk } = request.server;
  const work = (signal: AbortSignal) => loadBeside({ ...request, signal }, loader);
  return disk ? withSpace({ ...disk, signal: request.signal, work }) : work(request.signal);
}

async function loadBeside(request: ReplaceRequest, loader: HostDatabase): Promise<LoadResult> {
  const { server, signal, charset = 'auto', mode, onBytes, only } = request;
  const copier = new TableCopier(request, loader);
  const connection = await openConnection(server, { login: loader, database: loader.name, bytes: true });
  // Does not wait for a running statement; dropping the loader ends it in the engine.
  const stop = () => connection.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    const source = await request.read();
    const loading = () =>
      loadDump({
        connection,
        source,
        charset,
        signal,
        ...(onBytes && { onBytes }),
        ...(only !== undefined && { only }),
        ...(mode === 'merge' && { copyTable: (table: string) => copier.copyTable(table) }),
        check: () => checkQuota(request),
      });
    const loaded = await watchQuota(request, loading).finally(() => source.destroy());
    if (mode === 'merge') {
      await copier.copyConnected(loaded.dropped);
      await checkMergedQuota(request, loaded.dropped);
    }
    return { ...loaded, lost: [...loaded.lost, ...copier.lost] };
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    await connection.close();
  }
}

/** Rows and sizes are estimates that the engine updates later; for new tables it would report none. */
async function analyzeTables(admin: Connection, database: string): Promise<void> {
  const tables = await tablesIn(admin, database);
  for (const table of tables.slice(0, ANALYZED_MAX))
    await admin.run(`ANALYZE NO_WRITE_TO_BINLOG TABLE ${quotePath(database, table)}`);
}

/** Removes the side databases whatever fails. If the engine is down, a later run removes them. */
const removeSideDatabases = (
  server: DatabaseServer,
  host: HostDatabase,
  loader: HostDatabase,
): Promise<void> =>
  withAdmin(server, async (admin) => {
    await dropLoadAccount(admin, loader);
    await dropSideDatabases(admin, host.name);
  }).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
  });

/**
 * Loads a dump into a database or in its place. The dump is loaded into a side database by a user with no
 * other rights, and then swapped in within one moment. Until then the database is unchanged, whatever fails.
 */
export async function replaceDatabase(request: ReplaceRequest): Promise<ReplaceResult> {
  await ensureDiskSpace(request.server, request.bytes ?? 0);
  return throughSideDatabase(request, (loader) => load(request, loader));
}

/** Lets the user of a side database read the live one, whose tables it copies. */
const letRead = ({ server, host }: SideRequest, loader: HostDatabase): Promise<void> =>
  withAdmin(server, (admin) => grantReading(admin, loader, host.name));

/** Fills a side database by a copy, and swaps it in like a dump. */
export async function replaceByCopy(request: CopyRequest): Promise<ReplaceResult> {
  const { server, signal, fill, bytes } = request;
  await ensureDiskSpace(server, bytes);
  return throughSideDatabase(request, async (loader) => {
    await letRead(request, loader);
    const work = (limit: AbortSignal) => fill(loader, limit);
    const dropped = await (server.disk ? withSpace({ ...server.disk, signal, work }) : work(signal));
    await checkMergedQuota(request, dropped);
    return { statements: 0, dropped, lost: [] };
  });
}

async function throughSideDatabase(
  request: SideRequest,
  fill: (loader: HostDatabase) => Promise<Pick<LoadResult, 'statements' | 'dropped' | 'lost'>>,
): Promise<ReplaceResult> {
  const { server, host, signal } = request;
  const name = incomingOf(host.name);
  const loader = { name, user: name, password: randomBytes(18).toString('base64url') };
  let isSwapping = false;
  try {
    await withAdmin(server, async (admin) => {
      await dropSideDatabases(admin, host.name);
      await admin.run(`CREATE DATABASE ${quoteName(name)} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
      await createLoadAccount(admin, loader);
    });
    const { statements, dropped, lost: unmade } = await fill(loader);
    await withAdmin(server, async (admin) => {
      // A view that calls a function can't be read once the account that created both is gone.
      await lockLoadAccount(admin, loader);
      await analyzeTables(admin, name);
    });
    signal.throwIfAborted();
    await request.onSwap?.();
    isSwapping = true;
    const lost = await swapIn(request, { mode: request.mode, dropped });
    return { statements, lost: [...new Set([...unmade, ...lost])] };
  } finally {
    // A swap cleans up after itself; if it was interrupted, its journal leads to the cleanup.
    if (!isSwapping) await removeSideDatabases(server, host, loader);
  }
}
