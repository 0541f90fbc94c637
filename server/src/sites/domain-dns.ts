import type { DomainDns, HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { checkDomainDns, type DnsTarget } from '#system/dns/domain-dns';
import type { Dns } from '#system/dns/resolver';

export interface DomainDnsParts {
  readonly db: Db;
  readonly dns: Dns;
  readonly dnsTarget: DnsTarget;
  readonly now: () => number;
}

/** Checks the DNS of a bound domain and stores the result. */
export async function refreshDomainDns(
  { db, dns, dnsTarget, now }: DomainDnsParts,
  hostCode: HostCode,
  name: string,
): Promise<DomainDns> {
  const found = await checkDomainDns(dns, name, dnsTarget);
  const checked = { ...found, checkedAt: new Date(now()).toISOString() };
  await db
    .updateTable('domain')
    .set({ dns: JSON.stringify(checked) })
    .where('host_code', '=', hostCode)
    .where('name', '=', name)
    .execute();
  return checked;
}
