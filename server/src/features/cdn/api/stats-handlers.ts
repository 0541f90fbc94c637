import type { CDN_RANGES, CdnTopUrl, consoleCalls, HostCode } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { resultInTime, waitForCount, type FreshCountParts } from '#sites/api/fresh-count';
import { slotTimes, type SlotRange } from '#sites/api/time-slots';
import { countedTo } from '#sites/api/traffic';
import type { Db } from '#state/db';
import { readPrecedingPeriod, readDomains, readRules, readSlots, totalOf } from './stats-rows';

type Calls = Pick<typeof consoleCalls, 'queryCdnStats'>;
type Range = (typeof CDN_RANGES)[number];

/** Slots of each range, the current one last. */
const RANGES: Readonly<Record<Range, SlotRange>> = {
  '24h': { unit: 'hour', slots: 24 },
  '7d': { unit: 'day', slots: 7 },
  '30d': { unit: 'day', slots: 30 },
};

export interface StatsParts extends FreshCountParts {
  readonly db: Db;
  readonly now: () => number;
  /** Makes the host's node read the most requested URLs from its access log (`topCdnUrls`). */
  readonly topCdnUrls: (hostCode: HostCode) => Promise<readonly CdnTopUrl[]>;
}

export function statsHandlers(parts: StatsParts): Handlers<Calls> {
  const { db, now, topCdnUrls } = parts;
  return {
    queryCdnStats: async ({ body: { range } }, { scope: { hostCode } }) => {
      const [topUrls] = await Promise.all([
        resultInTime(topCdnUrls(hostCode), []),
        waitForCount(parts, hostCode),
      ]);
      const query = { hostCode, times: slotTimes(RANGES[range], now()) };
      const [slots, before, domains, rules] = await Promise.all([
        readSlots(db, query),
        readPrecedingPeriod(db, query),
        readDomains(db, query),
        readRules(db, query),
      ]);
      const total = totalOf(slots);
      return {
        slots,
        total,
        before,
        domains,
        rules,
        topUrls: [...topUrls],
        countedTo: await countedTo(db, hostCode),
      };
    },
  };
}
