import { sql } from 'kysely';
import type { Db } from '#state/db';
import type { NetworkOf } from '#system/egress/network-of';
import { Refusal } from '#faults/refusal';

/** Attempts that cost no wait. */
const FREE_ATTEMPTS = 5;
/** Wait after the fifth failure, seconds; doubles with each further one. */
const FIRST_WAIT_S = 2;
const LONGEST_WAIT_S = 900;
/** Failures older than this are forgotten, hours. */
const MEMORY_H = 24;
/** Maximum number of rows; the oldest are deleted first. */
const ROWS_MAX = 200_000;

/** Failures that expire one by one. Once there are `most` of them, attempts must keep a distance. */
interface Bucket {
  readonly most: number;
  /** One failure expires after this time, seconds. */
  readonly forgetS: number;
  /** Distance between two attempts while it is full, seconds. */
  readonly distanceS: number;
}

/** Limit of one network over all names: 50 failures in 10 minutes, then 10 attempts a minute. */
const OF_NETWORK: Bucket = { most: 50, forgetS: 12, distanceS: 6 };
/** Limit of one name by FTP, which has no captcha, over all networks: 20 failures, then 6 attempts a minute. */
const OF_NAME_BY_FTP: Bucket = { most: 20, forgetS: 600, distanceS: 10 };

const waitAfter = (count: number): number =>
  count < FREE_ATTEMPTS ? 0 : Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** (count - FREE_ATTEMPTS));

export interface Attempt {
  readonly name: string;
  readonly address: string;
  /** Step-up verification counts as the console. */
  readonly by: 'console' | 'ftp';
}

export interface LoginDelay {
  /** Failures on a name from any network; they only make the captcha harder. */
  failuresOn(name: string): Promise<number>;
  /**
   * Counts an attempt as failed before it is checked, so that simultaneous attempts gain nothing. Refuses
   * with `too-many-attempts`.
   */
  reserve(attempt: Attempt): Promise<void>;
  /**
   * Call after a correct attempt: forgets the failures of this name in this network, and removes the attempt
   * from the other counts.
   */
  succeeded(attempt: Attempt): Promise<void>;
  failed(name: string): Promise<void>;
  sweep(): Promise<void>;
}

const nameKey = (name: string) => name.toLowerCase();

/** Keys of one attempt. Names are in lower case, so that none equals a prefix such as `FTP`. */
function keysOf({ name, address }: Attempt, networkOf: NetworkOf) {
  const network = networkOf(address);
  const nameAndNetwork = `${nameKey(name)}|${network}`;
  return {
    here: nameAndNetwork,
    network: `NETWORK|${network}`,
    ftp: `FTP|${nameKey(name)}`,
    known: `KNOWN|${nameAndNetwork}`,
  };
}

interface LoginDelayParts {
  readonly db: Db;
  readonly now: () => number;
  readonly networkOf: NetworkOf;
}

const tooMany = (until: number, now: number): Refusal => {
  const seconds = Math.max(1, Math.ceil((until - now) / 1000));
  return new Refusal('too-many-attempts', { retryAfter: seconds, values: { seconds } });
};

const rowOf = (db: Db, key: string) =>
  db.selectFrom('login_failure').selectAll().where('key', '=', key).executeTakeFirst();

/** Adds a failure to a bucket. Refuses with `too-many-attempts` if it is full and the last attempt was too recent. */
async function addToBucket(
  db: Db,
  key: string,
  { bucket, now }: { bucket: Bucket; now: number },
): Promise<void> {
  const at = new Date(now);
  const forgotten = sql`greatest(0, floor(extract(epoch from ${at} - login_failure.last_at) / ${bucket.forgetS}))`;
  const left = sql`greatest(0, login_failure.count - ${forgotten})`;
  const { rows } = await sql`
    insert into login_failure (key, count, last_at) values (${key}, 1, ${at})
    on conflict (key) do update set count = least(${bucket.most}::int, (${left})::int + 1), last_at = ${at}
      where ${left} < ${bucket.most}
        or login_failure.last_at + make_interval(secs => ${bucket.distanceS}::double precision) <= ${at}
    returning count`.execute(db);
  if (rows.length > 0) return;
  const last = (await rowOf(db, key))?.last_at.getTime() ?? now;
  throw tooMany(last + bucket.distanceS * 1000, now);
}

/**
 * Adds a failure to a count whose wait grows with it.
 * @returns whether it was added; it is not during an `enforced` wait
 */
async function addToCount(
  db: Db,
  key: string,
  { enforced, now }: { enforced: boolean; now: number },
): Promise<boolean> {
  const at = new Date(now);
  const wait = sql`case when login_failure.count < ${FREE_ATTEMPTS} then 0
    else least(${LONGEST_WAIT_S}, ${FIRST_WAIT_S} * power(2, least(20, login_failure.count - ${FREE_ATTEMPTS}))) end`;
  const { rows } = await sql`
    insert into login_failure (key, count, last_at) values (${key}, 1, ${at})
    on conflict (key) do update
      set count = case when login_failure.last_at < ${forgetBefore(now)} then 1 else login_failure.count + 1 end,
          last_at = ${at}
      where not ${enforced}
        -- Of two at once the one that comes second may carry the earlier time.
        or login_failure.count < ${FREE_ATTEMPTS}
        or login_failure.last_at + make_interval(secs => (${wait})::double precision) <= ${at}
    returning count`.execute(db);
  return rows.length > 0;
}

const forgetBefore = (now: number): Date => new Date(now - MEMORY_H * 3600_000);

/**
 * Counts failed sign-ins in the database, for all processes: by name and network (growing waits), by network over all
 * names, and, for FTP, by name over all networks. The last count never refuses a network from which that name signed in
 * within a day, so that strangers can't lock an owner out.
 */
export function makeLoginDelay({ db, now, networkOf }: LoginDelayParts): LoginDelay {
  const isKnown = async (trx: Db, key: string): Promise<boolean> =>
    ((await rowOf(trx, key))?.last_at ?? new Date(0)) >= forgetBefore(now());

  const takeBack = (keys: readonly string[]) =>
    db
      .updateTable('login_failure')
      .set((row) => ({ count: sql<number>`greatest(0, ${row.ref('count')} - 1)` }))
      .where('key', 'in', keys)
      .execute();

  return {
    failuresOn: async (name) => {
      const row = await db
        .selectFrom('login_failure')
        .select('count')
        .where('key', '=', nameKey(name))
        .where('last_at', '>', forgetBefore(now()))
        .executeTakeFirst();
      return row?.count ?? 0;
    },
    // In one transaction, so that an attempt which a later count refuses is in none of them.
    reserve: (attempt) =>
      db.transaction().execute(async (trx) => {
        const keys = keysOf(attempt, networkOf);
        const at = now();
        await addToBucket(trx, keys.network, { bucket: OF_NETWORK, now: at });
        if (attempt.by === 'ftp' && !(await isKnown(trx, keys.known)))
          await addToBucket(trx, keys.ftp, { bucket: OF_NAME_BY_FTP, now: at });
        if (await addToCount(trx, keys.here, { enforced: true, now: at })) return;
        const row = await rowOf(trx, keys.here);
        throw tooMany(row ? row.last_at.getTime() + waitAfter(row.count) * 1000 : at, at);
      }),
    succeeded: async (attempt) => {
      const keys = keysOf(attempt, networkOf);
      await db
        .deleteFrom('login_failure')
        .where('key', 'in', [keys.here, nameKey(attempt.name)])
        .execute();
      await takeBack(attempt.by === 'ftp' ? [keys.network, keys.ftp] : [keys.network]);
      await sql`insert into login_failure (key, count, last_at) values (${keys.known}, 0, ${new Date(now())})
        on conflict (key) do update set last_at = excluded.last_at`.execute(db);
    },
    failed: async (name) => {
      await addToCount(db, nameKey(name), { enforced: false, now: now() });
    },
    sweep: async () => {
      await db.deleteFrom('login_failure').where('last_at', '<', forgetBefore(now())).execute();
      // The newest row too many is looked up once: a list of all of them could be compared with every row.
      await sql`delete from login_failure where (last_at, key) <=
        (select last_at, key from login_failure order by last_at desc, key desc offset ${ROWS_MAX} limit 1)`.execute(
        db,
      );
    },
  };
}
