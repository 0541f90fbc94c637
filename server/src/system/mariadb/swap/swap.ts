import { z } from 'zod';
import { dropLoadAccount } from '../accounts/load-account';
import { endConnections, setLocked, shareRoutines, type Clients } from '../accounts/host-accounts';
import { Definition, definitionsOf, dropDefinitions, createDefinitions } from './definitions';
import type { Connection } from '../connection/connection';
import { incomingOf, outgoingOf, quoteName, quotePath } from '../names';
import { repointSequenceDefaults } from './sequence-defaults';
import { openConnection, withAdmin, type DatabaseServer, type HostDatabase } from '../connection/server';
import { unmovableTables } from './unmovable-tables';

/** Written down before the first change: whoever finds it brings the database to what it was, or to what it was to be. */
export const Swap = z.object({
  /** What the database held beside tables, and is to hold. */
  before: z.array(Definition),
  after: z.array(Definition),
});
export type Swap = z.infer<typeof Swap>;

export interface SwapJournal {
  /** Null: nothing is under way. Durable when it settles. */
  readonly write: (swap: Swap | null) => Promise<void>;
}

export interface SwapTarget {
  readonly server: DatabaseServer;
  readonly host: HostDatabase;
  /** From where its user may sign in. */
  readonly clients: Clients;
  readonly journal: SwapJournal;
}

/** A table that goes along: where it is says on which side of the one moment everything stands. */
const MARKER = 'sitedeck swap marker';

const Named = z.object({ name: z.string() });
const namesOf = async (connection: Connection, sql: string, database: string): Promise<string[]> =>
  (await connection.rows(Named, sql, [database])).map(({ name }) => name);
/** Tables of a database; a view is none. */
export const tablesIn = (connection: Connection, database: string): Promise<string[]> =>
  namesOf(
    connection,
    `SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_TYPE <> 'VIEW'`,
    database,
  );

const isThere = async (connection: Connection, database: string, table: string): Promise<boolean> =>
  (await tablesIn(connection, database)).includes(table);

/** Removes what stands beside the database, and who may load into it. */
export async function dropSideDatabases(admin: Connection, database: string): Promise<void> {
  // Constraints between two that go hold up neither.
  await admin.run('SET FOREIGN_KEY_CHECKS = 0');
  await dropLoadAccount(admin, { user: incomingOf(database) });
  for (const side of [incomingOf(database), outgoingOf(database)])
    await admin.run(`DROP DATABASE IF EXISTS ${quoteName(side)}`);
}

export interface SwapPlan {
  /** `replace`: all tables go; `merge`: those for which others come, and those that were dropped. */
  readonly mode: 'merge' | 'replace';
  readonly dropped: ReadonlySet<string>;
}

interface Moves {
  readonly out: readonly string[];
  readonly in: readonly string[];
  /** Objects of the live database that go, whether or not others come. */
  readonly goes: (kind: Definition['kind'], name: string, after: readonly Definition[]) => boolean;
}

async function planMoves(admin: Connection, database: string, { mode, dropped }: SwapPlan): Promise<Moves> {
  const coming = (await tablesIn(admin, incomingOf(database))).filter((name) => name !== MARKER);
  const live = await tablesIn(admin, database);
  const leaves = new Set(mode === 'replace' ? live : [...coming, ...dropped]);
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

/** All tables at once: either every one of them, or none. */
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

/** Moves all tables that can be moved, and drops the others: until then what can be read or repaired stays. */
async function moveTables(admin: Connection, database: string, moves: Moves): Promise<void> {
  for (let { out } = moves; ;) {
    try {
      return await admin.run(renaming(database, { ...moves, out }));
    } catch (error) {
      const stuck = await unmovableTables(admin, { database, tables: out, error });
      if (stuck.length === 0) throw error;
      // One whose file is gone would keep all others where they are.
      for (const name of stuck) await admin.run(`DROP TABLE IF EXISTS ${quotePath(database, name)}`);
      out = out.filter((name) => !stuck.includes(name));
    }
  }
}

/**
 * Puts what was loaded beside a database in its place. For that moment nobody of the host is signed in. Whatever ends it
 * early, `settleSwap` brings it to one of the two states.
 * @returns objects beside tables that the new state can't have: they need what is not there
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

/** Ends a swap on the side on which its tables stand. May be done again. */
export async function settleSwap(request: SwapTarget, { before, after }: Swap): Promise<string[]> {
  const { server, host, clients, journal } = request;
  return withAdmin(server, async (admin) => {
    const isDone = await isThere(admin, outgoingOf(host.name), MARKER);
    if (isDone) await repointSequenceDefaults(admin, host.name);
    // Whose objects they are is who makes them: never the administrator, whose rights they would have.
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
