import { sql, type Kysely } from 'kysely';

/** What a host has used of its daily limits of the edge cache. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cdn_allowance (
      host_code text not null references host (code) on delete cascade,
      day text not null,
      kind text not null,
      used integer not null,
      primary key (host_code, day, kind)
    )`.execute(db);
}
