import { cp, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PublicConfig } from '@sitedeck/contract';
import { run } from '#system/process/exec';
import { isolationHere } from '#system/process/identity';
import { commandLine } from '#system/process/pid-file';
import { Browser } from '#testing/browser';
import { copyCheckout } from '#testing/copy-checkout';
import { TICKER } from '#testing/hostile-programs';
import { requestSite } from '#testing/node-engines';
import { Product, type Launch } from '#testing/whole-product';

const PARTS = [
  'nginx-front',
  'nginx-sites',
  'php',
  'postgres',
  'mariadb',
  'api',
  'worker',
  'files',
  'ftp',
] as const;
/** goals.md: every engine is back this soon after kill -9, ms; with a margin for a busy machine. */
const BACK_MS = 20_000;

const isolated = isolationHere().is === 'separate';
const whenIsolated = isolated ? it : it.skip;

const isAlive = async (pid: number) => (await commandLine(pid)) !== '';

describe('the product', () => {
  let product: Product;
  let running: Launch;
  const site = () => requestSite({ port: product.sitesPort, host: 'vh10001.localhost', path: '/' });
  const isReady = () =>
    fetch(`${product.console}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await sleep(50);
  };

  const inData = (name: string) => join(product.places.hosts, 'vh10001/data', name);
  /** Starts a daemon from PHP, in a session of its own. */
  const beginDaemon = async (name: string, text: string) => {
    await writeFile(inData(name), text, { mode: 0o644 });
    const page = `<?php $data = __DIR__ . '/../data';
      shell_exec("setsid setsid perl $data/${name} $data > /dev/null 2>&1 &"); echo 'begun';`;
    await writeFile(join(product.places.hosts, 'vh10001/wwwroot', `${name}.php`), page, { mode: 0o644 });
    const at = { port: product.sitesPort, host: 'vh10001.localhost', path: `/${name}.php` };
    expect((await requestSite(at)).body).toBe('begun');
  };
  const ticks = async () => (await stat(inData('ticks')).catch(() => undefined))?.size ?? 0;
  const beginTicker = async () => {
    const before = await ticks();
    await beginDaemon('ticker', TICKER);
    await until(async () => (await ticks()) > before);
  };
  const expectNoTicks = async () => {
    const before = await ticks();
    await sleep(300);
    expect(await ticks()).toBe(before);
  };

  beforeAll(async () => {
    product = await Product.make({ isFirstStart: true });
    running = await product.launch({ SITEDECK_DEMO_PASSWORD: 'demo-Passw0rd' }).ready();
  });
  afterAll(() => product.close());

  it('serves a demo host and prints the addresses', async () => {
    expect(running.stdout).toContain('Demo host  demo   password demo-Passw0rd   (shown once)');
    expect(running.stdout).toContain(`http://vh10001.localhost:${product.sitesPort}`);
    expect(running.stdout).toMatch(/Engines {4}PostgreSQL \(embedded\) · nginx \d/);
    expect((await site()).body).toContain('网站已创建');
    expect(await isReady()).toBe(true);
    expect((await requestSite({ port: product.sitesPort, host: 'nobody.example', path: '/' })).status).toBe(
      421,
    );
  });

  it('gives the demo host every area of the console', async () => {
    const config = await fetch(`${product.console}/config.json`);
    const { wireKey } = PublicConfig.parse(await config.json());
    const browser = new Browser({ url: product.console, core: { config: { wireKey } } });
    await browser.login('demo', 'demo-Passw0rd');
    expect((await browser.request('/api/currentHostInfo')).res).toMatchObject({
      specInfo: { language: 'PHP', productType: 'foreignTrade', plugin: 1 },
    });
  });

  it('keeps its secrets from everybody but root', async () => {
    const { mode } = await stat(product.places.secrets);
    expect(mode & 0o077).toBe(0);
    const key = await readFile(join(product.places.secrets, 'provider-key'), 'utf8');
    expect(key.trim().length).toBeGreaterThan(20);
  });

  it('shows no secret in arguments or environment of a process, to root or to a host', async () => {
    const read = async (name: string) => (await readFile(join(product.places.secrets, name), 'utf8')).trim();
    const own = ['provider-key', 'postgres-password', 'mariadb-password'];
    const secrets = [...(await Promise.all(own.map(read))), 'demo-Passw0rd'];
    for (const pid of (await product.processes()).keys()) {
      const texts = ['environ', 'cmdline'].map((name) =>
        readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => ''),
      );
      const text = (await Promise.all(texts)).join('');
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
  });

  whenIsolated('keeps the environment of our processes from programs of hosts', async () => {
    const pids = [...(await product.processes()).keys()].join(',');
    // A host may read its own programs, such as a PHP worker.
    const script = `
      const { readFileSync, statSync } = require('fs');
      const reads = (pid) => {
        try {
          return statSync('/proc/' + pid).uid !== process.getuid() && readFileSync('/proc/' + pid + '/environ') !== null;
        } catch {
          return false;
        }
      };
      console.log(JSON.stringify([${pids}].filter(reads)));`;
    const identity = { uid: product.firstUid, gid: product.firstUid };
    const result = await run({ file: process.execPath, args: ['-e', script] }, { identity });
    expect(JSON.parse(result.stdout)).toEqual([]);
  });

  it('is refused a second start on the same data directory, in one line', async () => {
    const { code, stderr } = await product.launch().ended;
    expect(code).toBe(1);
    expect(stderr).toBe(`SiteDeck already runs on ${product.places.data} (process ${running.child.pid})\n`);
  });

  whenIsolated('is refused a second installation with the same uids, with the first one’s name', async () => {
    const uids = product.env['HOST_UIDS'] ?? '';
    const other = await Product.make({ isFirstStart: true });
    try {
      const { code, stderr } = await other.launch({ HOST_UIDS: uids }).ended;
      expect([code, stderr]).toEqual([
        1,
        `HOST_UIDS: ${uids} overlaps with ${uids}, the uids of the installation in ${product.places.data}\n`,
      ]);
    } finally {
      await other.close();
    }
  });

  it.each(PARTS)(
    'restarts %s after kill -9, and reports it',
    async (part) => {
      const said = running.stdout.length;
      // The start does not wait for MariaDB, so this test does.
      await until(async () => isAlive(await product.pidOf(part)));
      const before = await product.pidOf(part);
      process.kill(before, 'SIGKILL');
      await running.says(`${part} was ended by SIGKILL; starting it again`, said);
      await running.says(`${part} is back`, said);
      expect(await product.pidOf(part)).not.toBe(before);
      await until(async () => (await isReady()) && (await site()).status === 200);
    },
    BACK_MS,
  );

  it('keeps restarting parts when the disk is too full for its own log', async () => {
    const log = join(product.places.logs, 'supervisor.log');
    await rm(log);
    await symlink('/dev/full', log);
    const said = running.stdout.length;
    process.kill(await product.pidOf('files'), 'SIGKILL');
    await running.says('files is back', said);
    await rm(log);
  });

  whenIsolated('ends a program of a host that listens on a port of FTP', async () => {
    const squatter = `use IO::Socket::INET;
      my $socket = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.7', LocalPort => 30555) or die;
      open(my $file, '>', "$ARGV[0]/pid"); print $file $$; close $file; sleep 600;`;
    await beginDaemon('squatter', squatter);
    const pidFile = inData('pid');
    await until(async () => (await readFile(pidFile, 'utf8').catch(() => '')) !== '');
    const pid = Number(await readFile(pidFile, 'utf8'));
    await until(async () => !(await isAlive(pid)));
    await until(async () =>
      (await readFile(join(product.places.logs, 'worker.log'), 'utf8')).includes('"ports":[30555]'),
    );
  });

  whenIsolated('ends the daemons of a host that is suspended', async () => {
    await beginTicker();
    const key = (await readFile(join(product.places.secrets, 'provider-key'), 'utf8')).trim();
    const provide = (path: string, method: string, body: object) =>
      fetch(`http://${product.env['ADMIN_BIND']}/provider/${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await provide('hosts/vh10001', 'PATCH', { serviceStatus: 'BLOCKING' })).status).toBe(200);
    await expectNoTicks();
    expect((await provide('hosts/vh10001', 'PATCH', { serviceStatus: 'NORMAL' })).status).toBe(200);
    await until(async () => (await site()).status === 200);
  });

  it('ends processes that a killed supervisor left, and starts again on the same data', async () => {
    const own = await Promise.all(['api', 'worker', 'files'].map((part) => product.pidOf(part)));
    if (isolated) await beginTicker();
    running.child.kill('SIGKILL');
    await running.ended;
    // Our own processes notice by themselves.
    await until(async () => (await Promise.all(own.map(isAlive))).every((alive) => !alive));
    expect((await site()).status).toBe(200);
    running = await product.launch().ready();
    if (isolated) await expectNoTicks();
    expect(running.stdout).toMatch(
      /ended what a killed start had left: .*ftp, .*mariadb, nginx-front, nginx-sites, postgres/,
    );
    expect(running.stdout).toContain('new password: npm run sitedeck -- host password vh10001');
    expect((await site()).body).toContain('网站已创建');
  });

  it('stops everything in order and leaves no process and no socket', async () => {
    const leaders = await Promise.all(PARTS.map((part) => product.pidOf(part)));
    expect((await product.inSessions(leaders)).length).toBeGreaterThan(PARTS.length);
    if (isolated) await beginTicker();
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
    if (isolated) await expectNoTicks();
    expect(await product.inSessions(leaders)).toEqual([]);
    expect([...(await product.processes()).values()]).toEqual([]);
    expect(
      await stat(product.places.run).then(
        () => true,
        () => false,
      ),
    ).toBe(false);
  });
});

it('leaves nothing when it is stopped in the middle of its first start', async () => {
  const product = await Product.make({ isFirstStart: true });
  const launch = product.launch();
  while (!(await stat(`${product.places.postgresData}.new`).catch(() => undefined))) await sleep(10);
  launch.child.kill('SIGTERM');
  expect((await launch.ended).code).toBe(0);
  expect([...(await product.processes()).values()]).toEqual([]);
  await product.close();
});

describe('a start', () => {
  let product: Product;
  beforeEach(async () => {
    product = await Product.make({ isFirstStart: true });
  });
  afterEach(() => product.close());

  const refusal = async (launch: Launch) => {
    const { code, stdout, stderr } = await launch.ended;
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^[^\n]+\n$/);
    return stderr;
  };

  it('fails with one clear line if the data directory is a file', async () => {
    await rm(product.places.data, { recursive: true, force: true });
    await writeFile(product.places.data, '');
    expect(await refusal(product.launch())).toContain('SITEDECK_DATA: ');
  });

  it('fails with one clear line if a setting is wrong', async () => {
    expect(await refusal(product.launch({ PORT: 'eighty' }))).toContain('PORT: ');
    expect(await refusal(product.launch({ SITEDECK_PROVIDER_KEY: 'guessable' }))).toContain(
      'SITEDECK_PROVIDER_KEY: must be 16 to 512',
    );
    const port = String(product.sitesPort);
    expect(await refusal(product.launch({ PORT: port }))).toBe(
      `SITES_PORT: port ${port} is already used by PORT\n`,
    );
  });

  it('fails with one clear line if the certificate has no key or is invalid', async () => {
    const file = join(product.scratch, 'empty.pem');
    await writeFile(file, '');
    expect(await refusal(product.launch({ TLS_CERT: file }))).toContain(
      'TLS_CERT and TLS_KEY belong together',
    );
    expect(await refusal(product.launch({ TLS_CERT: file, TLS_KEY: '/none' }))).toContain(
      "TLS_KEY: /none can't be read",
    );
    const { code, stderr } = await product.launch({ TLS_CERT: file, TLS_KEY: file }).ended;
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^nginx refuses the configuration of the console: [^\n]+\n$/),
    ]);
    expect([...(await product.processes()).values()]).toEqual([]);
  });

  it('fails with one clear line if a port is taken', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(product.sitesPort, '127.0.0.1', resolve));
    expect(await refusal(product.launch())).toContain(`SITES_PORT: port ${product.sitesPort} can't be used`);
    await new Promise((resolve) => server.close(resolve));
    expect(await product.processes()).toEqual(new Map());
  });

  it('fails without the password if no database answers at DATABASE_URL', async () => {
    const url = 'postgresql://somebody:db-Passw0rd@127.0.0.1:1/sitedeck';
    const text = await refusal(product.launch({ DATABASE_URL: url }));
    expect(text).toBe(
      'DATABASE_URL: no PostgreSQL server responds there: connect ECONNREFUSED 127.0.0.1:1\n',
    );
    expect([...(await product.processes()).values()]).toEqual([]);
  });

  it('fails with one clear line if PostgreSQL is missing', async () => {
    const checkout = join(product.scratch, 'checkout');
    await mkdir(join(checkout, 'shell/dist'), { recursive: true });
    await mkdir(join(checkout, 'remotes'));
    await cp(join(__dirname, '../../dist'), join(checkout, 'server/dist'), { recursive: true });
    const text = await refusal(product.launch({}, { main: join(checkout, 'server/dist/main.mjs') }));
    expect(text).toContain('PostgreSQL is missing');
    expect([...(await product.processes()).values()]).toEqual([]);
  });
});

(isolated ? describe : describe.skip)('a checkout elsewhere', () => {
  let product: Product;
  let checkout: string;
  beforeEach(async () => {
    product = await Product.make({ isFirstStart: true });
    checkout = join(product.scratch, 'checkout');
    await mkdir(checkout, { mode: 0o700 });
  });
  afterEach(() => product.close());

  it('works from a folder that other users can’t enter', async () => {
    await product.launch({}, { main: await copyCheckout(checkout) }).ready();
    const page = await fetch(`${product.console}/login`);
    const asset = /\/assets\/[\w.-]+/.exec(await page.text())?.[0] ?? '';
    expect((await fetch(product.console + asset)).status).toBe(200);
  });
});
