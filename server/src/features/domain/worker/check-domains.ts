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

/** Domains whose check fails are left out for this long, so that they use up no round, ms. */
const RETRY_MS = 3_600_000;

type Domain = Readonly<{ name: string; host_code: HostCode }>;

/** Domains without a fresh check, those with the oldest check first. */
function oldDomains({ db, node, now }: CheckParts, leftOut: readonly string[]): Promise<readonly Domain[]> {
  const checkedAt = sql<string | null>`dns ->> 'checkedAt'`;
  const before = new Date(now() - FRESH_MS).toISOString();
  return db
    .selectFrom('domain')
    .innerJoin('host', 'host.code', 'domain.host_code')
    .select(['domain.name', 'domain.host_code'])
    .where('host.node', '=', node)
    .where((is) => is.or([is(checkedAt, 'is', null), is(checkedAt, '<', before)]))
    .where('domain.name', '<>', sql<string>`all(${leftOut})`)
    .orderBy(checkedAt, (order) => order.asc().nullsFirst())
    .limit(ROUND_MAX)
    .execute();
}

/** Returns a function that checks the DNS of a node's domains one after another. */
export function makeCheckOldDomains(parts: CheckParts): (signal: AbortSignal) => Promise<void> {
  const { log, now } = parts;
  /** When the last check of each domain failed. */
  const failed = new Map<string, number>();
  return async (signal) => {
    for (const [name, at] of failed) if (at <= now() - RETRY_MS) failed.delete(name);
    for (const { name, host_code: hostCode } of await oldDomains(parts, [...failed.keys()])) {
      if (signal.aborted) return;
      // A domain whose check can't be stored keeps no other from being checked.
      await refreshDomainDns(parts, hostCode, name).catch((err: unknown) => {
        failed.set(name, now());
        log.warn({ err, host: hostCode, domain: name }, 'a domain could not be checked');
      });
    }
  };
}
