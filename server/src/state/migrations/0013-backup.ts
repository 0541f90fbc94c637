import { sql, type Kysely } from 'kysely';

/**
 * Backups. A repository outlives its host, so neither it nor its points refer to the host's row. Host codes
 * are never assigned twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backup_repository (
      host_code text primary key,
      account_code text not null,
      host_name text not null,
      node text not null,
      password text not null,
      former_passwords jsonb not null default '[]',
      used_bytes bigint,
      damaged boolean not null default false,
      checked_at timestamptz,
      created_at timestamptz not null default now(),
      orphaned_at timestamptz
    )`.execute(db);
  await sql`
    create table backup_point (
      id bigint generated always as identity primary key,
      host_code text not null references backup_repository (host_code) on delete cascade,
      state text not null check (state in ('making', 'ready', 'removing')),
      kind text not null,
      reason text not null,
      note text not null default '',
      created_at timestamptz not null default now(),
      files_snapshot text,
      database_snapshot text,
      bytes bigint not null default 0,
      files bigint not null default 0,
      database_bytes bigint not null default 0,
      added_bytes bigint not null default 0,
      missed bigint not null default 0,
      kept boolean not null default false,
      verified_at timestamptz,
      verify_fault jsonb,
      expires_at timestamptz,
      undoes bigint,
      task_id bigint
    )`.execute(db);
  await sql`create index backup_point_host on backup_point (host_code, id)`.execute(db);
  await sql`create index backup_point_leaving on backup_point (state) where state <> 'ready'`.execute(db);
  await sql`
    create table backup_plan (
      host_code text primary key references host (code) on delete cascade,
      document jsonb not null,
      next_at timestamptz,
      test_at timestamptz,
      last_at timestamptz,
      last_task bigint,
      last_fault jsonb
    )`.execute(db);
  await sql`
    create table backup_target (
      id bigint generated always as identity primary key,
      host_code text not null references host (code) on delete cascade,
      name text not null,
      enabled boolean not null default true,
      place jsonb not null,
      secrets jsonb not null,
      state text not null default 'idle',
      fault jsonb,
      attempts integer not null default 0,
      retry_at timestamptz not null default now(),
      synced_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table backup_copy (
      target_id bigint not null references backup_target (id) on delete cascade,
      point_id bigint not null references backup_point (id) on delete cascade,
      at timestamptz not null default now(),
      primary key (target_id, point_id)
    )`.execute(db);
}
