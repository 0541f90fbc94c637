import type { Logger } from 'pino';
import { RENEWAL_OPERATOR } from '@sitedeck/contract/operator-texts';
import type { Enqueue } from '#queue/enqueue';
import type { Db } from '#state/db';
import { objectOf, requestTask } from '../tasks';

export interface RenewalParts {
  readonly db: Db;
  readonly node: string;
  readonly enqueue: Enqueue;
  readonly now: () => number;
  readonly log: Logger;
}

/** An order is not due again before its task has had time to end. */
const GUARD_MS = 3_600_000;
/** Orders started in one round; the rest follow in the next. */
const ROUND_MAX = 50;

/** Orders that are due and have no waiting or running task. */
const dueOrders = ({ db, node, now }: RenewalParts) =>
  db
    .selectFrom('certificate_order')
    .innerJoin('host', 'host.code', 'certificate_order.host_code')
    .leftJoin('task', 'task.id', 'certificate_order.task_id')
    .select(['certificate_order.id', 'certificate_order.host_code', 'certificate_order.names'])
    .where('host.node', '=', node)
    // A failure in the future was recorded while the clock was wrong, so its retry time is wrong as well.
    .where((is) =>
      is.or([
        is('certificate_order.next_at', '<=', new Date(now())),
        is('certificate_order.failed_at', '>', new Date(now())),
      ]),
    )
    .where('certificate_order.next_at', 'is not', null)
    .where((is) => is.or([is('task.id', 'is', null), is('task.status', 'not in', ['WAIT', 'RUNNING'])]))
    .orderBy('certificate_order.next_at')
    .limit(ROUND_MAX)
    .execute();

/** Starts renewals and retries that are due. A failure of one host does not affect the others. */
export async function startDueRequests(parts: RenewalParts): Promise<void> {
  const { db, enqueue, now, log } = parts;
  for (const { id, host_code: hostCode, names } of await dueOrders(parts)) {
    const payload = { orderId: id, names, objectName: objectOf(names) };
    try {
      const task = await enqueue(requestTask, { hostCode, operator: RENEWAL_OPERATOR, payload });
      const order = db.updateTable('certificate_order').where('id', '=', id);
      await order.set({ task_id: task.id, next_at: new Date(now() + GUARD_MS) }).execute();
    } catch (err) {
      log.warn({ err, host: hostCode }, 'a certificate could not be requested');
    }
  }
}
