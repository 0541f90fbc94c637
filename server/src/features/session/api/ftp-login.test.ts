import { makeTestDb, type TestDb } from '#testing/state';
import { makeFtpLogin } from './ftp-login';
import { addressPrefix } from '#system/egress/network-of';
import type { LoginDelay } from './login-delay';

/** A client that never disconnects. */
const WAITS = new AbortController().signal;

describe('a sign-in by FTP', () => {
  let test: TestDb;
  beforeAll(async () => {
    test = await makeTestDb();
  });
  afterAll(() => test.close());

  it('checks one password at a time for an unknown network, and two for all unknown networks together', async () => {
    const checked: string[] = [];
    const peak = { ofOnePlace: 0, inAll: 0 };
    const delay: LoginDelay = {
      failuresOn: async () => 0,
      reserve: async ({ address }) => {
        checked.push(addressPrefix(address));
        peak.inAll = Math.max(peak.inAll, checked.length);
        const ofOnePlace = checked.filter((place) => place === addressPrefix(address)).length;
        peak.ofOnePlace = Math.max(peak.ofOnePlace, ofOnePlace);
      },
      failed: async (name) => {
        checked.splice(checked.indexOf(addressPrefix(name.replace(/^.*-/, ''))), 1);
      },
      succeeded: async () => undefined,
      sweep: async () => undefined,
    };
    const check = makeFtpLogin({
      db: test.db,
      node: 'main',
      delay,
      networkOf: addressPrefix,
      record: async () => undefined,
      isLocked: async () => false,
      rootOf: () => undefined,
      prepareShare: async () => undefined,
      countQuota: async () => undefined,
      now: Date.now,
    });
    const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '198.51.100.1', '203.0.113.1'];
    const attempts = addresses.map((address) =>
      check({ account: `nobody-${address}`, password: 'guess', address, encrypted: true }, WAITS),
    );
    expect(await Promise.all(attempts)).toEqual(addresses.map(() => ({ is: 'out' })));
    expect(peak).toEqual({ ofOnePlace: 1, inAll: 2 });
  });
});
