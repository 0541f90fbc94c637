import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  // One lower-case column to search: a keyword without a match still reads every row of the host.
  `alter table operation_log add column words text
     generated always as (lower(object || E'\\n' || operator || E'\\n' || address)) stored`,
  // Makes a period of time one contiguous range of the index, however old it is.
  `create index operation_log_time on operation_log (host_code, at desc, id desc)`,
  // Row triggers don't fire on truncate.
  `create trigger operation_log_is_whole before truncate on operation_log
     for each statement execute function operation_log_is_final()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
