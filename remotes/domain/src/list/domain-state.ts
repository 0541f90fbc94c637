import type { Domain } from '@sitedeck/contract';

const DAY_MS = 24 * 3600_000;

/** Days before expiry at which a certificate needs action. One that renews should have been renewed by then. */
const WARN_DAYS = { renews: 7, ends: 14 } as const;

/** Full days until a moment; negative after it. */
export const daysUntil = (moment: string, now: number): number =>
  Math.floor((Date.parse(moment) - now) / DAY_MS);

type ServedCertificate = NonNullable<Domain['certificate']['served']>;

/** Whether a certificate expires so soon that its owner should act. */
export const endsSoon = (
  { notAfter, renews }: Pick<ServedCertificate, 'notAfter' | 'renews'>,
  now: number,
): boolean => daysUntil(notAfter, now) <= (renews ? WARN_DAYS.renews : WARN_DAYS.ends);

/** Needs of a domain, the worst first. `failed`: a certificate request failed. `action`: its owner has to act. */
export const DOMAIN_NEEDS = ['failed', 'action', 'none'] as const;
export type DomainNeed = (typeof DOMAIN_NEEDS)[number];

/** The most urgent need of a domain. While a request runs, an earlier failure does not count. */
export function needOfDomain(domain: Domain, now: number): DomainNeed {
  const { dns, certificate } = domain;
  const { served, taskId, failure } = certificate;
  if (failure !== null && taskId === null) return 'failed';
  const isLost = dns !== null && (dns.state === 'elsewhere' || dns.state === 'nowhere' || dns.aaaaElsewhere);
  const isForbidden = dns?.caaForbids === true;
  const lacksCertificate = served === null && taskId === null && dns?.state === 'here';
  return isLost || isForbidden || lacksCertificate || (served !== null && endsSoon(served, now))
    ? 'action'
    : 'none';
}

/** The first address that is not this server's, for a domain that points elsewhere. */
export function foreignAddress({ dns }: Domain): string {
  const records = dns?.records.filter(({ type, isRight }) => !isRight && (type === 'A' || type === 'AAAA'));
  const found = records?.flatMap((record) =>
    record.found.filter((address) => !record.expected.includes(address)),
  );
  return found?.[0] ?? '';
}

/** Number of labels of the registered domain: three for `a.com.cn`, two for `a.com`. */
const registeredLabels = (labels: readonly string[]): number =>
  labels.length > 2 &&
  /^(?:com|net|org|gov|edu|ac|co)$/.test(labels.at(-2) ?? '') &&
  labels.at(-1)?.length === 2
    ? 3
    : 2;

/** The host record that DNS consoles ask for: `www` for `www.a.com`, `@` for `a.com`, `*.img` for `*.img.a.com`. */
export function hostRecordOf(name: string): string {
  const labels = name.split('.');
  const host = labels.slice(0, -registeredLabels(labels)).join('.');
  return host === '' ? '@' : host;
}
