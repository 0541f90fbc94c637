import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  // The current hour of a busy host is written every half a minute: room for that within the page.
  `create table visit_hour (
     host_code text not null references host on delete cascade,
     hour timestamptz not null,
     requests bigint not null,
     bytes bigint not null,
     ok bigint not null,
     redirect bigint not null,
     client_error bigint not null,
     server_error bigint not null,
     primary key (host_code, hour)) with (fillfactor = 80)`,
  // Only to find the oldest; rows come in the order of time.
  `create index visit_hour_age on visit_hour using brin (hour)`,
  // Up to where a host's access log is in visit_hour: written together with it, so that no line counts twice or never.
  `create table visit_cursor (
     host_code text primary key references host on delete cascade,
     inode text not null,
     at_byte bigint not null,
     tail text not null,
     counted_to timestamptz) with (fillfactor = 80)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
