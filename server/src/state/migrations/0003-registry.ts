import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  // A version never changes. `built` is its remote.json; its files are below `base` in the data directory.
  `create table remote_version (
     name text not null,
     version text not null,
     built jsonb not null,
     base text not null,
     digest text not null,
     bytes bigint not null,
     weight jsonb not null,
     publisher text not null,
     why text not null,
     published_at timestamptz not null default now(),
     -- Its files were collected. The row stays: a number is never given to other files.
     collected_at timestamptz,
     primary key (name, version))`,
  `create table remote_traffic (
     name text primary key,
     revision bigint not null,
     document jsonb not null)`,
  `create table remote_history (
     id bigint generated always as identity primary key,
     name text not null,
     revision bigint not null,
     at timestamptz not null default now(),
     who text not null,
     what text not null,
     why text not null,
     document jsonb not null)`,
  `create index remote_history_name on remote_history (name, id desc)`,
  // One row per counter, so that several processes add to it without reading it.
  `create table remote_health (
     name text not null,
     version text not null,
     hour timestamptz not null,
     what text not null,
     count bigint not null,
     primary key (name, version, hour, what))`,
  `create index remote_health_hour on remote_health (hour)`,
  `create table live_console (
     shell text not null,
     sdk text not null,
     first_served timestamptz not null default now(),
     last_served timestamptz not null default now(),
     primary key (shell, sdk))`,
  `alter table session add column claims jsonb not null default '[]'`,
  `alter table session add column override jsonb`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
