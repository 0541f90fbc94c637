import { sql } from 'kysely';
import { makeTestDb, type TestDb } from '#testing/state';
import { makeNetworkOf } from '#system/egress/network-of';
import { makeLoginDelay } from './login-delay';

describe('the delay after failed sign-ins', () => {
  let testDb: TestDb;
  let now = Date.parse('2030-01-01T00:00:00Z');
  beforeAll(async () => {
    testDb = await makeTestDb();
  });
  afterAll(() => testDb.close());
  const networkOf = makeNetworkOf([]);
  const delay = () => makeLoginDelay({ db: testDb.db, now: () => now, networkOf });
  const by = 'console';

  async function fail(name: string, address: string, times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) {
      await delay().reserve({ name, address, by });
      await delay().failed(name);
    }
  }

  it('has no effect before the fifth failure, then grows to a quarter of an hour', async () => {
    await fail('grow', '192.0.2.1', 5);
    const waits: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      const refusal = await delay()
        .reserve({ name: 'grow', address: '192.0.2.1', by })
        .catch((error: unknown) => error);
      expect(refusal).toMatchObject({ reason: 'too-many-attempts' });
      const { retryAfter } = (refusal as { detail: { retryAfter: number } }).detail;
      waits.push(retryAfter);
      now += retryAfter * 1000;
      await delay().reserve({ name: 'grow', address: '192.0.2.1', by });
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  });

  it('applies to simultaneous attempts', async () => {
    const attempts = Array.from({ length: 40 }, () =>
      delay().reserve({ name: 'many', address: '192.0.2.1', by }),
    );
    const results = await Promise.allSettled(attempts);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(5);
  });

  it('locks no owner out: the same name from another network does not wait', async () => {
    await fail('owner', '192.0.2.1', 5);
    await expect(delay().reserve({ name: 'owner', address: '192.0.2.200', by })).rejects.toMatchObject({
      reason: 'too-many-attempts',
    });
    await expect(delay().reserve({ name: 'owner', address: '198.51.100.1', by })).resolves.toBeUndefined();
    await expect(
      delay().reserve({ name: 'somebody-else', address: '192.0.2.1', by }),
    ).resolves.toBeUndefined();
  });

  it('ends with a right password, and after a day', async () => {
    await fail('forget', '192.0.2.1', 4);
    await delay().succeeded({ name: 'forget', address: '192.0.2.1', by });
    expect(await delay().failuresOn('forget')).toBe(0);
    await fail('forget', '192.0.2.1', 5);
    now += 25 * 3600_000;
    await expect(delay().reserve({ name: 'forget', address: '192.0.2.1', by })).resolves.toBeUndefined();
    expect(await delay().failuresOn('forget')).toBe(0);
  });

  describe('the limit of one network over all names', () => {
    /** Results of this many sign-ins with a wrong password, each with another name. */
    async function tryNames(from: string, count: number, by: 'console' | 'ftp' = 'console'): Promise<number> {
      let refused = 0;
      for (let index = 0; index < count; index += 1) {
        const attempt = { name: `${from}-${now}-${index}`, address: from, by };
        await delay()
          .reserve(attempt)
          .then(() => delay().failed(attempt.name))
          .catch((error: unknown) => {
            expect(error).toMatchObject({ reason: 'too-many-attempts', detail: { retryAfter: 6 } });
            refused += 1;
          });
      }
      return refused;
    }

    it('allows fifty failures, then ten tries a minute', async () => {
      expect(await tryNames('198.51.100.7', 500)).toBe(450);
      let tried = 0;
      for (let second = 0; second < 60; second += 1) {
        now += 1000;
        tried += 1 - (await tryNames('198.51.100.7', 1).catch(() => 1));
      }
      expect(tried).toBe(10);
      expect(await tryNames('203.0.113.7', 1)).toBe(0);
    });

    it('forgets fifty failures within ten minutes', async () => {
      expect(await tryNames('198.51.101.7', 60)).toBe(10);
      now += 10 * 60_000;
      expect(await tryNames('198.51.101.7', 60)).toBe(10);
    });

    it('counts console and FTP together, and all addresses of this machine as one', async () => {
      await tryNames('127.0.0.1', 25);
      await tryNames('127.9.8.7', 24, 'ftp');
      expect(await tryNames('127.77.1.1', 20, 'ftp')).toBe(19);
    });

    it('does not count correct attempts', async () => {
      for (let count = 0; count < 200; count += 1) {
        const attempt = { name: 'often', address: '198.51.102.7', by } as const;
        await delay().reserve(attempt);
        await delay().succeeded(attempt);
      }
      await expect(delay().reserve({ name: 'other', address: '198.51.102.7', by })).resolves.toBeUndefined();
    });

    it('applies to simultaneous attempts with many names', async () => {
      const all = Array.from({ length: 80 }, (_none, index) =>
        delay().reserve({ name: `once-${index}`, address: '198.51.103.7', by }),
      );
      const results = await Promise.allSettled(all);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    });
  });

  describe('the limit of one name by FTP over all networks', () => {
    const guess = (index: number) =>
      delay().reserve({ name: 'guessed', address: `100.64.${index}.1`, by: 'ftp' });

    it('allows twenty failures, then six tries a minute, and leaves the console open', async () => {
      const owner = { name: 'guessed', address: '192.0.2.9' };
      await delay().succeeded({ ...owner, by: 'console' });
      for (let index = 0; index < 20; index += 1) await guess(index);
      await expect(guess(20)).rejects.toMatchObject({ detail: { retryAfter: 10 } });
      now += 10_000;
      await guess(21);
      await expect(guess(22)).rejects.toMatchObject({ reason: 'too-many-attempts' });
      const stranger = { name: 'guessed', address: '100.65.1.1', by } as const;
      await expect(delay().reserve(stranger)).resolves.toBeUndefined();
      // From a network in which the name signed in within a day, even by FTP.
      await expect(delay().reserve({ ...owner, by: 'ftp' })).resolves.toBeUndefined();
      now += 25 * 3600_000;
      for (let index = 0; index < 20; index += 1) await guess(index);
      await expect(delay().reserve({ ...owner, by: 'ftp' })).rejects.toMatchObject({
        reason: 'too-many-attempts',
      });
    });
  });

  it('keeps a bounded number of rows, and drops the oldest first', async () => {
    await testDb.db.deleteFrom('login_failure').execute();
    await sql`insert into login_failure (key, count, last_at)
      select 'row-' || n, 1, ${new Date(now)}::timestamptz - make_interval(secs => n / 1000.0)
      from generate_series(1, 200010) n`.execute(testDb.db);
    await delay().sweep();
    const rows = await testDb.db
      .selectFrom('login_failure')
      .select(sql<number>`count(*)::int`.as('all'))
      .select(sql<number>`count(*) filter (where key = 'row-200010')::int`.as('oldest'))
      .executeTakeFirst();
    expect(rows).toEqual({ all: 200_000, oldest: 0 });
  });
});
