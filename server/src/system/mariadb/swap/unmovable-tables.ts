import { z } from 'zod';
import { unreadableIn } from '../dump/gaps';
import { engineCode, type Connection } from '../connection/connection';
import { quoteText } from '../names';

/** The engine's file name of a table; for a partition it continues after `#`. */
const ON_RENAME = /^Error on rename of '\.\/[^/']+\/([^/'#]+)[^']*' to '[^']*' \(errno: (\d+)/;
/** ENOENT, HA_ERR_NO_SUCH_TABLE and HA_ERR_TABLESPACE_MISSING: the table has no file to move. */
const FILE_GONE: ReadonlySet<string> = new Set(['2', '155', '194']);
/** These errors end a statement and don't concern its tables. */
const INTERRUPTED: ReadonlySet<string> = new Set([
  'ER_QUERY_INTERRUPTED',
  'ER_STATEMENT_TIMEOUT',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_LOCK_DEADLOCK',
]);

const Named = z.object({ name: z.string() });

async function tableOfFile(connection: Connection, file: string): Promise<string | undefined> {
  const [row] = await connection.rows(
    Named,
    `SELECT CONVERT(_filename${quoteText(file)} USING utf8mb4) AS name`,
  );
  return row?.name;
}

interface Renaming {
  readonly database: string;
  readonly tables: readonly string[];
  /** The error with which the engine refused to rename the tables. */
  readonly error: unknown;
}

/** Tables that can't be renamed because their files are missing or damaged; empty for any other error. */
export async function unmovableTables(
  connection: Connection,
  { database, tables, error }: Renaming,
): Promise<readonly string[]> {
  const code = engineCode(error);
  if (!(error instanceof Error) || !code.startsWith('ER_') || INTERRUPTED.has(code)) return [];
  if (code !== 'ER_ERROR_ON_RENAME') return unreadableIn(connection, database, tables);
  const [, file, errno = ''] = ON_RENAME.exec(error.message) ?? [];
  if (file === undefined || !FILE_GONE.has(errno)) return [];
  const named = await tableOfFile(connection, file);
  return tables.filter((name) => name === named);
}
