import {
  faultMessage,
  isFaultReason,
  type CertificateFailure,
  type ChallengeWay,
  type HostCode,
  type KeyType,
  type Locale,
} from '@sitedeck/contract';
import type { Db } from '#state/db';
import type { StoredFailure } from '#state/name-tables';

/** An ACME order for one certificate; it is reused for renewals. */
export interface OrderRow {
  readonly id: number;
  readonly names: readonly string[];
  readonly way: ChallengeWay;
  readonly key_type: KeyType;
  readonly renews: boolean;
  readonly failure: StoredFailure | null;
  readonly failed_at: Date | null;
  readonly failures: number;
  readonly next_at: Date | null;
  /** The task that is requesting the certificate; null: there is none. */
  readonly task_id: number | null;
}

/** Orders of a host, newest first. */
export function readOrders(db: Db, hostCode: HostCode): Promise<OrderRow[]> {
  return db
    .selectFrom('certificate_order')
    .leftJoin('task', (on) =>
      on.onRef('task.id', '=', 'certificate_order.task_id').on('task.status', 'in', ['WAIT', 'RUNNING']),
    )
    .select([
      'certificate_order.id',
      'certificate_order.names',
      'certificate_order.way',
      'certificate_order.key_type',
      'certificate_order.renews',
      'certificate_order.failure',
      'certificate_order.failed_at',
      'certificate_order.failures',
      'certificate_order.next_at',
      'task.id as task_id',
    ])
    .where('certificate_order.host_code', '=', hostCode)
    .orderBy('certificate_order.id', 'desc')
    .execute();
}

/** Why the last request of an order failed; null: it did not fail, or a new one is running. */
export function failureOf(
  { failure, failed_at: at, next_at: next, task_id: task }: OrderRow,
  locale: Locale,
): CertificateFailure | null {
  if (failure === null || at === null || task !== null) return null;
  const { reason, values } = failure;
  return {
    message: isFaultReason(reason) ? faultMessage(reason, locale, values) : reason,
    at: at.toISOString(),
    nextAt: next?.toISOString() ?? null,
  };
}
