import { z } from 'zod';
import type { Connection } from '../connection/connection';
import { quoteName, quotePath } from '../names';

export interface TablesToCopy {
  readonly from: { readonly database: string; readonly tables: readonly string[] };
  /** Where the copies go; `nameOf` names them. */
  readonly to: { readonly database: string; readonly nameOf: (table: string) => string };
  readonly signal: AbortSignal;
  readonly onTable: (done: number, table: string) => void;
}

const Column = z.object({ name: z.string() });

/** Columns that hold values; the engine computes the others. */
async function columnsOf(connection: Connection, database: string, table: string): Promise<string> {
  const sql = `SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS
    WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND COALESCE(GENERATION_EXPRESSION, '') = ''
    ORDER BY ORDINAL_POSITION`;
  const rows = await connection.rows(Column, sql, [database, table]);
  return rows.map(({ name }) => quoteName(name)).join(', ');
}

const KeyColumn = z.object({
  key: z.string(),
  table: z.string(),
  column: z.string(),
  parent: z.string(),
  parentColumn: z.string(),
  onUpdate: z.string(),
  onDelete: z.string(),
});
type KeyColumn = z.infer<typeof KeyColumn>;

/** The columns of all foreign keys between the tables, key after key. */
async function foreignKeys(
  connection: Connection,
  { from: { database, tables } }: TablesToCopy,
): Promise<KeyColumn[]> {
  const sql = `SELECT c.CONSTRAINT_NAME AS \`key\`, c.TABLE_NAME AS \`table\`, c.COLUMN_NAME AS \`column\`,
      c.REFERENCED_TABLE_NAME AS parent, c.REFERENCED_COLUMN_NAME AS parentColumn,
      r.UPDATE_RULE AS onUpdate, r.DELETE_RULE AS onDelete
    FROM information_schema.KEY_COLUMN_USAGE c JOIN information_schema.REFERENTIAL_CONSTRAINTS r
      ON r.CONSTRAINT_SCHEMA = c.CONSTRAINT_SCHEMA AND r.CONSTRAINT_NAME = c.CONSTRAINT_NAME
      AND r.TABLE_NAME = c.TABLE_NAME
    WHERE c.TABLE_SCHEMA = ? AND c.REFERENCED_TABLE_SCHEMA = c.TABLE_SCHEMA
    ORDER BY c.TABLE_NAME, c.CONSTRAINT_NAME, c.ORDINAL_POSITION`;
  const copied = new Set(tables);
  const rows = await connection.rows(KeyColumn, sql, [database]);
  return rows.filter(({ table, parent }) => copied.has(table) && copied.has(parent));
}

function byKey(columns: readonly KeyColumn[]): Iterable<readonly KeyColumn[]> {
  const keys = new Map<string, KeyColumn[]>();
  for (const column of columns) {
    const name = `${column.table}\0${column.key}`;
    keys.set(name, [...(keys.get(name) ?? []), column]);
  }
  return keys.values();
}

export interface CopyConnections {
  /** May read the tables and create their copies. */
  readonly user: Connection;
  /** Reads what the engine shows to no one else of foreign keys. */
  readonly admin: Connection;
}

/** A copy by `LIKE` has no foreign keys. The engine names them: names are unique in a database. */
async function addForeignKeys({ admin, user }: CopyConnections, copy: TablesToCopy): Promise<void> {
  const { database, nameOf } = copy.to;
  for (const columns of byKey(await foreignKeys(admin, copy))) {
    const [first] = columns;
    if (!first) continue;
    const own = columns.map(({ column }) => quoteName(column)).join(', ');
    const parents = columns.map(({ parentColumn }) => quoteName(parentColumn)).join(', ');
    await user.run(
      `ALTER TABLE ${quotePath(database, nameOf(first.table))} ADD FOREIGN KEY (${own})
        REFERENCES ${quotePath(database, nameOf(first.parent))} (${parents})
        ON UPDATE ${first.onUpdate} ON DELETE ${first.onDelete}`,
    );
  }
}

/**
 * Copies tables with indexes, rows and foreign keys. Writers of the tables are not held up: each table is copied as it is
 * at one moment, and not all at the same.
 */
export async function copyTables(connections: CopyConnections, copy: TablesToCopy): Promise<void> {
  const { user } = connections;
  const { from, to, signal, onTable } = copy;
  await user.run(
    `SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO', foreign_key_checks = 0, unique_checks = 0, max_statement_time = 0`,
  );
  // Otherwise the rows that are read would be locked until their table is copied.
  await user.run('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  let done = 0;
  for (const table of from.tables) {
    signal.throwIfAborted();
    const [source, target] = [quotePath(from.database, table), quotePath(to.database, to.nameOf(table))];
    await user.run(`CREATE TABLE ${target} LIKE ${source}`);
    const columns = await columnsOf(user, from.database, table);
    if (columns !== '') await user.run(`INSERT INTO ${target} (${columns}) SELECT ${columns} FROM ${source}`);
    onTable((done += 1), table);
  }
  signal.throwIfAborted();
  await addForeignKeys(connections, copy);
}
