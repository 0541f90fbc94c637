import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Connection } from '../connection/connection';

/** Bytes of data and indexes. The engine returns decimals, which byte columns don't accept. */
export const BYTES = 'CAST(FLOOR(COALESCE(DATA_LENGTH, 0) + COALESCE(INDEX_LENGTH, 0)) AS UNSIGNED)';
export const Count = z.coerce.number().transform((value) => Math.max(0, Math.floor(value)));
const Size = z.object({ bytes: Count, tables: Count });

export interface DatabaseSize {
  readonly bytes: number;
  readonly tables: number;
}

const SizeRow = Size.extend({ others: Count, free: Count, locked: Count });
const Held = z.object({ bytes: Count });

/** Size of a database's InnoDB files. It includes indexes that the tables' figures leave out. */
export async function innodbBytes(admin: Connection, database: string): Promise<number> {
  const sql = `SELECT COALESCE(SUM(FILE_SIZE), 0) AS bytes FROM information_schema.INNODB_SYS_TABLESPACES
    WHERE LEFT(NAME, ?) = ?`;
  const [held] = await admin.rows(Held, sql, [database.length + 1, `${database}/`]);
  return held?.bytes ?? 0;
}

/** A query for table sizes may take this long, s, so that one host's tables don't block the measuring of others. */
const FIGURES_SECONDS = 20;
/** Skips a table that its owner has locked, instead of waiting for the lock. */
export const WITHOUT_LOCKS = `SET STATEMENT lock_wait_timeout = 0, max_statement_time = ${FIGURES_SECONDS} FOR`;

/** Files of InnoDB, which `heldBy` counts, and table definitions. */
const NOT_OTHERS = /\.(?:ibd|frm|par|opt|TRG|TRN)$/;

/** Bytes in a database's files that are not InnoDB's. Needs no lock, and an engine on this machine. */
export async function nonInnodbBytes(database: string, data: string | undefined): Promise<number> {
  if (data === undefined) return 0;
  const folder = join(data, database);
  const names = (await readdir(folder).catch(() => [])).filter((name) => !NOT_OTHERS.test(name));
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Measures a database. InnoDB's figures are estimates that a table's owner can keep out of date, so the
 * larger of figures and file sizes counts. For a locked table, file sizes count.
 * @param data folder of the engine's data; undefined if it is on another machine
 */
export async function measureSize(admin: Connection, database: string, data?: string): Promise<DatabaseSize> {
  const sql = `${WITHOUT_LOCKS} SELECT COALESCE(SUM(${BYTES}), 0) AS bytes, COALESCE(SUM(TABLE_TYPE <> 'VIEW'), 0) AS tables,
      COALESCE(SUM(IF(ENGINE = 'InnoDB', 0, ${BYTES})), 0) AS others,
      COALESCE(SUM(IF(ENGINE = 'InnoDB', DATA_FREE, 0)), 0) AS free,
      COALESCE(SUM(ENGINE IS NULL AND TABLE_TYPE <> 'VIEW'), 0) AS locked
    FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?`;
  const [row] = await admin.rows(SizeRow, sql, [database]);
  if (!row) return { bytes: 0, tables: 0 };
  const { bytes, tables, free, locked } = row;
  const others = locked > 0 ? Math.max(row.others, await nonInnodbBytes(database, data)) : row.others;
  return { bytes: Math.max(bytes, (await innodbBytes(admin, database)) - free + others), tables };
}
