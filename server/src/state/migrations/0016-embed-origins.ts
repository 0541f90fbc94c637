import { sql, type Kysely } from 'kysely';

/** Origins that embed tokens were made for: a browser's preflight asks about an origin before any token is sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table embed_origin (origin text primary key, last_at timestamptz not null)`.execute(db);
  await sql`
    insert into embed_origin (origin, last_at)
    select payload ->> 'origin', max(now()) from access_token where kind = 'embed' group by 1`.execute(db);
}
