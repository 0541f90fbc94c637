import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  // Keys that every API process needs (wire key, captcha key); the process that starts first creates them.
  `create table secret (name text primary key, value text not null, created_at timestamptz not null default now())`,
  `create function operation_log_is_final() returns trigger language plpgsql as
     $$ begin raise exception 'the operation log only grows'; end $$`,
  `create trigger operation_log_is_final before update or delete on operation_log
     for each row execute function operation_log_is_final()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
