import { execFileSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { makeTestApi, TEST_KEY, type TestApi } from '#testing/api';
import { callerCommand, callLocally, type LocalCall } from '#testing/local-caller';
import { claimUidSlot, type UidSlot } from '#testing/uid-slot';
import { API_UID, isolationHere, type Identity } from '#system/process/identity';

const requestOf = (method: string, path: string, body = '') =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    `authorization: Bearer ${TEST_KEY}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
const ACCOUNTS = requestOf('GET', '/provider/accounts');
const newAccount = (name: string) => requestOf('POST', '/provider/accounts', JSON.stringify({ name }));

const isSeparate = isolationHere().is === 'separate';
const ROOT: Identity = { uid: 0, gid: 0 };
/** An address that other machines reach. */
const outside = Object.values(networkInterfaces())
  .flatMap((all = []) => all)
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
const TO_IPV4 = [
  ['the loopback address', '127.0.0.1', ''],
  ['another loopback address', '127.0.0.1', '127.0.0.9'],
  ['no address at all', '0.0.0.0', ''],
  ['an IPv6 socket', '::ffff:127.0.0.1', ''],
  ...(outside === undefined
    ? []
    : [
        ['an outside address of this machine', outside, ''],
        ['an outside address, from loopback', outside, '127.0.0.1'],
        ['loopback, from an outside address', '127.0.0.1', outside],
        ['an outside address by an IPv6 socket', `::ffff:${outside}`, ''],
      ]),
] as const;
const TO_IPV6 = [['the loopback address of IPv6', '::1', '']] as const;

(isSeparate ? describe : describe.skip).each([
  ['0.0.0.0', TO_IPV4],
  // One socket for both families: addresses of IPv4 arrive mapped.
  ['::', [...TO_IPV4, ...TO_IPV6]],
] as const)('the provider’s listener on %s', (providerHost, ways) => {
  let api: TestApi;
  let slot: UidSlot;
  let tenant: Identity;
  const callOf = (identity: Identity, more: Partial<LocalCall>): LocalCall => ({
    ...{ identity, to: '127.0.0.1', port: Number(new URL(api.providerUrl).port), request: ACCOUNTS },
    ...more,
  });
  const call = (identity: Identity, more: Partial<LocalCall> = {}) => callLocally(callOf(identity, more));
  const accounts = () => call(ROOT);
  const calls = () => api.logLines.filter((line) => line.includes('"call":'));
  const refusals = ({ logLines }: TestApi) =>
    logLines.filter((line) => line.includes('refused a connection'));

  beforeAll(async () => {
    slot = await claimUidSlot();
    tenant = { uid: slot.uids.last, gid: slot.uids.last };
    api = await makeTestApi({ providerHost, hostUids: slot.uids });
  });
  afterAll(async () => {
    await api.close();
    await slot.release();
  });

  it('refuses a host’s program by every way to this machine, and serves other users', async () => {
    const others = [ROOT, { uid: 5, gid: 60 }, { uid: API_UID, gid: API_UID }];
    for (const [what, to, from] of ways) {
      expect([what, await call(tenant, { to, from })]).toEqual([what, '']);
      for (const other of others) expect(await call(other, { to, from })).toContain('HTTP/1.1 200');
    }
  });

  it.each(['/metrics', '/no-such-path', '/provider/hosts/vh1'])('refuses it at %s', async (path) => {
    expect(await call(tenant, { request: requestOf('GET', path) })).toBe('');
    expect(await call(ROOT, { request: requestOf('GET', path) })).toContain('HTTP/1.1');
  });

  it('does nothing for a program that has closed or reset its connection', async () => {
    for (const habit of ['leaves', 'resets'] as const) {
      await call(tenant, { request: newAccount('of a host'), habit, connections: 50 });
      // Answered after the connections before it were judged.
      expect(await call(ROOT, { request: newAccount(`after it ${habit}`) })).toContain('HTTP/1.1 200');
      const listed = await accounts();
      expect(listed).toContain(`after it ${habit}`);
      expect(listed).not.toContain('of a host');
    }
    expect(refusals(api).join()).toContain('program was not found');
  });

  it('reads no call from connections that were closed or reset before they were accepted', async () => {
    for (const habit of ['leaves', 'resets'] as const) {
      const before = calls().length;
      const { file, args } = callerCommand(callOf(tenant, { habit, connections: 50 }));
      // The listener, in this process, accepts no connection meanwhile.
      execFileSync(file, args, tenant);
      expect(await accounts()).toContain('HTTP/1.1 200');
      expect(calls().length - before).toBe(1);
    }
  });

  it('closes a connection over which nothing is sent', async () => {
    expect(await call(tenant, { habit: 'says-nothing' })).toBe('');
  });

  it('serves other users while a host opens many connections', async () => {
    const flood = call(tenant, { connections: 800 });
    const replies = await Promise.all(Array.from({ length: 10 }, accounts));
    expect(replies.filter((reply) => reply.includes('HTTP/1.1 200'))).toHaveLength(10);
    expect(await flood).toBe('');
  });

  it('logs many refusals in one line, which names the user', async () => {
    const other = await makeTestApi({ beside: api, providerHost, hostUids: slot.uids });
    try {
      await call(tenant, { connections: 20, port: Number(new URL(other.providerUrl).port) });
      const [line = '{}', ...more] = refusals(other);
      expect(more).toEqual([]);
      expect(JSON.parse(line)).toMatchObject({ door: 'provider', uid: tenant.uid });
    } finally {
      await other.close();
    }
  });
});
