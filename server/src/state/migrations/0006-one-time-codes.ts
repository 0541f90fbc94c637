import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  // One code per session and host; a newer one replaces it.
  `create table one_time_code (
     session_id text not null references session (id_hash) on delete cascade,
     host_code text not null references host on delete cascade,
     -- The call it is good for; null: any that asks for one.
     act text,
     hash text not null,
     tries integer not null default 0,
     expires_at timestamptz not null,
     primary key (session_id, host_code))`,
  `create index one_time_code_expiry on one_time_code (expires_at)`,
  // One row per host, regardless of session and channel.
  `create table code_sent (
     host_code text primary key references host on delete cascade,
     sent_at timestamptz not null)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
