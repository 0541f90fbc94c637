import { sql, type Kysely } from 'kysely';

/** Requests through the edge cache, counted together with visit_hour: each line of an access log counts once. */
const STATEMENTS = [
  // As in visit_hour, the rows of the current hour are updated twice a minute. The name of a domain stays after
  // it is unbound; it is empty for names that no domain covers.
  `create table edge_hour (
     host_code text not null references host on delete cascade,
     hour timestamptz not null,
     domain text not null,
     requests bigint not null,
     hits bigint not null,
     bytes bigint not null,
     hit_bytes bigint not null,
     origin_errors bigint not null,
     ok bigint not null,
     redirect bigint not null,
     client_error bigint not null,
     server_error bigint not null,
     primary key (host_code, hour, domain)) with (fillfactor = 80)`,
  `create index edge_hour_age on edge_hour using brin (hour)`,
  `create table edge_rule_day (
     host_code text not null references host on delete cascade,
     day timestamptz not null,
     rule integer not null,
     requests bigint not null,
     hits bigint not null,
     primary key (host_code, day, rule)) with (fillfactor = 80)`,
  `create index edge_rule_day_age on edge_rule_day using brin (day)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
