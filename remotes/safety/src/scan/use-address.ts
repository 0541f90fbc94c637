import { SCAN_SEVERITIES, SCAN_STATES, type ScanSeverity, type ScanState } from '@sitedeck/contract';
import type { RemoteNav } from '@sitedeck/sdk';
import { useMemo } from 'react';

/** `unknown`: files that could not be analysed. */
export const SEVERITY_FILTERS = [...SCAN_SEVERITIES, 'unknown'] as const;
export type SeverityFilter = ScanSeverity | 'unknown';

/** Which findings the page lists. It is kept in the address, so that a link shows the same. */
export interface FindingView {
  readonly tab: ScanState;
  /** Part of the path. */
  readonly filter: string;
  /** Empty: all. */
  readonly severity: SeverityFilter | '';
  readonly page: number;
}

export interface Address extends FindingView {
  /** Another filter starts at the first page. */
  readonly show: (change: Partial<FindingView>) => void;
}

export function useAddress(nav: RemoteNav): Address {
  const view = useMemo(() => viewFrom(nav.search), [nav.search]);
  return {
    ...view,
    show: (change) => {
      const search = searchOf({ ...view, page: 1, ...change });
      nav.go(search ? `${nav.path}?${search}` : nav.path, { replace: true });
    },
  };
}

function viewFrom(search: string): FindingView {
  const params = new URLSearchParams(search);
  const page = Number(params.get('page'));
  return {
    tab: SCAN_STATES.find((state) => state === params.get('tab')) ?? 'open',
    filter: params.get('q') ?? '',
    severity: SEVERITY_FILTERS.find((one) => one === params.get('severity')) ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

function searchOf({ tab, filter, severity, page }: FindingView): string {
  const search = new URLSearchParams();
  if (tab !== 'open') search.set('tab', tab);
  if (filter) search.set('q', filter);
  if (severity) search.set('severity', severity);
  if (page > 1) search.set('page', String(page));
  return search.toString();
}
