import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { DatabaseProcess, DatabaseTable, SlowQuery } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { endConnection } from '../accounts/host-accounts';
import { SLOW_SECONDS } from '../instance/instance';
import type { Link } from '../connection/connection';
import { shapeOf } from './slow-queries';

/** Bytes of data and indexes: the engine answers with decimals, which no column for bytes takes. */
const BYTES = 'CAST(FLOOR(COALESCE(DATA_LENGTH, 0) + COALESCE(INDEX_LENGTH, 0)) AS UNSIGNED)';
const Count = z.coerce.number().transform((value) => Math.max(0, Math.floor(value)));
const Size = z.object({ bytes: Count, tables: Count });

export interface DatabaseSize {
  readonly bytes: number;
  readonly tables: number;
}

const Told = Size.extend({ others: Count, free: Count, locked: Count });
const Held = z.object({ bytes: Count });

/** What InnoDB's files of a database hold: indexes that no table's figures count are in them too. */
export async function heldBy(admin: Link, database: string): Promise<number> {
  const sql = `SELECT COALESCE(SUM(FILE_SIZE), 0) AS bytes FROM information_schema.INNODB_SYS_TABLESPACES
    WHERE LEFT(NAME, ?) = ?`;
  const [held] = await admin.rows(Held, sql, [database.length + 1, `${database}/`]);
  return held?.bytes ?? 0;
}

/** A query for table sizes may take this long, s, so that one host's tables don't block the measuring of others. */
const FIGURES_SECONDS = 20;
/** Skips a table that its owner has locked, instead of waiting for the lock. */
const WITHOUT_LOCKS = `SET STATEMENT lock_wait_timeout = 0, max_statement_time = ${FIGURES_SECONDS} FOR`;

/** Files of InnoDB, which `heldBy` counts, and table definitions. */
const NOT_OTHERS = /\.(?:ibd|frm|par|opt|TRG|TRN)$/;

/** Bytes in a database's files that are not InnoDB's. Needs no lock, and an engine on this machine. */
export async function otherFiles(database: string, data: string | undefined): Promise<number> {
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
 * What a database takes. InnoDB's figures are estimates that a table's owner may keep from ever being made anew, so its
 * files count where they hold more. A table that is locked counts by its files too.
 * @param data folder of the engine's data; undefined where it is on another machine
 */
export async function sizeOf(admin: Link, database: string, data?: string): Promise<DatabaseSize> {
  const sql = `${WITHOUT_LOCKS} SELECT COALESCE(SUM(${BYTES}), 0) AS bytes, COALESCE(SUM(TABLE_TYPE <> 'VIEW'), 0) AS tables,
      COALESCE(SUM(IF(ENGINE = 'InnoDB', 0, ${BYTES})), 0) AS others,
      COALESCE(SUM(IF(ENGINE = 'InnoDB', DATA_FREE, 0)), 0) AS free,
      COALESCE(SUM(ENGINE IS NULL AND TABLE_TYPE <> 'VIEW'), 0) AS locked
    FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?`;
  const [told] = await admin.rows(Told, sql, [database]);
  if (!told) return { bytes: 0, tables: 0 };
  const { bytes, tables, free, locked } = told;
  const others = locked > 0 ? Math.max(told.others, await otherFiles(database, data)) : told.others;
  return { bytes: Math.max(bytes, (await heldBy(admin, database)) - free + others), tables };
}

/** `2026-11-22 08:15:30.5` of a connection, which has UTC for its time zone. */
const isoTime = (text: string): string => `${text.slice(0, 19).replace(' ', 'T')}Z`;

const Text = z.string().nullable();
const TableRow = z.object({
  name: z.string(),
  type: z.string(),
  engine: Text,
  total: z.coerce.number().nullable(),
  bytes: Count,
  collation: Text,
  updated: Text,
});

/** Tables and views, by name. */
export async function tablesOf(admin: Link, database: string): Promise<DatabaseTable[]> {
  const sql = `${WITHOUT_LOCKS} SELECT TABLE_NAME AS name, TABLE_TYPE AS type, ENGINE AS engine, TABLE_ROWS AS total, ${BYTES} AS bytes,
      TABLE_COLLATION AS collation, COALESCE(UPDATE_TIME, CREATE_TIME) AS updated
    FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? ORDER BY TABLE_NAME`;
  const rows = await admin.rows(TableRow, sql, [database]);
  return rows.map((row) => {
    const isView = row.type === 'VIEW';
    return {
      name: row.name,
      kind: isView ? 'view' : 'table',
      engine: row.engine ?? '',
      rows: isView ? null : (row.total ?? 0),
      bytes: row.bytes,
      collation: row.collation ?? '',
      updatedAt: row.updated === null ? null : isoTime(row.updated),
    };
  });
}

const STATEMENT_SHOWN = 2000;
const ProcessRow = z.object({
  id: z.coerce.number(),
  client: z.string(),
  command: z.string(),
  seconds: Count,
  state: Text,
  statement: Text,
});

export async function processesOf(admin: Link, user: string): Promise<DatabaseProcess[]> {
  const sql = `SELECT ID AS id, HOST AS client, COMMAND AS command, TIME AS seconds, STATE AS state,
      LEFT(INFO, ${STATEMENT_SHOWN}) AS statement
    FROM information_schema.PROCESSLIST WHERE USER = ? ORDER BY ID LIMIT 200`;
  const rows = await admin.rows(ProcessRow, sql, [user]);
  return rows.map(({ client, state, statement, ...row }) => ({
    ...row,
    client: client.replace(/:\d+$/, ''),
    state: state ?? '',
    statement: statement ?? '',
  }));
}

/** Refuses `process-gone` where the number is nobody's, or somebody else's. */
export async function killOf(admin: Link, user: string, id: number): Promise<void> {
  const own = await processesOf(admin, user);
  if (!own.some((process) => process.id === id)) throw new Refusal('process-gone');
  await endConnection(admin, id);
}

/** Entries of the log that are looked at, the newest first, and shapes that are told. */
const ENTRIES_MAX = 2000;
const SHAPES_MAX = 50;
const ENTRY_SHOWN = 4000;
const SlowRow = z.object({ ms: z.coerce.number(), at: z.string(), statement: z.string() });

/** Undefined where the engine keeps no log as a table. */
async function slowRows(admin: Link, database: string) {
  const sql = `SELECT TIME_TO_SEC(query_time) * 1000 + MICROSECOND(query_time) / 1000 AS ms,
      start_time AS at,
      CONVERT(LEFT(sql_text, ${ENTRY_SHOWN}) USING utf8mb4) AS statement
    FROM mysql.slow_log WHERE db = ? ORDER BY start_time DESC LIMIT ${ENTRIES_MAX}`;
  return admin.rows(SlowRow, sql, [database]).catch(() => undefined);
}

export interface SlowAnswer {
  readonly kept: boolean;
  readonly thresholdMs: number;
  readonly queries: SlowQuery[];
}

/** Statements of one database that took long, by their shape; those that took longest in sum come first. */
export async function slowQueriesOf(admin: Link, database: string): Promise<SlowAnswer> {
  const thresholdMs = SLOW_SECONDS * 1000;
  const rows = await slowRows(admin, database);
  if (rows === undefined) return { kept: false, thresholdMs, queries: [] };
  const shapes = new Map<string, { count: number; sum: number; worst: number; last: string }>();
  for (const { ms, at, statement } of rows) {
    const shape = shapeOf(statement);
    const known = shapes.get(shape) ?? { count: 0, sum: 0, worst: 0, last: at };
    known.count += 1;
    known.sum += ms;
    known.worst = Math.max(known.worst, ms);
    shapes.set(shape, known);
  }
  const queries = [...shapes]
    .sort(([, one], [, other]) => other.sum - one.sum)
    .slice(0, SHAPES_MAX)
    .map(([statement, { count, sum, worst, last }]) => ({
      statement,
      count,
      averageMs: Math.round(sum / count),
      worstMs: Math.round(worst),
      lastAt: isoTime(last),
    }));
  return { kept: true, thresholdMs, queries };
}

/** The log may take this much; then it begins anew, bytes. */
const LOG_BYTES = 64 * 1024 * 1024;
const LogSize = z.object({ bytes: Count });

/** Whoever may sign in can fill it. */
export async function boundSlowLog(admin: Link): Promise<void> {
  const sql = `SELECT COALESCE(DATA_LENGTH, 0) AS bytes FROM information_schema.TABLES
    WHERE TABLE_SCHEMA = 'mysql' AND TABLE_NAME = 'slow_log'`;
  const [log] = await admin.rows(LogSize, sql);
  if (log && log.bytes > LOG_BYTES) await admin.run('TRUNCATE mysql.slow_log');
}
