import { z } from 'zod';
import type { Connection } from './connection/connection';
import { quoteName } from './names';

const Row = z.object({ name: z.string(), type: z.string() });

const rowsWith = (admin: Connection, database: string, prefix: string) =>
  admin.rows(
    Row,
    `SELECT TABLE_NAME AS name, TABLE_TYPE AS type FROM information_schema.TABLES
      WHERE TABLE_SCHEMA = ? AND BINARY LEFT(TABLE_NAME, CHAR_LENGTH(?)) = ? ORDER BY TABLE_NAME`,
    [database, prefix, prefix],
  );

/** Tables and views whose names begin with the prefix, sorted. */
export async function tablesWith(
  admin: Connection,
  { database, prefix }: { readonly database: string; readonly prefix: string },
): Promise<readonly string[]> {
  return (await rowsWith(admin, database, prefix)).map(({ name }) => name);
}

/** Removes them, whether or not one refers to another. */
export async function dropTablesWith(
  admin: Connection,
  { database, prefix }: { readonly database: string; readonly prefix: string },
): Promise<void> {
  await admin.run('SET FOREIGN_KEY_CHECKS = 0');
  for (const { name, type } of await rowsWith(admin, database, prefix)) {
    const what = type === 'VIEW' ? 'VIEW' : 'TABLE';
    await admin.run(`DROP ${what} IF EXISTS ${quoteName(database)}.${quoteName(name)}`);
  }
}
