import { sql, type Kysely } from 'kysely';

/** How many entries one archive of a host may hold, per plan. Existing hosts get the default of new ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table host add column archive_entries integer not null default 200000`.execute(db);
}
