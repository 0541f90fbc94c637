import { needOf, shownDomain, type HostCode, type Locale, type Need } from '@sitedeck/contract';
import { failureOf, readOrders } from '#sites/certificate-orders';
import { readCertificates, servingCertificate } from '#sites/api/certificate-store';
import type { NeedSource } from '#sites/api/need-source';
import type { Db } from '#state/db';

const DAY_MS = 86_400_000;
/** Days before expiry from which Home reports a certificate that is not renewed automatically. */
const WARNING_DAYS = 14;
const ERROR_DAYS = 3;

/** A certificate that expires soon and will not be renewed. */
function expiryNeed(domain: string, leftMs: number, locale: Locale): Need[] {
  if (leftMs > WARNING_DAYS * DAY_MS) return [];
  if (leftMs <= 0) return [needOf('certificate-expired', { tone: 'error', locale, values: { domain } })];
  const days = Math.ceil(leftMs / DAY_MS);
  const tone = days <= ERROR_DAYS ? 'error' : 'warning';
  return [needOf('certificate-expires', { tone, locale, values: { domain, days } })];
}

/** The host's domains, the primary one first, with what DNS last reported. */
const domainsOf = (db: Db, hostCode: HostCode) =>
  db
    .selectFrom('domain')
    .select(['name', 'dns'])
    .where('host_code', '=', hostCode)
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .execute();

/** Failed requests, certificates that expire soon, and domains that point here without one. A need names the first such domain. */
export const certificateNeeds =
  (db: Db, { now, hasAcme }: { readonly now: () => number; readonly hasAcme: boolean }): NeedSource =>
  async ({ hostCode }, locale) => {
    const [domains, certificates, orders] = await Promise.all([
      domainsOf(db, hostCode),
      readCertificates(db, hostCode),
      readOrders(db, hostCode),
    ]);
    const failed = orders.flatMap((order) => {
      const failure = failureOf(order, locale);
      const bound = order.names.find((name) => domains.some((domain) => domain.name === name));
      return failure && bound !== undefined ? [{ domain: shownDomain(bound), message: failure.message }] : [];
    });
    const expiring = domains
      .flatMap(({ name }) => {
        const served = servingCertificate(certificates, name, now());
        return served ? [{ domain: shownDomain(name), leftMs: served.not_after.getTime() - now() }] : [];
      })
      .sort((a, b) => a.leftMs - b.leftMs);
    const bare = domains.find(
      ({ name, dns }) => dns?.state === 'here' && servingCertificate(certificates, name, now()) === undefined,
    );
    // A cancelled request leaves an order that is not retried.
    const open = orders.filter(({ task_id: task, next_at: next }) => task !== null || next !== null);
    const isRequested = bare && open.some(({ names }) => names.includes(bare.name));
    return [
      ...failed
        .slice(0, 1)
        .map((values) => needOf('certificate-failed', { tone: 'warning', locale, values })),
      ...expiring.slice(0, 1).flatMap(({ domain, leftMs }) => expiryNeed(domain, leftMs, locale)),
      ...(hasAcme && bare && !isRequested
        ? [
            needOf('certificate-missing', {
              tone: 'info',
              locale,
              values: { domain: shownDomain(bare.name) },
            }),
          ]
        : []),
    ];
  };
