import { sql, type Kysely } from 'kysely';

/** Installed apps, and the catalogue that they come from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table installed_app (
      id bigserial primary key,
      host_code text not null references host (code) on delete cascade,
      task_id bigint not null unique,
      state text not null default 'installing' check (state in ('installing', 'ready')),
      folder text not null,
      prefix text,
      setup_begun boolean not null default false,
      entry jsonb not null,
      files jsonb not null,
      installed_at timestamptz not null default now(),
      ended_by bigint
    )`.execute(db);
  await sql`
    create unique index installed_app_folder on installed_app (host_code, folder)
      where ended_by is null`.execute(db);
  await sql`
    create unique index installed_app_prefix on installed_app (host_code, prefix)
      where ended_by is null`.execute(db);
  await sql`
    create table app_catalogue (
      only_row boolean primary key default true check (only_row),
      place text not null,
      index jsonb,
      read_at timestamptz,
      failure jsonb
    )`.execute(db);
}
