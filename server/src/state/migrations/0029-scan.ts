import { sql, type Kysely } from 'kysely';

/** Findings of web-shell scans, and their schedules. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table scan_file (
      id bigserial primary key,
      host_code text not null references host (code) on delete cascade,
      path bytea not null,
      shown_path text not null,
      state text not null default 'open' check (state in ('open', 'quarantined', 'ignored', 'resolved')),
      severity text check (severity in ('high', 'suspicious', 'notice')),
      findings jsonb not null,
      unknown text,
      size bigint not null,
      modified_at timestamptz not null,
      hash text not null,
      first_seen_at timestamptz not null default now(),
      seen_by bigint not null,
      acted_at timestamptz,
      reason text not null default '',
      kept jsonb
    )`.execute(db);
  await sql`create unique index scan_file_open on scan_file (host_code, path) where state = 'open'`.execute(
    db,
  );
  await sql`create index scan_file_state on scan_file (host_code, state)`.execute(db);
  await sql`
    create table scan_host (
      host_code text primary key references host (code) on delete cascade,
      schedule jsonb,
      next_at timestamptz,
      arrivals_from timestamptz,
      last jsonb
    )`.execute(db);
}
