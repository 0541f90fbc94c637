import { isFaultReason, MoveResult, type FaultReason } from '@sitedeck/contract';
import { z } from 'zod';
import type { Db } from '#state/db';
import { storedJson } from '#state/stored-json';
import type { HostScope } from '#sites/host-scope';

/** A result as it is stored: reasons instead of their words. */
const StoredResult = MoveResult.extend({
  failed: z.array(z.object({ path: z.string(), reason: z.string().transform(reasonOf) })),
});
export type StoredResult = z.infer<typeof StoredResult>;

function reasonOf(text: string): FaultReason {
  return isFaultReason(text) ? text : 'internal';
}

/** Keeps the result of a move under its task, and goes with it. A repeated run replaces it. */
export async function storeResult(db: Db, taskId: number, result: z.infer<typeof MoveResult>): Promise<void> {
  const stored = { result: storedJson(result) };
  await db
    .insertInto('site_move')
    .values({ task_id: taskId, ...stored })
    .onConflict((conflict) => conflict.column('task_id').doUpdateSet(stored))
    .execute();
}

/** The stored result of a task. */
export async function resultOf(db: Db, taskId: number): Promise<StoredResult> {
  const { result } = await db
    .selectFrom('site_move')
    .select('result')
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow();
  return StoredResult.parse(result);
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
  return row && { params: row.params, result: StoredResult.parse(row.result) };
}
