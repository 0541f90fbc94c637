import { sql, type Kysely } from 'kysely';

/**
 * The database of each host, as the engine has it, with its last measured size. `swap`: a replacement of the
 * database that is in progress. `dropped_database`: databases of removed hosts that the engine still has to
 * drop.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table host_database (
      host_code text primary key references host (code) on delete cascade,
      name text not null,
      username text not null,
      password text not null,
      remote_access boolean not null default false,
      made boolean not null default false,
      bytes bigint,
      tables bigint,
      measured_at timestamptz,
      over_quota boolean not null default false,
      swap jsonb,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table dropped_database (
      name text primary key,
      username text not null,
      node text not null,
      dropped_at timestamptz not null default now()
    )`.execute(db);
}
