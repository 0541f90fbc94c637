import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { HostCode } from '@sitedeck/contract';
import { refreshDomainDns, type DomainDnsParts } from '#sites/domain-dns';

export interface CheckParts extends DomainDnsParts {
  readonly node: string;
  readonly log: Logger;
}

/** A check that is older is repeated, so that Home reports domains that no longer point here, ms. */
const FRESH_MS = 6 * 3_600_000;
/** Domains of one round; the rest wait for the next. */
const ROUND_MAX = 50;

/** Checks the DNS of a node's domains one after another, those with the oldest check first. */
export async function checkOldDomains(parts: CheckParts, signal: AbortSignal): Promise<void> {
  const { db, node, now, log } = parts;
  const checkedAt = sql<string | null>`dns ->> 'checkedAt'`;
  const before = new Date(now() - FRESH_MS).toISOString();
  const old = await db
    .selectFrom('domain')
    .innerJoin('host', 'host.code', 'domain.host_code')
    .select(['domain.name', 'domain.host_code'])
    .where('host.node', '=', node)
    .where((is) => is.or([is(checkedAt, 'is', null), is(checkedAt, '<', before)]))
    .orderBy(checkedAt, (order) => order.asc().nullsFirst())
    .limit(ROUND_MAX)
    .execute();
  for (const { name, host_code: hostCode } of old as { name: string; host_code: HostCode }[]) {
    if (signal.aborted) return;
    // A domain whose check can't be stored keeps no other from being checked.
    await refreshDomainDns(parts, hostCode, name).catch((err: unknown) =>
      log.warn({ err, host: hostCode, domain: name }, 'a domain could not be checked'),
    );
  }
}
