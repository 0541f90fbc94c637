import { z } from 'zod';
import type { Connection } from '../connection/connection';
import { withoutDatabases } from '../load/judge/sequence-names';
import { USUAL_QUOTING } from '../load/syntax/quoting';
import { incomingOf, quoteName, quotePath } from '../names';
import { versionNumberOf } from '../connection/server';

const Column = z.object({ table: z.string(), column: z.string(), value: z.string() });

/**
 * A default that uses a sequence names the original database, even after its table has moved. Makes the defaults of
 * moved tables use the sequences that moved with them. Idempotent.
 */
export async function repointSequenceDefaults(admin: Connection, database: string): Promise<void> {
  const sql = `SELECT c.TABLE_NAME AS \`table\`, c.COLUMN_NAME AS \`column\`, c.COLUMN_DEFAULT AS value
    FROM information_schema.COLUMNS c JOIN information_schema.TABLES t
      ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME AND t.TABLE_TYPE <> 'VIEW'
    WHERE c.TABLE_SCHEMA = ? AND LOCATE(?, c.COLUMN_DEFAULT) > 0`;
  const found = await admin.rows(Column, sql, [database, `${quoteName(incomingOf(database))}.`]);
  if (found.length === 0) return;
  const reader = { engine: await versionNumberOf(admin), quoting: USUAL_QUOTING };
  await admin.run(`USE ${quoteName(database)}`);
  // A changed default does not affect historical rows, so their history can be kept.
  await admin.run("SET sql_mode = '', system_versioning_alter_history = 'KEEP'");
  // Opening a table needs the sequences of all its defaults.
  for (const table of new Set(found.map((one) => one.table))) {
    const changes = found
      .filter((one) => one.table === table)
      .map(({ column, value }) => [column, value, withoutDatabases(value, reader)] as const)
      .filter(([, value, home]) => home !== value)
      .map(([column, , home]) => `ALTER COLUMN ${quoteName(column)} SET DEFAULT (${home})`);
    if (changes.length > 0)
      await admin.run(`ALTER TABLE ${quotePath(database, table)} ${changes.join(', ')}`);
  }
}
