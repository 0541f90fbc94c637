import { sql, type Kysely } from 'kysely';

/** Facts of domains, claims on domains of other hosts, and certificates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table domain
      add column is_primary boolean not null default false,
      add column remark text not null default '',
      add column dns jsonb`.execute(db);
  await sql`create unique index domain_one_primary on domain (host_code) where is_primary`.execute(db);
  await sql`
    update domain set is_primary = true
    where name in (
      select distinct on (host_code) name from domain where name not like '*.%' order by host_code, created_at, name
    )`.execute(db);
  await sql`
    create table domain_claim (
      host_code text not null references host (code) on delete cascade,
      name text not null,
      token text not null,
      created_at timestamptz not null default now(),
      primary key (host_code, name)
    )`.execute(db);
  await sql`
    create table icp_filing (
      name text primary key,
      number text,
      checked_at timestamptz not null
    )`.execute(db);
  // An order is the lasting request that names keep a certificate; each renewal makes another certificate.
  await sql`
    create table certificate_order (
      id bigint generated always as identity primary key,
      host_code text not null references host (code) on delete cascade,
      names jsonb not null,
      way text not null,
      key_type text not null,
      renews boolean not null default true,
      failure jsonb,
      failures integer not null default 0,
      next_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index certificate_order_host on certificate_order (host_code)`.execute(db);
  await sql`create index certificate_order_next on certificate_order (next_at)`.execute(db);
  await sql`
    create table certificate (
      id bigint generated always as identity primary key,
      host_code text not null references host (code) on delete cascade,
      order_id bigint references certificate_order (id) on delete set null,
      source text not null,
      names jsonb not null,
      chain text not null,
      fingerprint text not null,
      issuer text not null,
      key_algorithm text not null,
      not_before timestamptz not null,
      not_after timestamptz not null,
      created_at timestamptz not null default now(),
      unique (host_code, fingerprint)
    )`.execute(db);
}
