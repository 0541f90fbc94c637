import { needOf, shownDomain, type HostCode, type Locale, type Need } from '@sitedeck/contract';
import { failureOf, readOrders } from '#sites/certificate-orders';
import { readCertificates, servingCertificate } from '#sites/api/certificate-store';
import type { NeedSource } from '#sites/api/need-source';
import type { Db } from '#state/db';

const DAY_MS = 86_400_000;
/** From so many days on Home reports the end of a certificate that is not renewed by itself. */
const WARNING_DAYS = 14;
const ERROR_DAYS = 3;

/** The end of a certificate that is near, and which no renewal will prevent. */
function expiryNeed(domain: string, leftMs: number, locale: Locale): Need[] {
  if (leftMs > WARNING_DAYS * DAY_MS) return [];
  if (leftMs <= 0) return [needOf('certificate-expired', { tone: 'error', locale, values: { domain } })];
  const days = Math.ceil(leftMs / DAY_MS);
  const tone = days <= ERROR_DAYS ? 'error' : 'warning';
  return [needOf('certificate-expires', { tone, locale, values: { domain, days } })];
}

/** Domains that lead here and could have a certificate by ACME. */
const domainsHere = (db: Db, hostCode: HostCode) =>
  db
    .selectFrom('domain')
    .select(['name', 'dns'])
    .where('host_code', '=', hostCode)
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .execute();

/** Failed requests, certificates that end soon, and domains without one. Each need names the first domain it is about. */
export const certificateNeeds =
  (db: Db, { now, hasAcme }: { readonly now: () => number; readonly hasAcme: boolean }): NeedSource =>
  async ({ hostCode }, locale) => {
    const [domains, certificates, orders] = await Promise.all([
      domainsHere(db, hostCode),
      readCertificates(db, hostCode),
      readOrders(db, hostCode),
    ]);
    const failed = orders.flatMap((order) => {
      const failure = failureOf(order, locale);
      const bound = order.names.find((name) => domains.some((domain) => domain.name === name));
      return failure && bound !== undefined ? [{ domain: shownDomain(bound), message: failure.message }] : [];
    });
    const ending = domains
      .flatMap(({ name }) => {
        const served = servingCertificate(certificates, name, now());
        return served ? [{ domain: shownDomain(name), leftMs: served.not_after.getTime() - now() }] : [];
      })
      .sort((a, b) => a.leftMs - b.leftMs);
    const bare = domains.find(
      ({ name, dns }) => dns?.state === 'here' && servingCertificate(certificates, name, now()) === undefined,
    );
    // A cancelled request leaves an order that nothing repeats.
    const open = orders.filter(({ task_id: task, next_at: next }) => task !== null || next !== null);
    const isRequested = bare && open.some(({ names }) => names.includes(bare.name));
    return [
      ...failed
        .slice(0, 1)
        .map((values) => needOf('certificate-failed', { tone: 'warning', locale, values })),
      ...ending.slice(0, 1).flatMap(({ domain, leftMs }) => expiryNeed(domain, leftMs, locale)),
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
