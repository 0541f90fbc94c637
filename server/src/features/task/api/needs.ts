import { sql } from 'kysely';
import { needOf, TASK_NOTICE_WINDOW_MS } from '@sitedeck/contract';
import type { NeedSource } from '#sites/api/need-source';
import type { Db } from '#state/db';

/** Tasks that failed in the last 24 h and that no user has seen. */
export const taskNeeds =
  (db: Db, now: () => number): NeedSource =>
  async ({ hostCode }, locale) => {
    const { count } = await db
      .selectFrom('task')
      .select(sql<number>`count(*)`.as('count'))
      .where('host_code', '=', hostCode)
      .where('status', '=', 'RUNNING_FAIL')
      .where('notify_status', '=', 0)
      .where('created_at', '>', new Date(now() - TASK_NOTICE_WINDOW_MS))
      .executeTakeFirstOrThrow();
    return count > 0 ? [needOf('task-failed', { tone: 'warning', locale, values: { count } })] : [];
  };
