import { sql, type Kysely } from 'kysely';

/** Recipients of mail that a host may send per hour, per plan; null: the default of the installation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table host add column mails_per_hour integer`.execute(db);
}
