import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables';

export type Db = Kysely<Tables>;

/** Reads bigint as a number: our sizes and ids stay far below 2^53. */
function numbersForBigint(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  return types;
}

/** Opens a pool for `url`; it connects when needed and drops idle connections. */
export function openDb(url: string, options: { max?: number } = {}): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 8,
    idleTimeoutMillis: 30_000,
    types: numbersForBigint(),
  });
  // When the server goes away, idle connections end; the next query opens a new one.
  pool.on('error', () => undefined);
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
