import { sql, type Kysely } from 'kysely';

/** Staging copies of sites: at most one per host. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table staging (
      host_code text primary key references host (code) on delete cascade,
      task_id bigint,
      state text not null default 'creating' check (state in ('creating', 'ready', 'removing')),
      login text not null,
      created_at timestamptz not null default now(),
      live_url text,
      no_database text,
      prefixes jsonb not null default '[]',
      configured jsonb not null default '[]',
      cut_off jsonb not null default '[]'
    )`.execute(db);
}
