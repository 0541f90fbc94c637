import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { freePort } from '#testing/free-port';
import { PortTaker } from '#testing/port-taker';
import { start } from '#system/process/exec';
import { isolationHere, type Identity } from '#system/process/identity';
import { Listeners } from './listeners';
import type { WantedListener } from './wanted-listeners';

const TENANT: Identity = { uid: 29_871, gid: 29_871 };
const isSeparate = isolationHere().is === 'separate';
const asTenant = isSeparate ? TENANT : undefined;

describe('the supervisor', () => {
  let port: number;
  let listeners: Listeners | undefined;
  let squatters: PortTaker[];
  let server: Server | undefined;
  const wanted = (more: Partial<WantedListener> = {}): WantedListener => ({
    name: 'provider',
    setting: 'ADMIN_BIND',
    host: '127.0.0.1',
    port,
    ipv6Only: true,
    ...more,
  });
  const open = async (...all: readonly WantedListener[]) => {
    listeners = await Listeners.open(all);
    return listeners;
  };
  const squat = (addresses: readonly string[], mode?: 'bind') => {
    const squatter = new PortTaker(asTenant, addresses, mode);
    squatters.push(squatter);
    return squatter;
  };

  beforeEach(async () => {
    port = await freePort();
    squatters = [];
  });
  afterEach(async () => {
    listeners?.close();
    listeners = undefined;
    await Promise.all(squatters.map((squatter) => squatter.end()));
    if (server?.listening) await new Promise((resolve) => server?.close(resolve));
  });

  it('keeps a tenant’s program from every overlapping address, whatever socket options it sets', async () => {
    await open(wanted(), wanted({ host: '::1' }));
    const squatter = squat(['127.0.0.1', '0.0.0.0', '::1', '::'].map((host) => `${host},${port}`));
    await squatter.tries();
    expect(squatter.taken).toEqual([]);
  });

  it('accepts nothing, and leaves waiting connections to the program that inherits the listener', async () => {
    const [descriptor = -1] = (await open(wanted())).descriptors('provider');
    const client = connect(port, '127.0.0.1');
    await once(client, 'connect');
    client.write('asked');
    const serve = `require('node:net').createServer((link) => link.once('data', (asked) => link.end('answer to ' + asked, () => process.exit()))).listen({ fd: 3 })`;
    start(
      { file: process.execPath, args: ['-e', serve] },
      { stdio: ['ignore', 'inherit', 'inherit', descriptor] },
    );
    expect(await text(client)).toBe('answer to asked');
    const next = connect(port, '127.0.0.1');
    await once(next, 'connect');
    next.destroy();
  });

  it('frees its ports when it closes the listeners', async () => {
    (await open(wanted())).close();
    server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
  });

  it('refuses a port that another program holds, and names the setting', async () => {
    server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    await expect(open(wanted())).rejects.toThrow(
      `ADMIN_BIND: port ${port} can't be used: another program uses it`,
    );
    expect(server.listening).toBe(true);
  });

  it.each([
    ['192.0.2.1', 'this machine has no such address'],
    ['no-such-name.invalid', ''],
  ])('refuses the address %s', async (host, why) => {
    await expect(open(wanted({ host }))).rejects.toThrow(`ADMIN_BIND: port ${port} can't be used: ${why}`);
  });

  it('refuses one port for two settings', async () => {
    const sites = wanted({ name: 'sites', setting: 'SITES_PORT', host: '0.0.0.0' });
    await expect(open(sites, wanted())).rejects.toThrow(
      `ADMIN_BIND: port ${port} is already used by SITES_PORT`,
    );
  });
});
