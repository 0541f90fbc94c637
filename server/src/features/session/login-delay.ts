import { isIPv4, isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '../../state/db';
import { Refusal } from '../../system/refusal';

/** Attempts that cost no wait. */
const FREE_ATTEMPTS = 5;
/** Wait after the fifth failure, seconds; doubles with each further one. */
const FIRST_WAIT_S = 2;
const LONGEST_WAIT_S = 900;
/** Failures older than this are forgotten, hours. */
const MEMORY_H = 24;

const waitAfter = (count: number): number =>
  count < FREE_ATTEMPTS ? 0 : Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** (count - FREE_ATTEMPTS));

/** The eight groups of an IPv6 address, `::` written out. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
}

/** /24 of IPv4, /48 of IPv6: what one stranger can easily choose among. */
export function addressPrefix(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return plain;
  const prefix = groupsOf(plain)
    .slice(0, 3)
    .map((group) => parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/48`;
}

export interface LoginDelay {
  /** Failures on a name from anywhere; they only make the captcha harder. */
  failuresOn(name: string): Promise<number>;
  /** Counts an attempt as failed before it is tried, so that many at once gain nothing. Refuses too-many-attempts. */
  reserve(name: string, address: string): Promise<void>;
  /** The attempt was right: forgets what was counted for this name here. */
  succeeded(name: string, address: string): Promise<void>;
  failed(name: string): Promise<void>;
  sweep(): Promise<void>;
}

const nameKey = (name: string) => name.toLowerCase();
const placeKey = (name: string, address: string) => `${nameKey(name)}|${addressPrefix(address)}`;

export function makeLoginDelay(db: Db, now: () => number): LoginDelay {
  const forgetBefore = () => new Date(now() - MEMORY_H * 3600_000);

  /** The new count, or undefined where the key still has to wait. */
  const count = async (key: string, enforceWait: boolean): Promise<number | undefined> => {
    const at = new Date(now());
    const wait = sql`case when login_failure.count < ${FREE_ATTEMPTS} then 0
      else least(${LONGEST_WAIT_S}, ${FIRST_WAIT_S} * power(2, least(20, login_failure.count - ${FREE_ATTEMPTS}))) end`;
    const { rows } = await sql<{ count: number }>`
      insert into login_failure (key, count, last_at) values (${key}, 1, ${at})
      on conflict (key) do update
        set count = case when login_failure.last_at < ${forgetBefore()} then 1 else login_failure.count + 1 end,
            last_at = ${at}
        where not ${enforceWait}
          -- Of two at once the one that comes second may carry the earlier time.
          or login_failure.count < ${FREE_ATTEMPTS}
          or login_failure.last_at + make_interval(secs => (${wait})::double precision) <= ${at}
      returning count`.execute(db);
    return rows[0]?.count;
  };

  const secondsLeft = async (key: string): Promise<number> => {
    const row = await db.selectFrom('login_failure').selectAll().where('key', '=', key).executeTakeFirst();
    const until = row ? row.last_at.getTime() + waitAfter(row.count) * 1000 : 0;
    return Math.max(1, Math.ceil((until - now()) / 1000));
  };

  return {
    failuresOn: async (name) => {
      const row = await db
        .selectFrom('login_failure')
        .select('count')
        .where('key', '=', nameKey(name))
        .where('last_at', '>', forgetBefore())
        .executeTakeFirst();
      return row?.count ?? 0;
    },
    reserve: async (name, address) => {
      const key = placeKey(name, address);
      if ((await count(key, true)) !== undefined) return;
      const seconds = await secondsLeft(key);
      throw new Refusal('too-many-attempts', { retryAfter: seconds, values: { seconds } });
    },
    succeeded: async (name, address) => {
      await db
        .deleteFrom('login_failure')
        .where('key', 'in', [placeKey(name, address), nameKey(name)])
        .execute();
    },
    failed: async (name) => {
      await count(nameKey(name), false);
    },
    sweep: async () => {
      await db.deleteFrom('login_failure').where('last_at', '<', forgetBefore()).execute();
    },
  };
}
