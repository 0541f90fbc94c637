import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { AdminToolServer } from '#testing/admin-tool-server';
import { callLocally, type LocalCall } from '#testing/local-caller';
import { claimUidSlot, type UidSlot } from '#testing/uid-slot';
import { instanceOf } from '#system/nginx/instance';
import { isolationHere, type Identity } from '#system/process/identity';
import { issueTicket } from './tickets';

const LOGIN = { host: '127.0.0.1:1024', user: 'u_vh1', password: 'secret-0123', database: 'u_vh1' };
const USER: Identity = { uid: 5, gid: 60 };
const outside = Object.values(networkInterfaces())
  .flatMap((all = []) => all)
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

const requestOf = (path: string, ...headers: readonly string[]) =>
  [`GET ${path} HTTP/1.1`, 'host: tools.localhost', 'connection: close', ...headers, '', ''].join('\r\n');
const statusOf = (reply: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1]);

(isolationHere().is === 'separate' ? describe : describe.skip)('a host’s program at the admin tool', () => {
  let tool: AdminToolServer;
  let slot: UidSlot;
  let tenant: Identity;
  const leave = () => issueTicket(tool.places.tool.tickets, LOGIN);
  const call = (identity: Identity, path: string, more: Partial<LocalCall> = {}) =>
    callLocally({ identity, to: '127.0.0.1', port: tool.port, request: requestOf(path), ...more });
  const status = async (...given: Parameters<typeof call>) => statusOf(await call(...given));

  beforeAll(async () => {
    slot = await claimUidSlot();
    tenant = { uid: slot.uids.first, gid: slot.uids.first };
    tool = await AdminToolServer.make(slot.uids);
  });
  afterAll(async () => {
    await tool.close();
    await slot.release();
  });

  it.each([
    ['the loopback address', '127.0.0.1', ''],
    ['another loopback address', '127.0.0.1', '127.0.0.9'],
    ['the loopback address of IPv6', '::1', ''],
    ['an IPv6 socket', '::ffff:127.0.0.1', ''],
    ['an outside address of this machine', outside ?? '127.0.0.1', ''],
    ['an outside address, from loopback', outside ?? '127.0.0.1', '127.0.0.1'],
  ])('is refused by way of %s, and leaves the ticket to its owner', async (_what, to, from) => {
    const path = `/enter/${await leave()}`;
    expect(await status(tenant, path, { to, from })).toBe(403);
    expect(await status(USER, path, { to, from })).toBe(303);
  });

  it('is refused with the session of a visit, and on every path', async () => {
    const cookie = `cookie: ${await tool.enter(await leave())}`;
    for (const path of ['/', '/style/console.css']) {
      const request = requestOf(path, cookie);
      expect([path, await status(tenant, path, { request })]).toEqual([path, 403]);
      expect([path, await status(USER, path, { request })]).not.toEqual([path, 403]);
    }
  });

  it('is refused whatever a proxy would forward', async () => {
    const path = `/enter/${await leave()}`;
    const headers = ['x-forwarded-for: 203.0.113.5', 'x-peer-address: 203.0.113.5', 'x-peer-port: 1'];
    expect(await status(tenant, path, { request: requestOf(path, ...headers) })).toBe(403);
    expect(await status(USER, path, { request: requestOf(path, ...headers) })).toBe(303);
  });

  it('uses no ticket by a connection that it closes or resets at once', async () => {
    for (const habit of ['leaves', 'resets'] as const) {
      const path = `/enter/${await leave()}`;
      await call(tenant, path, { habit, connections: 50 });
      expect(await status(USER, path)).toBe(303);
    }
  });

  it('does not keep others waiting with many connections', async () => {
    const flood = call(tenant, '/', { connections: 300 });
    const path = `/enter/${await leave()}`;
    expect(await status(USER, path)).toBe(303);
    expect((await flood).match(/HTTP\/1\.1 403/g)).toHaveLength(300);
  });

  it('finds the tool closed to all while the API is down, and no ticket in the log', async () => {
    const ticket = await leave();
    await tool.stopApi();
    expect(await status(tenant, `/enter/${ticket}`)).toBe(503);
    expect(await status(USER, `/enter/${ticket}`)).toBe(503);
    expect(await readFile(instanceOf(tool.places, 'front').errorLog, 'utf8')).not.toContain(ticket);
  });
});
