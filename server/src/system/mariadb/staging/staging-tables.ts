import { z } from 'zod';
import type { StagingNoDatabase } from '@sitedeck/contract';
import type { Connection } from '../connection/connection';
import { quotePath } from '../names';

/**
 * Tables of a host's staging copy begin with this. They belong to no dump and no backup, and a dump that replaces a
 * database leaves them where they are.
 */
export const STAGING_PREFIX = 'sdstg_';
/** Longest name of a table, characters. */
const NAME_MAX = 64;

export const isStagingTable = (name: string): boolean => name.startsWith(STAGING_PREFIX);
export const stagingTable = (live: string): string => STAGING_PREFIX + live;
export const liveTable = (staging: string): string => staging.slice(STAGING_PREFIX.length);

const Table = z.object({ name: z.string(), type: z.string() });
const Counted = z.object({ count: z.coerce.number() });

/** All tables and views of a database. */
const allTables = (admin: Connection, database: string) =>
  admin.rows(
    Table,
    'SELECT TABLE_NAME AS name, TABLE_TYPE AS type FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?',
    [database],
  );

export interface SplitTables {
  readonly live: readonly string[];
  readonly staging: readonly string[];
}

/** The tables of the site, and those of its staging copy. */
export async function splitTables(admin: Connection, database: string): Promise<SplitTables> {
  const names = (await allTables(admin, database)).map(({ name }) => name);
  return {
    live: names.filter((name) => !isStagingTable(name)),
    staging: names.filter(isStagingTable),
  };
}

/** Objects besides tables name the tables that they work on, so a copy of them would work on those of the site. */
async function hasObjects(admin: Connection, database: string): Promise<boolean> {
  const sql = `SELECT (SELECT COUNT(*) FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = ?)
    + (SELECT COUNT(*) FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = ?)
    + (SELECT COUNT(*) FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ?) AS count`;
  const [found] = await admin.rows(Counted, sql, [database, database, database]);
  return (found?.count ?? 0) > 0;
}

/** Why the tables of a site can't be copied beside themselves; undefined: they can. */
export async function whyNotCopied(
  admin: Connection,
  database: string,
): Promise<StagingNoDatabase | undefined> {
  const tables = (await allTables(admin, database)).filter(({ name }) => !isStagingTable(name));
  if (tables.some(({ type }) => type !== 'BASE TABLE') || (await hasObjects(admin, database)))
    return 'objects';
  return tables.some(({ name }) => stagingTable(name).length > NAME_MAX) ? 'names' : undefined;
}

/** Removes the tables of a staging copy. */
export async function dropStagingTables(admin: Connection, database: string): Promise<void> {
  await admin.run('SET FOREIGN_KEY_CHECKS = 0');
  const tables = (await allTables(admin, database)).filter(({ name }) => isStagingTable(name));
  for (const { name, type } of tables)
    await admin.run(`DROP ${type === 'VIEW' ? 'VIEW' : 'TABLE'} IF EXISTS ${quotePath(database, name)}`);
}
