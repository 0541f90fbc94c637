import { sql, type Kysely } from 'kysely';

/** Limit of entries in one archive of a host, per plan. Existing hosts get the default of new ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table host add column archive_entries integer not null default 200000`.execute(db);
}
