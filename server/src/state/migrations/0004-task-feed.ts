import { sql, type Kysely } from 'kysely';

/** Columns of a task that the polled list shows; the renewal of a lease changes none of them. */
const SHOWN =
  'status, params, info, progress, steps, notify_status, post_status, pre_task_code, operator, started_at, ended_at';

const STATEMENTS = [
  // A trigger, so that no writer can forget it. The database announces the change on commit, once per host.
  `create function tell_task_change() returns trigger language plpgsql as
     $$ begin
          perform pg_notify('sitedeck_live', 'tasks ' || coalesce(new.host_code, old.host_code));
          return null;
        end $$`,
  `create trigger task_came_or_went after insert or delete on task
     for each row execute function tell_task_change()`,
  `create trigger task_got_on after update of ${SHOWN} on task
     for each row execute function tell_task_change()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
