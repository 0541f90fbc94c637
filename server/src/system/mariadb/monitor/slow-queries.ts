import { z } from 'zod';
import type { SlowQuery } from '@sitedeck/contract';
import { SLOW_SECONDS } from '../instance/instance';
import type { Connection } from '../connection/connection';
import { Count } from './size';
import { isoTime } from './tables';

const SHAPE_SHOWN = 1000;

/**
 * The shape of a statement: strings and numbers become `?`, lists of them one `(?)`, comments go. Names
 * between backticks stay.
 */
function shapeOf(statement: string): string {
  const shape = statement
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
    .replace(/`(?:[^`]|``)*`|'(?:[^'\\]|\\.|'')*(?:'|$)|"(?:[^"\\]|\\.|"")*(?:"|$)/gs, (part) =>
      part.startsWith('`') ? part : '?',
    )
    .replace(/(?:--\s|#)[^\n]*/g, ' ')
    .replace(/\b0x[0-9a-f]+\b|\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b/gi, '?')
    .replace(/\s+/g, ' ')
    .replace(/\(\s*\?(?:\s*,\s*\?)*\s*\)(?:\s*,\s*\(\s*\?(?:\s*,\s*\?)*\s*\))*/g, '(?)')
    .trim();
  return shape.length > SHAPE_SHOWN ? `${shape.slice(0, SHAPE_SHOWN)}…` : shape;
}

/** How many of the newest log entries are read, and how many shapes are reported. */
const ENTRIES_MAX = 2000;
const SHAPES_MAX = 50;
const ENTRY_SHOWN = 4000;
const SlowRow = z.object({ ms: z.coerce.number(), at: z.string(), statement: z.string() });

/** Undefined if the engine keeps no log as a table. */
async function slowRows(admin: Connection, database: string) {
  const sql = `SELECT TIME_TO_SEC(query_time) * 1000 + MICROSECOND(query_time) / 1000 AS ms,
      start_time AS at,
      CONVERT(LEFT(sql_text, ${ENTRY_SHOWN}) USING utf8mb4) AS statement
    FROM mysql.slow_log WHERE db = ? ORDER BY start_time DESC LIMIT ${ENTRIES_MAX}`;
  return admin.rows(SlowRow, sql, [database]).catch(() => undefined);
}

export interface SlowQueryList {
  readonly kept: boolean;
  readonly thresholdMs: number;
  readonly queries: SlowQuery[];
}

/** Slow statements of one database, grouped by shape, largest total time first. */
export async function slowQueriesOf(admin: Connection, database: string): Promise<SlowQueryList> {
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

/** The log is emptied when it is larger, bytes. */
const LOG_BYTES = 64 * 1024 * 1024;
const LogSize = z.object({ bytes: Count });

/** Any user of the server can fill the log. */
export async function boundSlowLog(admin: Connection): Promise<void> {
  const sql = `SELECT COALESCE(DATA_LENGTH, 0) AS bytes FROM information_schema.TABLES
    WHERE TABLE_SCHEMA = 'mysql' AND TABLE_NAME = 'slow_log'`;
  const [log] = await admin.rows(LogSize, sql);
  if (log && log.bytes > LOG_BYTES) await admin.run('TRUNCATE mysql.slow_log');
}
