import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { DOMAIN_MAX, type HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Punycode in lower case; undefined if this is no domain name. */
export function normalDomain(name: string): string | undefined {
  const ascii = domainToASCII(name.replace(/\.$/, ''));
  if (ascii === '' || ascii.length > DOMAIN_MAX || isIP(ascii) !== 0) return undefined;
  const labels = ascii.split('.');
  return labels.length > 1 && labels.every((label) => LABEL.test(label)) ? ascii : undefined;
}

/** Names of the console, which no host may bind. */
export interface ReservedNames {
  /**
   * Host names of the console's own addresses, in punycode: a site on a subdomain could set cookies for them.
   */
  readonly own: readonly string[];
  /** The domain under which every host is reachable before it has a domain of its own. */
  readonly preview: string;
}

function isReserved(name: string, reserved: ReservedNames): boolean {
  const closed = ['localhost', reserved.preview, ...reserved.own];
  return closed.some((end) => name === end || name.endsWith(`.${end}`));
}

/**
 * The normal form of each name. Refuses with `domain-refused` for addresses, localhost and the console's own names.
 */
export function bindableDomains(names: readonly string[], reserved: ReservedNames): string[] {
  const normal = names.map((name) => {
    const domain = normalDomain(name);
    if (domain === undefined || isReserved(domain, reserved))
      throw new Refusal('domain-refused', { field: 'domains', values: { domain: name } });
    return domain;
  });
  return [...new Set(normal)];
}

/** Replaces the domains of a host. Refuses with `name-taken` if another host has one of them. */
export async function replaceDomains(trx: Db, hostCode: HostCode, domains: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('domain')
    .where('host_code', '=', hostCode)
    .$if(domains.length > 0, (query) => query.where('name', 'not in', [...domains]))
    .execute();
  for (const name of domains) {
    const row = await trx
      .insertInto('domain')
      .values({ name, host_code: hostCode })
      .onConflict((conflict) =>
        // Keeps the host's own domains, and never takes one of another host.
        conflict.column('name').doUpdateSet({ name }).where('domain.host_code', '=', hostCode),
      )
      .returning('name')
      .executeTakeFirst();
    if (!row) throw new Refusal('name-taken', { field: 'domains' });
  }
}
