import { sql, type Kysely } from 'kysely';

/** Marks the product's own operators of tasks, the backup plan and the provider's first key, with what no host's name holds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update task set operator = ':' || task.operator
    from host
    where host.code = task.host_code
      and task.operator in ('schedule', 'bootstrap')
      and task.operator <> host.host_name`.execute(db);
}
