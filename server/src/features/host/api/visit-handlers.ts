import { sql } from 'kysely';
import type { consoleCalls, HostCode, VISIT_RANGES, VisitSlot } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { countedTo } from '#sites/api/traffic';
import type { Db } from '#state/db';

type Calls = Pick<typeof consoleCalls, 'queryVisits'>;
type Range = (typeof VISIT_RANGES)[number];

const HOUR_MS = 3600_000;
/** Number of slots per range, the current one last, and the length of a slot, ms. */
const RANGES: Readonly<
  Record<Range, { readonly unit: 'hour' | 'day'; readonly slots: number; readonly ms: number }>
> = {
  '24h': { unit: 'hour', slots: 24, ms: HOUR_MS },
  '30d': { unit: 'day', slots: 30, ms: 24 * HOUR_MS },
};
/** Longest wait of a caller for the newest lines of the log, ms. */
const WAIT_MS = 2000;

export interface VisitParts {
  readonly db: Db;
  readonly now: () => number;
  /** Has the host's node count the new lines of its access log. */
  readonly countVisits: (hostCode: HostCode) => Promise<void>;
}

/** Resolves when the work has succeeded or failed, or after `ms`. */
async function settleWithin(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work.catch(() => undefined), timeout]);
  clearTimeout(timer);
}

const sum = (column: 'requests' | 'bytes' | 'ok' | 'redirect' | 'client_error' | 'server_error') =>
  sql<number>`sum(${sql.ref(column)})::bigint`;

/** Every slot of a range that ends now, in order. Hours and days are in UTC. */
async function readSlots(
  db: Db,
  hostCode: HostCode,
  given: { range: Range; now: number },
): Promise<VisitSlot[]> {
  const { unit, slots, ms } = RANGES[given.range];
  const first = (Math.floor(given.now / ms) - slots + 1) * ms;
  const rows = await db
    .selectFrom('visit_hour')
    .select([
      sql<Date>`date_trunc(${unit}, hour, 'UTC')`.as('at'),
      sum('requests').as('requests'),
      sum('bytes').as('bytes'),
      sum('ok').as('ok'),
      sum('redirect').as('redirect'),
      sum('client_error').as('clientError'),
      sum('server_error').as('serverError'),
    ])
    .where('host_code', '=', hostCode)
    .where('hour', '>=', new Date(first))
    .groupBy('at')
    .execute();
  const counted = new Map(rows.map(({ at, ...counts }) => [at.getTime(), counts]));
  const zero = { requests: 0, bytes: 0, ok: 0, redirect: 0, clientError: 0, serverError: 0 };
  return Array.from({ length: slots }, (_, index) => {
    const at = first + index * ms;
    return { at: new Date(at).toISOString(), ...(counted.get(at) ?? zero) };
  });
}

export function visitHandlers({ db, now, countVisits }: VisitParts): Handlers<Calls> {
  return {
    queryVisits: async ({ body: { range } }, { scope: { hostCode } }) => {
      await settleWithin(WAIT_MS, countVisits(hostCode));
      const slots = await readSlots(db, hostCode, { range, now: now() });
      return { slots, countedTo: await countedTo(db, hostCode) };
    },
  };
}
