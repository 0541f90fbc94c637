import { DNS_NAMES_MAX, type Domain } from '@sitedeck/contract';
import { domainApi } from '../domain.api';

/** ICP filing of a domain. `unknown`: the lookup failed. */
export type Filing =
  | { readonly is: 'filed'; readonly number: string }
  | { readonly is: 'none' | 'not-needed' | 'loading' | 'unknown' };

export interface Filings {
  /** The provider can look up filings. */
  readonly isKnown: boolean;
  readonly of: (domain: Domain) => Filing;
}

/** Looks up the filings of the domains that are shown, as many as one call takes. */
export function useFilings(hasIcp: boolean, shown: readonly Domain[]): Filings {
  const names = shown.filter(({ isPreview }) => !isPreview).map(({ name }) => name);
  const asked = names.slice(0, DNS_NAMES_MAX);
  const skip = !hasIcp || asked.length === 0;
  const { data, error } = domainApi.useQueryIcpListQuery({ body: { domains: asked } }, { skip });
  const numbers = new Map(data?.domains.map(({ domain, number }) => [domain, number]));
  return {
    isKnown: hasIcp,
    of: ({ name, shown: words, isPreview }) => {
      if (isPreview) return { is: 'not-needed' };
      if (error !== undefined) return { is: 'unknown' };
      if (data === undefined) return { is: 'loading' };
      const number = numbers.get(name) ?? numbers.get(words) ?? null;
      return number === null ? { is: 'none' } : { is: 'filed', number };
    },
  };
}
