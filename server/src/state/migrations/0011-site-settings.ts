import { sql, type Kysely } from 'kysely';

/**
 * Who created a version of a site's configuration, and with which call; and the saved rewrite rules of a
 * site.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table site_config add column role text, add column action text not null default ''`.execute(
    db,
  );
  await sql`
    create table rewrite_rule (
      id bigint generated always as identity primary key,
      host_code text not null references host (code) on delete cascade,
      name text not null,
      content text not null,
      changed_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index rewrite_rule_host on rewrite_rule (host_code, id)`.execute(db);
}
