import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  // The row of a busy host's current hour is updated twice a minute; the free space lets the update stay in
  // its page.
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
  // Only used to find the oldest rows; rows are inserted in order of time.
  `create index visit_hour_age on visit_hour using brin (hour)`,
  // The position up to which a host's access log is counted in visit_hour. Both are written together, so that
  // each line counts exactly once.
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
