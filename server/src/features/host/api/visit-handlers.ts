import type { consoleCalls, HostCode, VISIT_RANGES, VisitSlot } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { waitForCount, type FreshCountParts } from '#sites/api/fresh-count';
import {
  fillSlots,
  slotTimes,
  startOfSlot,
  sumOf,
  type SlotRange,
  type SlotTimes,
} from '#sites/api/time-slots';
import { countedTo } from '#sites/api/traffic';
import type { Db } from '#state/db';

type Calls = Pick<typeof consoleCalls, 'queryVisits'>;
type Range = (typeof VISIT_RANGES)[number];

/** Slots of each range, the current one last. */
const RANGES: Readonly<Record<Range, SlotRange>> = {
  '24h': { unit: 'hour', slots: 24 },
  '30d': { unit: 'day', slots: 30 },
};

export interface VisitParts extends FreshCountParts {
  readonly db: Db;
  readonly now: () => number;
}

const ZERO = { requests: 0, bytes: 0, ok: 0, redirect: 0, clientError: 0, serverError: 0 };

/** Every slot of a range, in order. */
async function readSlots(db: Db, hostCode: HostCode, times: SlotTimes): Promise<VisitSlot[]> {
  const rows = await db
    .selectFrom('visit_hour')
    .select([
      startOfSlot(times).as('at'),
      sumOf('requests').as('requests'),
      sumOf('bytes').as('bytes'),
      sumOf('ok').as('ok'),
      sumOf('redirect').as('redirect'),
      sumOf('client_error').as('clientError'),
      sumOf('server_error').as('serverError'),
    ])
    .where('host_code', '=', hostCode)
    .where('hour', '>=', times.from)
    .groupBy('at')
    .execute();
  return fillSlots(times, rows, ZERO);
}

export function visitHandlers(parts: VisitParts): Handlers<Calls> {
  const { db, now } = parts;
  return {
    queryVisits: async ({ body: { range } }, { scope: { hostCode } }) => {
      await waitForCount(parts, hostCode);
      const slots = await readSlots(db, hostCode, slotTimes(RANGES[range], now()));
      return { slots, countedTo: await countedTo(db, hostCode) };
    },
  };
}
