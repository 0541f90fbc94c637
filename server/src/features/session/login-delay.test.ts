import { makeTestDb, type TestDb } from '../../testing/state';
import { makeNetworkOf } from '../../system/network-of';
import { makeLoginDelay } from './login-delay';

describe('the delay after failed sign-ins', () => {
  let test: TestDb;
  let now = Date.parse('2030-01-01T00:00:00Z');
  beforeAll(async () => {
    test = await makeTestDb();
  });
  afterAll(() => test.close());
  const networkOf = makeNetworkOf([]);
  const delay = () => makeLoginDelay({ db: test.db, now: () => now, networkOf });
  const by = 'console';

  async function fail(name: string, address: string, times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) {
      await delay().reserve({ name, address, by });
      await delay().failed(name);
    }
  }

  it('costs nothing before the fifth failure, then grows up to a quarter of an hour', async () => {
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

  it('can’t be slipped past by many attempts at once', async () => {
    const attempts = Array.from({ length: 40 }, () =>
      delay().reserve({ name: 'many', address: '192.0.2.1', by }),
    );
    const results = await Promise.allSettled(attempts);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(5);
  });

  it('locks nobody out: the same name from elsewhere waits for nothing', async () => {
    await fail('owner', '192.0.2.1', 5);
    await expect(delay().reserve({ name: 'owner', address: '192.0.2.200', by })).rejects.toMatchObject({
      reason: 'too-many-attempts',
    });
    await expect(delay().reserve({ name: 'owner', address: '198.51.100.1', by })).resolves.toBeUndefined();
    await expect(
      delay().reserve({ name: 'somebody-else', address: '192.0.2.1', by }),
    ).resolves.toBeUndefined();
  });

  it('forgets with a right password, and after a day', async () => {
    await fail('forget', '192.0.2.1', 4);
    await delay().succeeded({ name: 'forget', address: '192.0.2.1', by });
    expect(await delay().failuresOn('forget')).toBe(0);
    await fail('forget', '192.0.2.1', 5);
    now += 25 * 3600_000;
    await expect(delay().reserve({ name: 'forget', address: '192.0.2.1', by })).resolves.toBeUndefined();
    expect(await delay().failuresOn('forget')).toBe(0);
  });
});
