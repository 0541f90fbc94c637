import { z } from 'zod';
import { dropLoadAccount } from '../accounts/load-account';
import { endConnections, setLocked, shareRoutines, type Clients } from '../accounts/host-accounts';
import { Definition, definitionsOf, dropDefinitions, createDefinitions } from './definitions';
import type { Connection } from '../connection/connection';
import { incomingOf, outgoingOf, quoteName, quotePath } from '../names';
import { repointSequenceDefaults } from './sequence-defaults';
import { openConnection, withAdmin, type DatabaseServer, type HostDatabase } from '../connection/server';
import { isStagingTable } from '../staging/staging-tables';
import { unmovableTables } from './unmovable-tables';

/** Written before the first change: from it, an interrupted swap is rolled back or completed. */
export const Swap = z.object({
  /** The objects that are not tables, before and after the swap. */
  before: z.array(Definition),
  after: z.array(Definition),
});
export type Swap = z.infer<typeof Swap>;

export interface SwapJournal {
  /** Null: no swap is under way. The write is durable when the promise resolves. */
  readonly write: (swap: Swap | null) => Promise<void>;
}

export interface SwapTarget {
  readonly server: DatabaseServer;
  readonly host: HostDatabase;
  /** Clients from which the host's user may sign in. */
  readonly clients: Clients;
  readonly journal: SwapJournal;
}

/** A marker table that moves with the others: its database shows whether the swap has happened. */
const MARKER = 'sitedeck swap marker';

const Named = z.object({ name: z.string() });
const namesOf = async (connection: Connection, sql: string, database: string): Promise<string[]> =>
  (await connection.rows(Named, sql, [database])).map(({ name }) => name);
/** Tables of a database, without views. */
export const tablesIn = (connection: Connection, database: string): Promise<string[]> =>
  namesOf(
    connection,
    `SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_TYPE <> 'VIEW'`,
    database,
  );

const isThere = async (connection: Connection, database: string, table: string): Promise<boolean> =>
  (await tablesIn(connection, database)).includes(table);

/** Removes the side databases and the load account. */
export async function dropSideDatabases(admin: Connection, database: string): Promise<void> {
  // Foreign keys between two dropped tables must not block their removal.
  await admin.run('SET FOREIGN_KEY_CHECKS = 0');
  await dropLoadAccount(admin, { user: incomingOf(database) });
  for (const side of [incomingOf(database), outgoingOf(database)])
    await admin.run(`DROP DATABASE IF EXISTS ${quoteName(side)}`);
}

export interface SwapPlan {
  /** `replace`: all tables go but those of a staging copy; `merge`: tables that are replaced, and tables that the dump dropped. */
  readonly mode: 'merge' | 'replace';
  readonly dropped: ReadonlySet<string>;
}

interface Moves {
  readonly out: readonly string[];
  readonly in: readonly string[];
  /** Objects of the live database that are removed, replaced or not. */
  readonly goes: (kind: Definition['kind'], name: string, after: readonly Definition[]) => boolean;
}

async function planMoves(admin: Connection, database: string, { mode, dropped }: SwapPlan): Promise<Moves> {
  const coming = (await tablesIn(admin, incomingOf(database))).filter((name) => name !== MARKER);
  const live = await tablesIn(admin, database);
  const all = [...live.filter((name) => !isStagingTable(name)), ...coming];
  const leaves = new Set(mode === 'replace' ? all : [...coming, ...dropped]);
  return {
    in: coming,
    out: live.filter((name) => leaves.has(name)),
    goes: (kind, name, after) =>
      mode === 'replace' ||
      (kind === 'view' && leaves.has(name)) ||
      after.some((one) => one.kind === kind && one.name === name),
  };
}

const TriggerTable = z.object({ name: z.string(), table: z.string() });

/** A table with triggers can't change its database. */
async function triggersOn(
  admin: Connection,
  database: string,
  tables: readonly string[],
): Promise<Set<string>> {
  const sql = `SELECT TRIGGER_NAME AS name, EVENT_OBJECT_TABLE AS \`table\` FROM information_schema.TRIGGERS
    WHERE TRIGGER_SCHEMA = ?`;
  const rows = await admin.rows(TriggerTable, sql, [database]);
  return new Set(rows.filter(({ table }) => tables.includes(table)).map(({ name }) => name));
}

/** Moves all tables in one statement: all or none. */
function renaming(database: string, moves: Moves): string {
  const [incoming, outgoing] = [incomingOf(database), outgoingOf(database)];
  const move = (from: string, to: string) => (name: string) =>
    `${quotePath(from, name)} TO ${quotePath(to, name)}`;
  const parts = [
    ...moves.out.map(move(database, outgoing)),
    ...moves.in.map(move(incoming, database)),
    move(incoming, outgoing)(MARKER),
  ];
  return `RENAME TABLE ${parts.join(', ')}`;
}

/**
 * Moves all tables that can be moved, and only then drops the others: they could still be read or repaired.
 */
async function moveTables(admin: Connection, database: string, moves: Moves): Promise<void> {
  for (let { out } = moves; ;) {
    try {
      return await admin.run(renaming(database, { ...moves, out }));
    } catch (error) {
      const stuck = await unmovableTables(admin, { database, tables: out, error });
      if (stuck.length === 0) throw error;
      // A table whose file is missing would block the move of all others.
      for (const name of stuck) await admin.run(`DROP TABLE IF EXISTS ${quotePath(database, name)}`);
      out = out.filter((name) => !stuck.includes(name));
    }
  }
}

/**
 * Swaps the incoming tables into the database. Meanwhile the host's user is locked out. If this is
 * interrupted, `settleSwap` rolls it back or completes it.
 * @returns objects that can't be created in the new state because something they depend on is missing
 */
export async function swapIn(request: SwapTarget, plan: SwapPlan): Promise<string[]> {
  const { server, host, journal } = request;
  const [incoming, outgoing] = [incomingOf(host.name), outgoingOf(host.name)];
  return withAdmin(server, async (admin) => {
    const { readable: coming, unreadable } = await definitionsOf(admin, incoming);
    const { readable: before } = await definitionsOf(admin, host.name);
    const moves = await planMoves(admin, host.name, plan);
    const gone = await triggersOn(admin, host.name, moves.out);
    const stays = before.filter(
      ({ kind, name }) => !moves.goes(kind, name, coming) && !(kind === 'trigger' && gone.has(name)),
    );
    const swap: Swap = { before: [...before], after: [...coming] };
    await admin.run(`CREATE DATABASE ${quoteName(outgoing)}`);
    await admin.run(`CREATE TABLE ${quotePath(incoming, MARKER)} (id INT)`);
    await journal.write(swap);
    try {
      await freeze(admin, request);
      const kept = new Set(stays.map(({ kind, name }) => `${kind} ${name}`));
      await dropDefinitions(admin, host.name, (kind, name) => !kept.has(`${kind} ${name}`));
      await dropDefinitions(admin, incoming);
      await admin.run('SET FOREIGN_KEY_CHECKS = 0');
      await moveTables(admin, host.name, moves);
    } catch (error) {
      await settleSwap(request, swap).catch(() => undefined);
      throw error;
    }
    return [...unreadable, ...(await settleSwap(request, swap))];
  });
}

async function freeze(admin: Connection, { host, clients }: SwapTarget): Promise<void> {
  await setLocked(admin, host.user, { locked: true, clients });
  await endConnections(admin, host.user);
}

/** Completes or rolls back a swap, depending on where its tables are. Idempotent. */
export async function settleSwap(request: SwapTarget, { before, after }: Swap): Promise<string[]> {
  const { server, host, clients, journal } = request;
  return withAdmin(server, async (admin) => {
    const isDone = await isThere(admin, outgoingOf(host.name), MARKER);
    if (isDone) await repointSequenceDefaults(admin, host.name);
    // The creator becomes the definer, so the host's user creates them: never the administrator, whose rights
    // they would get.
    await setLocked(admin, host.user, { locked: false, clients });
    const owner = await openConnection(server, { login: host, database: host.name });
    let failed: string[];
    try {
      failed = await createDefinitions(owner, isDone ? after : before);
    } finally {
      await owner.close();
    }
    await shareRoutines(admin, host);
    await dropSideDatabases(admin, host.name);
    await journal.write(null);
    return isDone ? failed : [];
  });
}
