import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  `alter table host
     add column ftp_enabled boolean not null default true,
     add column ftp_writable boolean not null default true,
     add column suspended boolean not null default false,
     add column closed boolean not null default false`,
  `update host set suspended = service_status = 'BLOCKING', closed = service_status = 'CLOSED'`,
  // The provider suspends and the owner closes a host. Neither undoes the other's decision.
  `alter table host drop column service_status`,
  `alter table host add column service_status text generated always as
     (case when suspended then 'BLOCKING' when closed then 'CLOSED' else 'NORMAL' end) stored`,
  `create table host_usage (
     host_code text primary key references host on delete cascade,
     bytes bigint not null,
     files bigint not null,
     measured_at timestamptz not null)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
