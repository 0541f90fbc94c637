import { z } from 'zod';
import { isRefusal, Refusal } from '#faults/refusal';
import { engineCode, engineMessage, type Connection } from '../connection/connection';
import { quotePath } from '../names';

/** A part of a database that a dump can't hold. */
export interface Gap {
  /** `history`: historical rows of a system-versioned table; its current rows are in the dump. */
  readonly is: 'view' | 'table' | 'history' | 'routine';
  readonly name: string;
  /** The engine's own message. */
  readonly why: string;
}

/** How the dump program must handle a database in which not everything can be read. */
export interface DumpReadability {
  readonly gaps: readonly Gap[];
  /** There may be historical rows, and they can be read. */
  readonly withHistory: boolean;
}

const Listed = z.object({ name: z.string(), type: z.string() });
const Checked = z.object({ Msg_type: z.string(), Msg_text: z.string().nullable() });
const Engine = z.object({ engine: z.string().nullable() });
const Named = z.object({ name: z.string() });

/** Engines that don't notice by themselves when a file is too short for its table. */
const CHECKED: ReadonlySet<string> = new Set(['MyISAM', 'Aria']);

async function checkFiles(connection: Connection, database: string, name: string): Promise<void> {
  const sql =
    'SELECT ENGINE AS engine FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?';
  const [found] = await connection.rows(Engine, sql, [database, name]);
  if (!CHECKED.has(found?.engine ?? '')) return;
  const said = await connection.rows(Checked, `CHECK TABLE ${quotePath(database, name)} QUICK`);
  const fault = said.find(({ Msg_type }) => Msg_type.toLowerCase() === 'error');
  if (fault)
    throw Object.assign(new Error(fault.Msg_text ?? ''), { code: 'ER_CRASHED_ON_USAGE', sqlState: 'HY000' });
}

/** Runs a query that the dump program will run too, to see whether it fails. */
async function open(
  connection: Connection,
  database: string,
  { name, type }: z.infer<typeof Listed>,
): Promise<void> {
  await connection.run(`SHOW CREATE TABLE ${quotePath(database, name)}`);
  if (type === 'VIEW') return connection.run(`SHOW FIELDS FROM ${quotePath(database, name)}`);
  await connection.run(`SELECT 1 FROM ${quotePath(database, name)} LIMIT 1`);
  await checkFiles(connection, database, name);
}

/** An error of the engine has an SQL state; that of a lost connection has none. */
const isEngineError = (error: unknown): error is Error =>
  !isRefusal(error) && error instanceof Error && 'sqlState' in error;

const LOCKED: ReadonlySet<string> = new Set(['ER_LOCK_WAIT_TIMEOUT', 'ER_STATEMENT_TIMEOUT']);

async function gapAt(
  connection: Connection,
  database: string,
  table: z.infer<typeof Listed>,
): Promise<Gap | undefined> {
  try {
    await open(connection, database, table);
    return undefined;
  } catch (error) {
    const code = engineCode(error);
    if (!isEngineError(error) || LOCKED.has(code)) throw error;
    // Dropped since it was listed.
    if (code === 'ER_NO_SUCH_TABLE') return undefined;
    return { is: table.type === 'VIEW' ? 'view' : 'table', name: table.name, why: engineMessage(error) };
  }
}

/** Tables that can't be read. */
export async function unreadableIn(
  connection: Connection,
  database: string,
  tables: readonly string[],
): Promise<readonly string[]> {
  const gaps: string[] = [];
  for (const name of tables)
    if (await gapAt(connection, database, { name, type: 'BASE TABLE' })) gaps.push(name);
  return gaps;
}

/**
 * Tables whose history is by transaction instead of by time; if there is one, the dump program writes no history at
 * all.
 */
async function byTransaction(connection: Connection, database: string): Promise<ReadonlySet<string>> {
  const sql = `SELECT TABLE_NAME AS name FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ?
    AND GENERATION_EXPRESSION = 'ROW START' AND DATA_TYPE = 'bigint'`;
  return new Set((await connection.rows(Named, sql, [database])).map(({ name }) => name));
}

const NO_HISTORY = 'no dump program writes rows of the past of this database';

export interface GapSearch {
  readonly database: string;
  /** All tables if none are named. */
  readonly tables: readonly string[];
  /** The longest wait for a lock, s. */
  readonly lockSeconds: number;
  /** Whether the dump program can write historical rows. */
  readonly writesHistory: () => Promise<boolean>;
}

/**
 * Finds what would abort a dump: a view whose table is missing, a table whose file is missing. Refuses with `dump-stalled`
 * if something is locked for too long.
 * @param link signed in as the account that takes the dump
 */
export async function findGaps(connection: Connection, question: GapSearch): Promise<DumpReadability> {
  const { database, tables, lockSeconds, writesHistory } = question;
  await connection.run('SET SESSION lock_wait_timeout = ?', [lockSeconds]);
  const sql =
    'SELECT TABLE_NAME AS name, TABLE_TYPE AS type FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? ORDER BY TABLE_NAME';
  const wanted = (await connection.rows(Listed, sql, [database])).filter(
    ({ name }) => tables.length === 0 || tables.includes(name),
  );
  const gaps: Gap[] = [];
  for (const table of wanted) {
    const gap = await gapAt(connection, database, table).catch((error: unknown) => {
      if (!LOCKED.has(engineCode(error))) throw error;
      throw new Refusal('dump-stalled', { values: { minutes: Math.ceil(lockSeconds / 60) } });
    });
    if (gap) gaps.push(gap);
  }
  const versioned = wanted.filter(({ type }) => type === 'SYSTEM VERSIONED').map(({ name }) => name);
  if (versioned.length === 0) return { gaps, withHistory: false };
  const isWritten = (await byTransaction(connection, database)).size === 0 && (await writesHistory());
  if (isWritten) return { gaps, withHistory: true };
  const lost = versioned.map((name): Gap => ({ is: 'history', name, why: NO_HISTORY }));
  return { gaps: [...gaps, ...lost], withHistory: false };
}
