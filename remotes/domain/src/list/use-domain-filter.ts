import type { Domain } from '@sitedeck/contract';
import { serverNow } from '@sitedeck/sdk';
import { useState } from 'react';
import { needOfDomain, type DomainNeed } from './domain-state';

export type NeedFilter = DomainNeed | 'all';

const countOf = (needs: ReadonlyMap<string, DomainNeed>, need: DomainNeed): number =>
  [...needs.values()].filter((one) => one === need).length;

/** Filters and pages the domains in the browser: a host has at most a few hundred. */
export function useDomainFilter(domains: readonly Domain[]) {
  const [search, setSearch] = useState('');
  const [need, setNeed] = useState<NeedFilter>('all');
  const [{ page, size }, setPaging] = useState({ page: 1, size: 50 });
  const needs = new Map(domains.map((domain) => [domain.name, needOfDomain(domain, serverNow())]));
  const typed = search.trim().toLowerCase();
  const found = domains
    .filter(({ name }) => need === 'all' || needs.get(name) === need)
    .filter(({ name, shown, remark }) => `${name} ${shown} ${remark}`.toLowerCase().includes(typed));
  // The last domain of the last page may have been unbound.
  const at = Math.max(1, Math.min(page, Math.ceil(found.length / size)));
  const first = () => setPaging({ page: 1, size });
  return {
    rows: found.slice((at - 1) * size, at * size),
    total: found.length,
    search,
    need,
    failed: countOf(needs, 'failed'),
    toAct: countOf(needs, 'action'),
    isFiltered: typed !== '' || need !== 'all',
    searchFor: (next: string) => (setSearch(next), first()),
    only: (next: NeedFilter) => (setNeed(next), first()),
    clear: () => (setSearch(''), setNeed('all'), first()),
    paging: {
      page: at,
      size,
      onChange: (next: number, many: number) => setPaging({ page: many === size ? next : 1, size: many }),
    },
  };
}
