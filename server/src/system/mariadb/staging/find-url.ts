import { z } from 'zod';
import type { Connection } from '../connection/connection';
import { quoteName } from '../names';

export interface UrlSearch {
  /** Tables of the site. */
  readonly tables: readonly string[];
  /** Host names under which visitors reach it. */
  readonly names: readonly string[];
}

const Text = z.object({ table: z.string(), column: z.string() });
const Counted = z.object({ count: z.coerce.number() });
const TEXTS = ['char', 'varchar', 'tinytext', 'text', 'mediumtext', 'longtext'];
/** Statements that search a large table longer than this count nothing, s. */
const SEARCH_SECONDS = 5;
/** Searched columns; addresses of a site are among its first ones. */
const COLUMNS_MAX = 200;

/** Rows with the text; 0 if counting takes too long. */
async function countOf(connection: Connection, { table, column }: z.infer<typeof Text>, text: string) {
  const sql = `SET STATEMENT max_statement_time = ${SEARCH_SECONDS} FOR SELECT COUNT(*) AS count
    FROM ${quoteName(table)} WHERE INSTR(${quoteName(column)}, ?) > 0`;
  const [found] = await connection.rows(Counted, sql, [text]).catch(() => []);
  return found?.count ?? 0;
}

/**
 * The URL, without a path, that most rows of a site's tables contain; undefined: none of its names is found. The database
 * is selected.
 */
export async function findSiteUrl(connection: Connection, search: UrlSearch): Promise<string | undefined> {
  const own = new Set(search.tables);
  const columns = await connection.rows(
    Text,
    `SELECT TABLE_NAME AS \`table\`, COLUMN_NAME AS \`column\` FROM information_schema.COLUMNS
      WHERE TABLE_SCHEMA = DATABASE() AND DATA_TYPE IN (?, ?, ?, ?, ?, ?)`,
    TEXTS,
  );
  const searched = columns.filter(({ table }) => own.has(table)).slice(0, COLUMNS_MAX);
  let best: { readonly url: string; readonly count: number } | undefined;
  for (const url of search.names.flatMap((name) => [`https://${name}`, `http://${name}`])) {
    let count = 0;
    for (const column of searched) count += await countOf(connection, column, url);
    if (count > (best?.count ?? 0)) best = { url, count };
  }
  return best?.url;
}
