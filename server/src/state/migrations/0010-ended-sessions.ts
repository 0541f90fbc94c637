import { sql, type Kysely } from 'kysely';

/**
 * Why a session was ended, kept for as long as it would have lasted, since its browser may still send
 * requests.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ended_session (
      id_hash text primary key,
      host_code text not null,
      why text not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index ended_session_expires on ended_session (expires_at)`.execute(db);
}
