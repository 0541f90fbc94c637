import { sql } from 'kysely';
import type { HostCode, TaskKind, TaskStatus } from '@sitedeck/contract';
import type { Db } from '#state/db';
import type { TaskRow } from '#state/tables';

/** Number of finished tasks in the polled list, besides the open ones. */
const RECENT = 20;

export interface TaskFilter {
  readonly types: readonly TaskKind[];
  readonly status: TaskStatus | undefined;
  /** Created at or after. */
  readonly from?: Date | undefined;
  /** Created before. */
  readonly to?: Date | undefined;
}

interface Page {
  readonly page: number;
  readonly size: number;
}

export async function queryPage(db: Db, hostCode: HostCode, filter: TaskFilter & Page) {
  let matching = db.selectFrom('task').where('host_code', '=', hostCode);
  if (filter.types.length > 0) matching = matching.where('type', 'in', [...filter.types]);
  if (filter.status) matching = matching.where('status', '=', filter.status);
  if (filter.from) matching = matching.where('created_at', '>=', filter.from);
  if (filter.to) matching = matching.where('created_at', '<', filter.to);
  const [{ total }, records] = await Promise.all([
    matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    matching
      .selectAll()
      .orderBy('id', 'desc')
      .limit(filter.size)
      .offset((filter.page - 1) * filter.size)
      .execute(),
  ]);
  return { total, records, pages: Math.ceil(total / filter.size) };
}

/** Every open task and the newest finished ones, newest first. */
export async function queryRecent(db: Db, hostCode: HostCode): Promise<TaskRow[]> {
  const open = db
    .selectFrom('task')
    .selectAll()
    .where('host_code', '=', hostCode)
    .where('status', 'in', ['WAIT', 'RUNNING']);
  const ended = db
    .selectFrom('task')
    .selectAll()
    .where('host_code', '=', hostCode)
    .where('status', 'not in', ['WAIT', 'RUNNING'])
    .orderBy('id', 'desc')
    .limit(RECENT);
  const [openRows, endedRows] = await Promise.all([open.execute(), ended.execute()]);
  return [...openRows, ...endedRows].sort((a, b) => b.id - a.id);
}
