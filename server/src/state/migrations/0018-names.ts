import { sql, type Kysely } from 'kysely';

/** The primary domain and remarks of a host's domains, and its certificates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table domain
      add column is_primary boolean not null default false,
      add column remark text not null default ''`.execute(db);
  await sql`create unique index domain_one_primary on domain (host_code) where is_primary`.execute(db);
  await sql`
    update domain set is_primary = true
    where name in (
      select distinct on (host_code) name from domain where name not like '*.%' order by host_code, created_at, name
    )`.execute(db);
  await sql`
    create table certificate (
      id bigint generated always as identity primary key,
      host_code text not null references host (code) on delete cascade,
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
