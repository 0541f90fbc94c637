import type { CdnDomain } from '@sitedeck/contract';

/** The page where domains are bound and their DNS records are shown. */
export const BIND_PAGE = '/domainCertCdn/bindDomain';

/** Whether the domain does not point to this server, so that its CDN can't be turned on. */
export const pointsAway = ({ dns }: Pick<CdnDomain, 'dns'>): boolean =>
  dns === 'elsewhere' || dns === 'nowhere';

/** Domains whose CDN can be turned on now. */
export const domainsToTurnOn = (domains: readonly CdnDomain[]): readonly CdnDomain[] =>
  domains.filter((domain) => !domain.isOn && !pointsAway(domain));
