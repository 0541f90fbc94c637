import { sql, type Kysely } from 'kysely';

/** DNS of domains, the proof of who owns them, and certificates that are requested by ACME. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table domain add column dns jsonb`.execute(db);
  await sql`
    alter table host
      add column domain_token text not null default replace(gen_random_uuid()::text, '-', '')`.execute(db);
  await sql`
    create table certificate_order (
      id bigint generated always as identity primary key,
      host_code text not null references host (code) on delete cascade,
      names jsonb not null,
      way text not null,
      key_type text not null,
      renews boolean not null default true,
      task_id bigint,
      failure jsonb,
      failed_at timestamptz,
      failures integer not null default 0,
      next_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index certificate_order_host on certificate_order (host_code)`.execute(db);
  await sql`create index certificate_order_next on certificate_order (next_at) where next_at is not null`.execute(
    db,
  );
  await sql`
    alter table certificate
      add column order_id bigint references certificate_order (id) on delete set null,
      add column source text not null default 'upload'`.execute(db);
}
