import { sql, type Kysely } from 'kysely';

/** Images of sites. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site_image (
      id bigserial primary key,
      host_code text not null references host (code) on delete cascade,
      task_id bigint not null,
      state text not null default 'creating' check (state in ('creating', 'ready')),
      origin text not null check (origin in ('created', 'uploaded')),
      name text not null,
      note text not null,
      size bigint not null default 0,
      missed integer not null default 0,
      manifest jsonb,
      configuration jsonb,
      check (state <> 'ready' or (manifest is not null and configuration is not null))
    )`.execute(db);
  await sql`create index site_image_host on site_image (host_code)`.execute(db);
}
