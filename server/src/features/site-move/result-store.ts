import { MoveResult } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { storedJson } from '#state/stored-json';
import type { HostScope } from '#sites/host-scope';

/**
 * Keeps the result of a move with its task. A repeated run replaces it. Reasons of failures are those of faults, or the
 * words of the source's server.
 */
export async function storeResult(db: Db, taskId: number, result: MoveResult): Promise<void> {
  const stored = { result: storedJson(result) };
  await db
    .insertInto('site_move')
    .values({ task_id: taskId, ...stored })
    .onConflict((conflict) => conflict.column('task_id').doUpdateSet(stored))
    .execute();
}

/** The stored result of a task. */
export async function resultOf(db: Db, taskId: number): Promise<MoveResult> {
  const { result } = await db
    .selectFrom('site_move')
    .select('result')
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow();
  return MoveResult.parse(result);
}

/** The move of a host with this `preTaskCode`: its parameters and result; undefined if it has none. */
export async function readResult(db: Db, { hostCode }: Pick<HostScope, 'hostCode'>, preTaskCode: string) {
  const row = await db
    .selectFrom('task')
    .innerJoin('site_move', 'site_move.task_id', 'task.id')
    .select(['task.params', 'site_move.result'])
    .where('task.host_code', '=', hostCode)
    .where('task.pre_task_code', '=', preTaskCode)
    .executeTakeFirst();
  return row && { params: row.params, result: MoveResult.parse(row.result) };
}
