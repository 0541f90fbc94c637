import type { CdnDomain } from '@sitedeck/contract';

/** Where domains are bound and their DNS is explained. */
export const BIND_PAGE = '/domainCertCdn/bindDomain';

/** Whether visitors of the domain reach another server, or none: its cache can't be switched on then. */
export const pointsAway = ({ dns }: CdnDomain): boolean => dns === 'elsewhere' || dns === 'nowhere';

/** Domains whose cache can be switched on now. */
export const switchable = (domains: readonly CdnDomain[]): readonly CdnDomain[] =>
  domains.filter((domain) => !domain.isOn && !pointsAway(domain));
