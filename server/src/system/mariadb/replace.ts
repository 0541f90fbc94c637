import { PassThrough, type Readable } from 'node:stream';
import { z } from 'zod';
import { isRefusal, Refusal } from '../refusal';
import { randomBytes } from 'node:crypto';
import { dropLoader, makeLoader } from './accounts';
import { sizeOf } from './ask';
import { dumpDatabase } from './dump';
import type { Link } from './link';
import type { DumpCharset } from './load/charset';
import { loadDump, type Loaded } from './load/load';
import { incomingOf, quoteName } from './names';
import { openLink, withAdmin, type DatabaseServer, type HostDatabase } from './server';
import { dropSides, swapIn, tablesIn, type SwapWish } from './swap';

export interface ReplaceWish extends SwapWish {
  /** A dump: SQL, unpacked. Asked for once. */
  readonly read: () => Readable | Promise<Readable>;
  /**
   * `replace`: what is there goes. `merge`: the dump runs as if in the database; only tables that it touches change, and
   * all of them in one moment.
   */
  readonly mode: 'merge' | 'replace';
  readonly charset?: DumpCharset;
  /** Of the dump only what is about this table. */
  readonly only?: string;
  /** Of the database, bytes; null: no limit. */
  readonly quota: number | null;
  readonly signal: AbortSignal;
  readonly onBytes?: (bytes: number) => void;
  /** From here on it can't be cancelled: runs before the tables change places. */
  readonly onSwap?: () => void | Promise<void>;
}

export interface Replaced {
  readonly statements: number;
  /** Views, routines, triggers and events of the dump that can't be made: they need what is not there. */
  readonly lost: readonly string[];
}

const Tie = z.object({ child: z.string(), parent: z.string() });
type Tie = z.infer<typeof Tie>;

const tiesIn = (admin: Link, database: string): Promise<Tie[]> =>
  admin.rows(
    Tie,
    `SELECT TABLE_NAME AS child, REFERENCED_TABLE_NAME AS parent FROM information_schema.REFERENTIAL_CONSTRAINTS
    WHERE CONSTRAINT_SCHEMA = ?`,
    [database],
  );

/**
 * Tables that have to come along with others: a constraint goes where its table goes, so children of what is replaced,
 * and parents of what comes, would be tied to tables that are gone.
 */
async function tiedAlong(admin: Link, database: string, dropped: ReadonlySet<string>): Promise<string[]> {
  const [live, coming] = [await tablesIn(admin, database), await tablesIn(admin, incomingOf(database))];
  const leaves = new Set([...coming, ...dropped]);
  const children = (await tiesIn(admin, database)).filter(({ parent }) => leaves.has(parent));
  const parents = await tiesIn(admin, incomingOf(database));
  const wanted = new Set([...children.map(({ child }) => child), ...parents.map(({ parent }) => parent)]);
  return live.filter((name) => wanted.has(name) && !leaves.has(name));
}

/** Copies tables of the live database beside it, under the loader's hand. */
class Bringer {
  constructor(
    private readonly wish: ReplaceWish,
    private readonly loader: HostDatabase,
  ) {}

  /** False where there is no such table. */
  async bring(table: string): Promise<boolean> {
    const { server, host } = this.wish;
    const live = await withAdmin(server, (admin) => tablesIn(admin, host.name));
    if (!live.includes(table)) return false;
    await this.copy([table]);
    return true;
  }

  /** And what the tables that are there now are tied to. */
  async complete(dropped: ReadonlySet<string>): Promise<void> {
    const { server, host } = this.wish;
    for (;;) {
      const tables = await withAdmin(server, (admin) => tiedAlong(admin, host.name, dropped));
      if (tables.length === 0) return;
      await this.copy(tables);
    }
  }

  private async copy(tables: readonly string[]): Promise<void> {
    const { server, host, signal } = this.wish;
    const output = new PassThrough();
    const link = await openLink(server, { login: this.loader, database: this.loader.name, bytes: true });
    try {
      const loaded = loadDump({
        link,
        source: output,
        charset: 'utf8',
        signal,
        check: () => Promise.resolve(),
      });
      const dumped = dumpDatabase(server, { database: host.name, tables, output, signal });
      // Either one's fault ends the other; the first that failed is the cause.
      await Promise.all([
        dumped.catch((error: unknown) => {
          output.destroy(error instanceof Error ? error : undefined);
          throw error;
        }),
        loaded.catch((error: unknown) => {
          output.destroy();
          throw error;
        }),
      ]);
    } finally {
      await link.close();
    }
  }
}

/** Refuses `database-over-quota` once what has come passes the quota. */
async function checkQuota({ server, host, quota, mode }: ReplaceWish): Promise<void> {
  if (quota === null) return;
  const needed = await withAdmin(server, async (admin) => {
    const [coming, live] = [await sizeOf(admin, incomingOf(host.name)), await sizeOf(admin, host.name)];
    return mode === 'replace' ? coming.bytes : Math.max(coming.bytes, live.bytes);
  });
  if (needed > quota)
    throw new Refusal('database-over-quota', {
      values: { needed: sizeText(needed), quota: sizeText(quota) },
    });
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

export function sizeText(bytes: number): string {
  let [value, unit] = [bytes, 0];
  for (; value >= 1024 && unit < UNITS.length - 1; unit += 1) value /= 1024;
  return `${unit === 0 ? value : value.toFixed(2)} ${UNITS[unit] ?? ''}`;
}

async function load(wish: ReplaceWish, loader: HostDatabase): Promise<Loaded> {
  const { server, signal, charset = 'auto', mode, onBytes, only } = wish;
  const bringer = new Bringer(wish, loader);
  const link = await openLink(server, { login: loader, database: loader.name, bytes: true });
  // A statement under way is not waited for; the loader's removal ends it in the engine.
  const stop = () => link.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    const source = await wish.read();
    const loaded = await loadDump({
      link,
      source,
      charset,
      signal,
      ...(onBytes && { onBytes }),
      ...(only !== undefined && { only }),
      ...(mode === 'merge' && { bring: (table: string) => bringer.bring(table) }),
      check: () => checkQuota(wish),
    }).finally(() => source.destroy());
    if (mode === 'merge') await bringer.complete(loaded.dropped);
    return loaded;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    await link.close();
  }
}

/** Whatever fails, nothing beside the database is left. An engine that is not there is cleaned up after when it is back. */
const tidy = (server: DatabaseServer, host: HostDatabase, loader: HostDatabase): Promise<void> =>
  withAdmin(server, async (admin) => {
    await dropLoader(admin, loader);
    await dropSides(admin, host.name);
  }).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
  });

/**
 * Puts a dump into or in the place of a database: it is loaded beside it by a user with rights on nothing else, and
 * changes places in one moment. Up to that moment the database is as it was, whatever happens.
 */
export async function replaceDatabase(wish: ReplaceWish): Promise<Replaced> {
  const { server, host, signal } = wish;
  const name = incomingOf(host.name);
  const loader = { name, user: name, password: randomBytes(18).toString('base64url') };
  let isSwapping = false;
  try {
    await withAdmin(server, async (admin) => {
      await dropSides(admin, host.name);
      await admin.run(`CREATE DATABASE ${quoteName(name)} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
      await makeLoader(admin, loader);
    });
    const { statements, dropped } = await load(wish, loader);
    await withAdmin(server, (admin) => dropLoader(admin, loader));
    await wish.onSwap?.();
    signal.throwIfAborted();
    isSwapping = true;
    const lost = await swapIn(wish, { mode: wish.mode, dropped });
    return { statements, lost };
  } finally {
    // A swap tidies up after itself, or is settled by whoever finds its journal.
    if (!isSwapping) await tidy(server, host, loader);
  }
}
