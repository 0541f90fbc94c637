import type { CDN_RANGES } from '@sitedeck/contract';
import { usePulse } from '@sitedeck/sdk';
import { pageStateOf, type PageState } from '@sitedeck/ui/page-state';
import { useCallback, useState } from 'react';
import { cdnApi, type CdnStats } from '../cdn.api';

export type CdnRange = (typeof CDN_RANGES)[number];

/** Poll interval of the figures, ms. */
const REFRESH_MS = 60_000;

export interface ShownStats {
  readonly range: CdnRange;
  readonly setRange: (range: CdnRange) => void;
  /** Always of this range: while another one loads, the figures of the previous one are not shown. */
  readonly state: PageState<CdnStats>;
}

/** Statistics of the chosen period. Nothing is fetched while no domain has CDN on. */
export function useStats(isOn: boolean): ShownStats {
  const [range, setRange] = useState<CdnRange>('30d');
  const query = cdnApi.useQueryCdnStatsQuery(
    { body: { range } },
    { skip: !isOn, refetchOnMountOrArgChange: true },
  );
  const { refetch } = query;
  usePulse(
    useCallback(() => (isOn ? refetch() : undefined), [isOn, refetch]),
    REFRESH_MS,
  );
  return { range, setRange, state: pageStateOf({ ...query, data: query.currentData }) };
}
