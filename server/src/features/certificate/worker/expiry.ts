import type { Db } from '#state/db';

interface ExpiryParts {
  readonly db: Db;
  readonly node: string;
  readonly now: () => number;
  /** Publishes the sites again. */
  readonly applySites: () => Promise<unknown>;
}

/** The result publishes the sites if a certificate of this node has expired since its last call: another one may take over. */
export function makeApplyExpired({ db, node, now, applySites }: ExpiryParts): () => Promise<void> {
  let since = now();
  return async () => {
    const until = now();
    const expired = await db
      .selectFrom('certificate')
      .innerJoin('host', 'host.code', 'certificate.host_code')
      .select('certificate.id')
      .where('host.node', '=', node)
      .where('certificate.not_after', '>', new Date(since))
      .where('certificate.not_after', '<=', new Date(until))
      .limit(1)
      .executeTakeFirst();
    if (expired) await applySites();
    since = until;
  };
}
