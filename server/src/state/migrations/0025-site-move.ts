import { sql, type Kysely } from 'kysely';

/** Results of site moves, with the files that failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site_move (
      task_id bigint primary key references task (id) on delete cascade,
      result jsonb not null
    )`.execute(db);
  await sql`create unique index task_pre_task_code on task (pre_task_code) where pre_task_code is not null`.execute(
    db,
  );
}
