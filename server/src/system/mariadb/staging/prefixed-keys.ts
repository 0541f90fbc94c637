import { z } from 'zod';
import type { Connection } from '../connection/connection';
import { quoteName } from '../names';

export interface PrefixChange {
  /** Prefix of the tables that hold the keys. */
  readonly tables: string;
  /** Prefix of the keys now, and the one that they get. */
  readonly from: string;
  readonly to: string;
}

const Column = z.object({ table: z.string(), column: z.string() });
const BLOG = /^(?:\d+_)?/;

/** Tables of the prefix with a column of this name. */
async function tablesWithColumn(
  connection: Connection,
  { tables: prefix, column }: { readonly tables: string; readonly column: string },
): Promise<readonly string[]> {
  const rows = await connection.rows(
    Column,
    `SELECT TABLE_NAME AS \`table\`, COLUMN_NAME AS \`column\` FROM information_schema.COLUMNS
      WHERE TABLE_SCHEMA = DATABASE() AND COLUMN_NAME = ?`,
    [column],
  );
  return rows.map(({ table }) => table).filter((table) => table.startsWith(prefix));
}

/**
 * WordPress writes its table prefix into keys: rights of users (`wp_capabilities`) and the names of their roles
 * (`wp_user_roles`; for other sites of a network `wp_2_user_roles`). Its other options begin with `wp_` for other reasons.
 * The database is selected. May be repeated.
 */
export async function changePrefixedKeys(connection: Connection, change: PrefixChange): Promise<void> {
  const { tables, from, to } = change;
  if (from === '' || to === '') return;
  for (const table of await tablesWithColumn(connection, { tables, column: 'meta_key' }))
    if (table === `${tables}usermeta`)
      await connection.run(
        `UPDATE ${quoteName(table)} SET meta_key = CONCAT(?, SUBSTRING(meta_key, CHAR_LENGTH(?) + 1))
          WHERE BINARY LEFT(meta_key, CHAR_LENGTH(?)) = BINARY ?`,
        [to, from, from, from],
      );
  for (const table of await tablesWithColumn(connection, { tables, column: 'option_name' })) {
    const rest = table.slice(tables.length);
    const blog = BLOG.exec(rest)?.[0] ?? '';
    if (rest !== `${blog}options`) continue;
    await connection.run(`UPDATE ${quoteName(table)} SET option_name = ? WHERE option_name = ?`, [
      `${to}${blog}user_roles`,
      `${from}${blog}user_roles`,
    ]);
  }
}
