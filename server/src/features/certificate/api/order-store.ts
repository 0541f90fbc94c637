import { CERTIFICATES_MAX, type ChallengeWay, type HostCode, type KeyType } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { Db } from '#state/db';

export interface NewOrder {
  /** Sorted. */
  readonly names: readonly string[];
  readonly way: ChallengeWay;
  readonly keyType: KeyType;
}

/**
 * Saves a request; a repeated request for the same domains reuses their order, so that its certificate is replaced.
 * Refuses with `certificate-too-many`.
 */
export async function saveOrder(
  db: Db,
  hostCode: HostCode,
  { names, way, keyType }: NewOrder,
): Promise<number> {
  const wanted = JSON.stringify(names);
  const set = { way, key_type: keyType, renews: true };
  return db.transaction().execute(async (trx) => {
    // Concurrent requests must not create two orders.
    await trx.selectFrom('host').select('code').where('code', '=', hostCode).forUpdate().executeTakeFirst();
    const own = await trx
      .selectFrom('certificate_order')
      .select(['id', 'names'])
      .where('host_code', '=', hostCode)
      .execute();
    const same = own.find((order) => JSON.stringify(order.names) === wanted);
    if (same) {
      await trx.updateTable('certificate_order').set(set).where('id', '=', same.id).execute();
      return same.id;
    }
    // Each order is retried automatically, and a host's domains can be combined in countless ways.
    if (own.length >= CERTIFICATES_MAX)
      throw new Refusal('certificate-too-many', { values: { limit: CERTIFICATES_MAX } });
    const row = trx.insertInto('certificate_order').values({ host_code: hostCode, names: wanted, ...set });
    return (await row.returning('id').executeTakeFirstOrThrow()).id;
  });
}

/** Ends the renewal of the order's certificate. */
export async function removeOrder(db: Db, orderId: number): Promise<void> {
  await db.deleteFrom('certificate_order').where('id', '=', orderId).execute();
}
