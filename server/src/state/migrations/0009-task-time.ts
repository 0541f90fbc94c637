import { sql, type Kysely } from 'kysely';

/** Tasks of a host by time: the task center's filter must not read every row of a host that has thousands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index task_time on task (host_code, created_at)`.execute(db);
}
