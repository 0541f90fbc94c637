import { sql, type Kysely } from 'kysely';

/** Scheduled jobs of the owners, and their last runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cron_job (
      id integer generated always as identity primary key,
      host_code text not null references host (code) on delete cascade,
      name text not null,
      schedule text not null,
      command text not null,
      is_on boolean not null default true,
      next_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index cron_job_host on cron_job (host_code)`.execute(db);
  await sql`create index cron_job_due on cron_job (next_at) where next_at is not null`.execute(db);
  await sql`
    create table cron_run (
      id bigint generated always as identity primary key,
      job_id integer not null references cron_job (id) on delete cascade,
      state text not null,
      at timestamptz not null,
      is_manual boolean not null default false,
      started_at timestamptz,
      ended_at timestamptz,
      exit_status integer,
      skipped integer not null default 0,
      output bytea,
      output_bytes bigint not null default 0
    )`.execute(db);
  await sql`create index cron_run_job on cron_run (job_id, id)`.execute(db);
}
