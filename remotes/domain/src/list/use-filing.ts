import type { Domain } from '@sitedeck/contract';
import { domainApi } from '../domain.api';

/** ICP filing of a domain. `unknown`: it could not be looked up. */
export type Filing =
  { readonly is: 'filed'; readonly number: string } | { readonly is: 'none' | 'loading' | 'unknown' };

/** Looks up the filing of a domain. One call fetches those of all names in `together`, so rows share their calls. */
export function useFiling({ name, shown }: Domain, together: readonly string[]): Filing {
  const { data, error } = domainApi.useQueryIcpListQuery({ body: { domains: [...together] } });
  if (error !== undefined) return { is: 'unknown' };
  if (data === undefined) return { is: 'loading' };
  const row = data.domains.find(({ domain }) => domain === name || domain === shown);
  if (row === undefined) return { is: 'unknown' };
  return row.number === null ? { is: 'none' } : { is: 'filed', number: row.number };
}
