import { stat } from 'node:fs/promises';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#testing/free-port';
import { requestSite } from '#testing/node-engines';
import { PortTaker } from '#testing/port-taker';
import { Product, type Launch } from '#testing/whole-product';
import { run } from '#system/process/exec';
import { isolationHere } from '#system/process/identity';
import { commandLine } from '#system/process/pid-file';

const KEY = 'provider-key-for-tests-0123456789';
const OWN_PORTS = [
  'PORT',
  'FTP_PORT',
  'SITES_PORT',
  'SITES_TLS_PORT',
  'ADMIN_TOOL_PORT',
  'MYSQL_PORT',
] as const;
/** Parts whose programs listen on ports that the tenants try to take. */
const SERVING = ['api', 'nginx-front', 'nginx-sites', 'mariadb', 'ftp'] as const;

const isSeparate = isolationHere().is === 'separate';

describe('a port of the product', () => {
  let product: Product;
  let running: Launch;
  let squatters: PortTaker[];

  const adminPort = () => product.env['ADMIN_BIND']?.split(':')[1] ?? '';
  /** Uids of hosts that do not exist, so none of the product's programs runs under one. */
  const tenantUid = (number: number) => product.firstUid + 100 + number;
  const ports = () => [adminPort(), ...OWN_PORTS.map((name) => product.env[name] ?? '')];
  const squat = (uid: number) => {
    const addresses = ports().flatMap((port) =>
      ['127.0.0.1', '0.0.0.0', '::'].map((host) => `${host},${port}`),
    );
    const squatter = new PortTaker(isSeparate ? { uid, gid: uid } : undefined, addresses);
    squatters.push(squatter);
    return squatter;
  };
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await sleep(50);
  };
  const site = (port: number) =>
    requestSite({ port, host: 'vh10001.localhost', path: '/' }).then(
      ({ status }) => status,
      () => 0,
    );
  const doesConsoleReply = () =>
    fetch(`${product.console}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
  /** Asks over a new connection. */
  const accounts = (at: { host: string } | { socketPath: string }) =>
    new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${KEY}` };
      const options = { port: adminPort(), path: '/provider/accounts', headers, agent: false, ...at };
      request(options, (reply) => {
        reply.resume();
        resolve(reply.statusCode ?? 0);
      })
        .once('error', reject)
        .end();
    });
  const byAllWays = () =>
    Promise.all(
      [{ host: '127.0.0.1' }, { host: '::1' }, { socketPath: product.places.adminSocket }].map(accounts),
    );
  /** A MariaDB server sends a greeting before the client sends anything. */
  const databaseGreets = async () => {
    const link = connect(Number(product.env['MYSQL_PORT']), '127.0.0.1');
    const [greeting] = (await once(link, 'data')) as [Buffer];
    link.destroy();
    return greeting.toString('latin1').includes('MariaDB');
  };
  const kill = async (part: string) => {
    const said = running.stdout.length;
    const pid = await product.pidOf(part);
    process.kill(pid, 'SIGKILL');
    await until(async () => (await commandLine(pid)) === '');
    return () => running.says(`${part} is back`, said);
  };

  /** Stops the product in order and starts it again on the same data. */
  const restart = async (env: Readonly<Record<string, string>>) => {
    running.child.kill('SIGTERM');
    await running.ended;
    running = await product.launch({ ...env, SITEDECK_PROVIDER_KEY: KEY }).ready();
  };

  beforeAll(async () => {
    product = await Product.make();
    running = await product.launch({ SITEDECK_PROVIDER_KEY: KEY }).ready();
    // A start does not wait for the databases.
    await until(async () => (await commandLine(await product.pidOf('mariadb'))) !== '');
  });
  beforeEach(() => {
    squatters = [];
  });
  afterEach(async () => {
    await Promise.all(squatters.map((squatter) => squatter.end()));
  });
  afterAll(() => product.close());

  it('stays closed to a tenant while the part behind it is killed, and is served again', async () => {
    const tenants = [squat(tenantUid(0)), squat(tenantUid(1))];
    await Promise.all(tenants.map((tenant) => tenant.tries()));
    for (const part of [...SERVING, ...SERVING]) {
      const isBack = await kill(part);
      // Connects while the part is down, waits, and gets a reply.
      const waiting = part === 'api' ? byAllWays() : databaseGreets();
      await Promise.all(tenants.map((tenant) => tenant.tries()));
      await isBack();
      expect(await waiting).toEqual(part === 'api' ? [200, 200, 200] : true);
    }
    await until(async () => (await doesConsoleReply()) && (await site(product.sitesPort)) === 200);
    expect(await byAllWays()).toEqual([200, 200, 200]);
    expect(await databaseGreets()).toBe(true);
    expect(tenants.map(({ taken, said }) => [taken, said.includes('heard')])).toEqual([
      [[], false],
      [[], false],
    ]);
  });

  (isSeparate ? it : it.skip)(
    'are taken back at the next start from a tenant who took them after the supervisor was killed',
    async () => {
      const own = await Promise.all(['api', 'worker', 'files'].map((part) => product.pidOf(part)));
      running.child.kill('SIGKILL');
      await running.ended;
      // Our own processes notice by themselves. Until then, the worker's port watch would end the tenant's program.
      await until(async () => (await Promise.all(own.map(commandLine))).every((line) => line === ''));
      const tenant = squat(tenantUid(0));
      await tenant.takes();
      running = await product.launch({ SITEDECK_PROVIDER_KEY: KEY }).ready();
      await tenant.ended;
      expect(running.stdout).toContain('ended programs of hosts: 1');
      expect(await byAllWays()).toEqual([200, 200, 200]);
      expect(tenant.said).not.toContain('heard');
    },
  );

  it('changes its address between two starts', async () => {
    const before = product.sitesPort;
    const after = await freePort();
    await restart({ SITES_PORT: String(after) });
    await until(async () => (await site(after)) === 200);
    expect(await site(before)).toBe(0);
    const isBack = await kill('nginx-sites');
    await isBack();
    await until(async () => (await site(after)) === 200);
  });

  (isSeparate ? it : it.skip)('give the provider’s socket to root and the group alone', async () => {
    const { adminSocket: path } = product.places;
    const [folder, socket] = [await stat(join(path, '..')), await stat(path)];
    expect([folder, socket].map(({ uid, gid }) => [uid, gid])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect([folder.mode & 0o777, socket.mode & 0o777]).toEqual([0o750, 0o660]);
    await restart({ ADMIN_SOCKET_GROUP: 'games' });
    const [, games = ''] =
      /^games:[^:]*:(\d+):/.exec((await run({ file: 'getent', args: ['group', 'games'] })).stdout) ?? [];
    const sendRequest = (gid: number) =>
      run(
        {
          file: 'curl',
          args: [
            '-s',
            '--unix-socket',
            path,
            '-H',
            `Authorization: Bearer ${KEY}`,
            'http://x/provider/accounts',
          ],
        },
        { identity: { uid: tenantUid(0), gid } },
      );
    expect((await sendRequest(Number(games))).stdout).toContain('"Demo"');
    expect((await sendRequest(tenantUid(0))).code).not.toBe(0);
  });

  it('refuses a group that does not exist, and names it', async () => {
    running.child.kill('SIGTERM');
    await running.ended;
    const { code, stderr } = await product.launch({ ADMIN_SOCKET_GROUP: 'no-such-group' }).ended;
    expect([code, stderr]).toEqual([1, 'ADMIN_SOCKET_GROUP: this machine has no group no-such-group\n']);
  });
});
