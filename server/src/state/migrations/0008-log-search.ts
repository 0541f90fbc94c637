import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  // One column to look through, in one case already: a keyword that is nowhere costs a look at every row of the host.
  `alter table operation_log add column words text
     generated always as (lower(object || E'\\n' || operator || E'\\n' || address)) stored`,
  // A span of time is one stretch of it, however far back.
  `create index operation_log_time on operation_log (host_code, at desc, id desc)`,
  // The triggers of rows don't see it.
  `create trigger operation_log_is_whole before truncate on operation_log
     for each statement execute function operation_log_is_final()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
