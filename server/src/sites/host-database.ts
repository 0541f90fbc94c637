import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';
import type { HostDatabase } from '#system/mariadb/connection/server';
import { databaseOf } from '#system/mariadb/names';

/** The stored facts of a host's database. */
export interface DatabaseFacts {
  readonly hostCode: HostCode;
  readonly access: HostDatabase;
  readonly remote: boolean;
  /** Whether the engine has created it. */
  readonly made: boolean;
  readonly bytes: number | null;
  readonly tables: number | null;
  readonly measuredAt: Date | null;
  readonly overQuota: boolean;
  /** Bytes; null: no limit; 0: the plan has no database. */
  readonly quota: number | null;
  /** A swap of the database that is in progress; each reader validates it. */
  readonly swap: unknown;
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 24;

/** Random characters that need no escape in any configuration file. */
export const newDatabasePassword = (): string =>
  Array.from({ length: PASSWORD_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');

const facts = (db: Db) =>
  db
    .selectFrom('host_database')
    .innerJoin('host', 'host.code', 'host_database.host_code')
    .selectAll('host_database')
    .select('host.database_quota');

type Row = Awaited<ReturnType<ReturnType<typeof facts>['executeTakeFirstOrThrow']>>;

const factsOf = (row: Row): DatabaseFacts => ({
  hostCode: row.host_code,
  access: { name: row.name, user: row.username, password: row.password },
  remote: row.remote_access,
  made: row.made,
  bytes: row.bytes,
  tables: row.tables,
  measuredAt: row.measured_at,
  overQuota: row.over_quota,
  quota: row.database_quota,
  swap: row.swap,
});

/** Undefined if the host has no database or is gone. */
export async function readDatabaseFacts(db: Db, hostCode: HostCode): Promise<DatabaseFacts | undefined> {
  const row = await facts(db).where('host_code', '=', hostCode).executeTakeFirst();
  return row && factsOf(row);
}

/** Databases of a node, including those that the engine has not created yet. */
export async function readDatabasesOfNode(db: Db, node: string): Promise<DatabaseFacts[]> {
  const rows = await facts(db).where('host.node', '=', node).orderBy('host_code').execute();
  return rows.map(factsOf);
}

/** Gives every host of a node whose plan has a database a name and a password for it. */
export async function nameDatabases(db: Db, node: string, only?: HostCode): Promise<void> {
  let lacking = db
    .selectFrom('host')
    .leftJoin('host_database', 'host_database.host_code', 'host.code')
    .select('host.code')
    .where('host.node', '=', node)
    .where('host_database.host_code', 'is', null)
    .where((where) => where.or([where('database_quota', 'is', null), where('database_quota', '>', 0)]));
  if (only !== undefined) lacking = lacking.where('host.code', '=', only);
  for (const { code } of await lacking.execute()) {
    const name = databaseOf(code);
    await sql`
      insert into host_database (host_code, name, username, password)
      select code, ${name}, ${name}, ${newDatabasePassword()} from host where code = ${code}
      on conflict do nothing`.execute(db);
  }
}

export interface DatabaseChange {
  readonly password?: string;
  readonly remote?: boolean;
  readonly made?: boolean;
  readonly overQuota?: boolean;
  readonly measured?: { readonly bytes: number; readonly tables: number; readonly at: Date };
  /** Null: no swap is in progress any more. */
  readonly swap?: unknown;
}

/** Stores the given fields. Does nothing if the host is gone. */
export async function storeDatabase(db: Db, hostCode: HostCode, change: DatabaseChange): Promise<void> {
  const { password, remote, made, overQuota, measured, swap } = change;
  await db
    .updateTable('host_database')
    .set({
      ...(password !== undefined && { password }),
      ...(remote !== undefined && { remote_access: remote }),
      ...(made !== undefined && { made }),
      ...(overQuota !== undefined && { over_quota: overQuota }),
      // Rounded, since the columns hold integers.
      ...(measured && {
        bytes: Math.round(measured.bytes),
        tables: Math.round(measured.tables),
        measured_at: measured.at,
      }),
      ...(swap !== undefined && { swap: swap === null ? null : JSON.stringify(swap) }),
    })
    .where('host_code', '=', hostCode)
    .execute();
}

/** Records that the engine has to drop this database, now or when it is back. */
export async function markDropped(db: Db, node: string, hostCode: HostCode): Promise<void> {
  await sql`
    insert into dropped_database (name, username, node)
    select name, username, ${node} from host_database where host_code = ${hostCode}
    on conflict do nothing`.execute(db);
}

/** Databases that the engine still has to drop. */
export async function readDropped(
  db: Db,
  node: string,
): Promise<readonly { readonly name: string; readonly user: string }[]> {
  const rows = await db
    .selectFrom('dropped_database')
    .select(['name', 'username'])
    .where('node', '=', node)
    .execute();
  return rows.map(({ name, username }) => ({ name, user: username }));
}

export async function forgetDropped(db: Db, name: string): Promise<void> {
  await db.deleteFrom('dropped_database').where('name', '=', name).execute();
}
