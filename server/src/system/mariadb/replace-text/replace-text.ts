import { z } from 'zod';
import type { CallReply, checkReplaceUrl } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { Connection } from '../connection/connection';
import { quoteName } from '../names';
import { openConnection, type DatabaseServer, type HostDatabase } from '../connection/server';
import { changeAddress } from './change-address';
import { changeIn } from './serialised';

type Report = CallReply<typeof checkReplaceUrl>;

export interface ReplaceTextRequest {
  readonly server: DatabaseServer;
  readonly host: HostDatabase;
  readonly from: string;
  readonly to: string;
  /** `address`: `from` is a host name and `to` a URL, see `changeAddress`; absent: any text. */
  readonly kind?: 'address' | undefined;
  /** All tables if none are named. */
  readonly tables?: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

/** The columns to search in one table. */
interface Subject {
  readonly name: string;
  /** The primary key, which finds a row again; empty: there is none. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

const Column = z.object({ table: z.string(), name: z.string(), type: z.string(), key: z.string() });
const TEXTS: ReadonlySet<string> = new Set([
  'char',
  'varchar',
  'tinytext',
  'text',
  'mediumtext',
  'longtext',
  'json',
]);

async function subjectsOf(connection: Connection, { host, tables }: ReplaceTextRequest): Promise<Subject[]> {
  const sql = `SELECT c.TABLE_NAME AS \`table\`, c.COLUMN_NAME AS name, c.DATA_TYPE AS type, c.COLUMN_KEY AS \`key\`
    FROM information_schema.COLUMNS c JOIN information_schema.TABLES t USING (TABLE_SCHEMA, TABLE_NAME)
    WHERE c.TABLE_SCHEMA = ? AND t.TABLE_TYPE = 'BASE TABLE' AND COALESCE(c.GENERATION_EXPRESSION, '') = ''
    ORDER BY c.TABLE_NAME, c.ORDINAL_POSITION`;
  const found = new Map<string, { key: string[]; columns: string[] }>();
  for (const { table, name, type, key } of await connection.rows(Column, sql, [host.name])) {
    const subject = found.get(table) ?? { key: [], columns: [] };
    if (key === 'PRI') subject.key.push(name);
    if (TEXTS.has(type.toLowerCase())) subject.columns.push(name);
    found.set(table, subject);
  }
  for (const table of tables ?? [])
    if (!found.has(table)) throw new Refusal('table-gone', { values: { table } });
  return [...found]
    .filter(([name, { columns }]) => columns.length > 0 && (tables?.includes(name) ?? true))
    .map(([name, subject]) => ({ name, ...subject }));
}

/** What happens to texts with one character per byte. */
function changeOf({ from, to, kind }: ReplaceTextRequest): (text: string) => string {
  const [wanted, replacement] = [asBytes(from), asBytes(to)];
  if (kind === 'address') return changeAddress(wanted, replacement);
  return (text) => text.replaceAll(wanted, () => replacement);
}

/** How many rows are fetched at a time. */
const BATCH = 200;

/** Converts a text to one character per byte, like texts of the connection. */
const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const Row = z.record(z.string(), z.unknown());
type Row = z.infer<typeof Row>;

const isText = (value: unknown): value is string => typeof value === 'string';

interface Hit {
  readonly keys: readonly unknown[];
  readonly values: Readonly<Record<string, string>>;
  readonly serialised: boolean;
}

/** Rows that contain the text, after the given key. */
async function* hitsIn(
  connection: Connection,
  subject: Subject,
  request: ReplaceTextRequest,
): AsyncGenerator<Hit, void> {
  const { key, columns, name } = subject;
  const from = asBytes(request.from);
  const change = changeOf(request);
  const wanted = columns.map((column) => `INSTR(${binary(column)}, ?) > 0`).join(' OR ');
  const texts = columns.map((column) => `${binary(column)} AS ${quoteName(`t ${column}`)}`);
  const keys = key.map((column) => `${keyText(column)} AS ${quoteName(`k ${column}`)}`);
  const order = key.map(quoteName).join(', ');
  let last: readonly unknown[] | undefined;
  for (;;) {
    request.signal.throwIfAborted();
    const after = last ? ` AND (${order}) > (${key.map(() => '?').join(', ')})` : '';
    const sql = `SELECT ${[...keys, ...texts].join(', ')} FROM ${quoteName(name)} WHERE (${wanted})${after}
      ${order === '' ? '' : `ORDER BY ${order}`} LIMIT ${BATCH}`;
    const values = [...columns.map(() => Buffer.from(from, 'latin1')), ...(last ?? [])];
    const rows = await connection.rows(Row, sql, values);
    for (const row of rows) {
      last = key.map((column) => row[`k ${column}`]);
      const hit = hitOf(row, { keys: last, columns, from, change });
      if (Object.keys(hit.values).length > 0) yield hit;
    }
    if (rows.length < BATCH || key.length === 0) return;
  }
}

/** Converts to UTF-8 whatever the column's charset is, and compares bytes. */
const binary = (column: string): string => `CAST(CONVERT(${quoteName(column)} USING utf8mb4) AS BINARY)`;
const keyText = (column: string): string => quoteName(column);

function hitOf(
  row: Row,
  about: {
    keys: readonly unknown[];
    columns: readonly string[];
    from: string;
    change: (text: string) => string;
  },
): Hit {
  const values: Record<string, string> = {};
  let serialised = false;
  for (const column of about.columns) {
    const given = row[`t ${column}`];
    const text = Buffer.isBuffer(given)
      ? given.toString('latin1')
      : isText(given)
        ? asBytes(given)
        : undefined;
    if (text === undefined || !text.includes(about.from)) continue;
    const changed = changeIn(text, about.change);
    if (changed.text === text) continue;
    serialised ||= changed.serialised;
    values[column] = changed.text;
  }
  return { keys: about.keys, values, serialised };
}

const LIMIT_MS = 20_000;

const linkOf = ({ server, host }: ReplaceTextRequest): Promise<Connection> =>
  openConnection(server, { login: host, database: host.name });

async function countIn(hits: AsyncIterable<Hit>, limit: number) {
  const count = { rows: 0, serialised: 0, complete: true };
  for await (const hit of hits) {
    count.rows += 1;
    if (hit.serialised) count.serialised += 1;
    count.complete = performance.now() < limit;
    if (!count.complete) break;
  }
  return count;
}

/** Counts where the text would be replaced, and changes nothing. Refuses with `table-gone`. */
export async function countReplacements(request: ReplaceTextRequest): Promise<Report> {
  const connection = await linkOf(request);
  const limit = performance.now() + LIMIT_MS;
  const tables: Report['tables'] = [];
  let complete = true;
  try {
    for (const subject of await subjectsOf(connection, request)) {
      const count = await countIn(hitsIn(connection, subject, request), limit);
      if (count.rows > 0)
        tables.push({
          name: subject.name,
          rows: count.rows,
          serialised: count.serialised,
          keyed: subject.key.length > 0,
        });
      complete = count.complete;
      if (!complete) break;
    }
  } finally {
    await connection.close();
  }
  return { tables, rows: tables.reduce((sum, { rows }) => sum + rows, 0), complete };
}

async function write(connection: Connection, { name, key }: Subject, hit: Hit): Promise<void> {
  const columns = Object.keys(hit.values);
  const set = columns.map((column) => `${quoteName(column)} = CONVERT(? USING utf8mb4)`).join(', ');
  const where = key.map((column) => `${quoteName(column)} = ?`).join(' AND ');
  const values = columns.map((column) => Buffer.from(hit.values[column] ?? '', 'latin1'));
  await connection.run(`UPDATE ${quoteName(name)} SET ${set} WHERE ${where}`, [...values, ...hit.keys]);
}

/** @returns the number of changed rows; for a table without a key, 1 if any would change */
async function writeAll(
  connection: Connection,
  { subject, hits }: { readonly subject: Subject; readonly hits: AsyncGenerator<Hit, void> },
  onRow: () => void,
): Promise<number> {
  if (subject.key.length === 0) return (await hits.next()).done ? 0 : 1;
  let rows = 0;
  for await (const hit of hits) {
    await write(connection, subject, hit);
    rows += 1;
    onRow();
  }
  return rows;
}

export interface TextReplaced {
  readonly rows: number;
  readonly tables: number;
  /** Tables without a primary key, which were left alone. */
  readonly skipped: readonly string[];
}

/**
 * Replaces in all tables in one transaction: completely or not at all, for tables whose engine has
 * transactions. Skips tables without a primary key, whose rows can't be distinguished.
 */
export async function replaceText(
  request: ReplaceTextRequest,
  onRows: (rows: number, table: string) => void,
): Promise<TextReplaced> {
  const connection = await linkOf(request);
  const skipped: string[] = [];
  let [rows, tables] = [0, 0];
  try {
    // The statement time limit of sites is shorter than this needs.
    await connection.run('SET max_statement_time = 0, foreign_key_checks = 0');
    const subjects = await subjectsOf(connection, request);
    await connection.run('START TRANSACTION');
    for (const subject of subjects) {
      const hits = hitsIn(connection, subject, request);
      const keyed = subject.key.length > 0;
      const changed = await writeAll(connection, { subject, hits }, () => onRows((rows += 1), subject.name));
      if (changed > 0 && keyed) tables += 1;
      if (changed > 0 && !keyed) skipped.push(subject.name);
    }
    request.signal.throwIfAborted();
    await connection.run('COMMIT');
  } finally {
    await connection.close();
  }
  return { rows, tables, skipped };
}
