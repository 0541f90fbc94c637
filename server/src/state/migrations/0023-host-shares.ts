import { sql, type Kysely } from 'kysely';

/** What the programs of a host may use together, per plan (null: the installation's default), and when they reached it last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table host
      add column memory_mib integer,
      add column processes integer,
      add column cpu_percent integer,
      add column cpu_weight integer,
      add column io_weight integer`.execute(db);
  await sql`
    create table share_hit (
      host_code text not null references host (code) on delete cascade,
      resource text not null,
      at timestamptz not null,
      limit_value bigint not null,
      program text,
      group_id bigint not null,
      counter bigint not null,
      primary key (host_code, resource)
    )`.execute(db);
}
