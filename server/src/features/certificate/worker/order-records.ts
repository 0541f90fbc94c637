import { sql } from 'kysely';
import type { HostCode } from '@sitedeck/contract';
import type { Refusal } from '#faults/refusal';
import type { OrderRow } from '#sites/certificate-orders';
import type { Db } from '#state/db';
import type { CheckedCertificate } from '#system/certificate/read-certificate';
import { renewalTime } from '../renewal-time';
import { retryPause } from './acme-faults';

export interface OrderParts {
  readonly db: Db;
  readonly now: () => number;
}

const RETRY_AFTER_LOSS_MS = 60_000;

/** Null if the owner switched renewal off while the request ran. */
const ifRenewed = (at: Date) => sql<Date | null>`case when renews then ${at}::timestamptz end`;

export async function recordIssued(
  { db }: OrderParts,
  { id }: Pick<OrderRow, 'id'>,
  issued: Pick<CheckedCertificate, 'notBefore' | 'notAfter'>,
): Promise<void> {
  const order = db.updateTable('certificate_order').where('id', '=', id);
  const next_at = ifRenewed(new Date(renewalTime(issued)));
  await order.set({ failure: null, failed_at: null, failures: 0, next_at }).execute();
}

/**
 * Deletes the host's other orders whose domains an issued order covers: both would replace each other's certificate at
 * every renewal.
 */
export async function endCoveredOrders(
  { db }: OrderParts,
  hostCode: HostCode,
  { id, names }: Pick<OrderRow, 'id' | 'names'>,
): Promise<void> {
  const orders = await db
    .selectFrom('certificate_order')
    .select(['id', 'names'])
    .where('host_code', '=', hostCode)
    .where('id', '<>', id)
    .execute();
  for (const other of orders.filter((one) => one.names.every((name) => names.includes(name))))
    await db.deleteFrom('certificate_order').where('id', '=', other.id).execute();
}

/** Records a failure and schedules a retry, with growing pauses of at least `pauseMs`. */
export async function recordFailure(
  { db, now }: OrderParts,
  orderId: number,
  { reason, detail, pauseMs }: Pick<Refusal, 'reason' | 'detail'> & { readonly pauseMs: number },
): Promise<void> {
  const values = Object.fromEntries(
    Object.entries(detail.values ?? {}).map(([name, value]) => [
      name,
      typeof value === 'object' ? value['zh-CN'] : value,
    ]),
  );
  const own = db.selectFrom('certificate_order').select('failures').where('id', '=', orderId);
  const failures = ((await own.executeTakeFirst())?.failures ?? 0) + 1;
  await db
    .updateTable('certificate_order')
    .set({
      failure: JSON.stringify({ reason, values }),
      failed_at: new Date(now()),
      failures,
      next_at: ifRenewed(new Date(now() + Math.max(retryPause(failures), pauseMs))),
    })
    .where('id', '=', orderId)
    .execute();
}

/**
 * Handles a task that ended without a result: not retried if cancelled, retried soon if its worker was lost. Failures
 * have been recorded before.
 */
export async function recordStop({ db, now }: OrderParts, orderId: number, taskId: number): Promise<void> {
  const task = await db
    .selectFrom('task')
    .select('cancel_requested')
    .where('id', '=', taskId)
    .executeTakeFirst();
  const order = db.updateTable('certificate_order').where('id', '=', orderId);
  if (task?.cancel_requested) return;
  await order
    .set({ next_at: new Date(now() + RETRY_AFTER_LOSS_MS) })
    .where('next_at', 'is', null)
    .where('renews', '=', true)
    .execute();
}
