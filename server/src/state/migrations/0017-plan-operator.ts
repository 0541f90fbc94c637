import { sql, type Kysely } from 'kysely';

/** Names the backup plan as no host can be named. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update task set operator = ':schedule'
    from host where host.code = task.host_code and host.host_name <> 'schedule' and task.operator = 'schedule'`.execute(
    db,
  );
}
