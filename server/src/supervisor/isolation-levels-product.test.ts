import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isolationHere, type Identity } from '#system/process/identity';
import { run } from '#system/process/exec';
import { pathsOf, type Paths } from '#system/settings/paths';
import { copyCheckout } from '#testing/copy-checkout';
import { itCaged, itCagedWithoutRoot, OTHER_USER } from '#testing/it-caged';
import { pageThatPrints } from '#testing/net-sites';
import { requestSite } from '#testing/node-engines';
import { Product, type Launch } from '#testing/whole-product';

const KEY = 'provider-key-for-tests-0123456789';
const Created = z.object({ res: z.object({ accountCode: z.string(), hostCode: z.string() }).partial() });

const LANGUAGES = [
  ['levelone', 'PHP'],
  ['leveltwo', 'PHP'],
  ['levelthree', 'NET'],
] as const;

/** Makes every hierarchy of control groups read-only for the program it becomes. */
const WITHOUT_GROUPS = `grep -E ' - cgroup2? ' /proc/self/mountinfo | cut -d' ' -f5 |
  while read -r top; do mount -o remount,bind,ro "$top"; done; exec "$@"`;
const WITHOUT_BUBBLEWRAP = 'mount --bind /dev/null "$(command -v bwrap)"; exec "$@"';
const inOwnMounts = (script: string) => ['unshare', '--mount', 'sh', '-c', script, 'sh'];
/** As root of most containers. */
const WITHOUT_MOUNTS = ['setpriv', '--bounding-set=-sys_admin', '--inh-caps=-sys_admin', '--'];

const as = ({ uid, gid }: Identity) => ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];

interface ProviderCall {
  readonly socketPath: string;
  readonly path: string;
  readonly body?: object;
}

function callProvider({ socketPath, path, body }: ProviderCall): Promise<string> {
  const headers = {
    authorization: `Bearer ${KEY}`,
    ...(body && { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const call = request(
      { socketPath, path, headers, method: body ? 'POST' : 'GET', agent: false },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (part: string) => (text += part));
        reply.on('end', () => resolve(text));
      },
    );
    call.on('error', reject);
    call.end(body && JSON.stringify(body));
  });
}

/** What a page sees of the machine; `hidden` stands for what it can't read. */
interface SeenMachine {
  readonly uid: string;
  /** Names of programs. */
  readonly programs: string;
  /** A file of another host. */
  readonly other: string;
  readonly key: string;
  /** A file in the machine's `/tmp`. */
  readonly temp: string;
  /** Reply of the provider's port to a call with its key. */
  readonly provider: string;
  /** Whether the page could create an entry in the root of its host. */
  readonly root: string;
}

/** The last ones may not have begun. */
const ONLY_ITS_OWN = /^bwrap(?: cat| php-fpm\S*| sh| sort| tr)+$/;

(isolationHere().is === 'separate' ? describe : describe.skip)('the product', () => {
  let product: Product;
  let places: Paths;
  let running: Launch;
  let hosts: readonly string[];
  let outside: string;

  /** Without root it is below the system's temporary folder, whatever that of the tests is. */
  const adminSocket = () =>
    places.adminSocket.startsWith(`${tmpdir()}/`)
      ? join('/tmp', relative(tmpdir(), places.adminSocket))
      : places.adminSocket;
  const wwwroot = (index: number) => join(places.hosts, hosts[index] ?? '', 'wwwroot');
  const get = (path: string) =>
    requestSite({ port: product.sitesPort, host: `${hosts[0] ?? ''}.localhost`, path });
  const create = async (path: string, body: object) =>
    Created.parse(JSON.parse(await callProvider({ socketPath: adminSocket(), path, body }))).res;
  const createHosts = async (): Promise<readonly string[]> => {
    const { accountCode } = await create('/provider/accounts', { name: 'a' });
    const codes: string[] = [];
    for (const [hostName, language] of LANGUAGES) {
      const host = { accountCode, hostName, password: 'a password of a host 1', language };
      codes.push((await create('/provider/hosts', host)).hostCode ?? '');
    }
    return codes;
  };

  /** A page that prints `SeenMachine` as JSON. */
  const page = () => `<?php
    $of = fn ($command) => trim(shell_exec("($command) 2>/dev/null") ?: '') ?: 'hidden';
    $port = 'exec 3<>/dev/tcp/127.0.0.1/${product.env['ADMIN_BIND']?.split(':')[1] ?? ''}; printf "GET /metrics HTTP/1.1\\r\\nhost: x\\r\\nconnection: close\\r\\nauthorization: Bearer ${KEY}\\r\\n\\r\\n" >&3; head -1 <&3';
    echo json_encode([
      'uid' => $of('id -u'),
      'programs' => $of('cat /proc/[0-9]*/comm | sort -u | tr "\\n" " "'),
      'other' => $of('cat ${wwwroot(1)}/secret.txt'),
      'key' => $of('cat ${places.secrets}/postgres-password > /dev/null && echo seen'),
      'temp' => $of('cat ${outside}'),
      'provider' => $of("bash -c " . escapeshellarg($port)),
      'root' => $of('touch ${wwwroot(0)}/../made && echo writable'),
    ]);`;
  const seen = async (): Promise<SeenMachine> => {
    await writeFile(join(wwwroot(0), 'seen.php'), page(), { mode: 0o644 });
    await writeFile(join(wwwroot(1), 'secret.txt'), 'secret', { mode: 0o644 });
    await writeFile(outside, 'shared', { mode: 0o644 });
    let body = '';
    while (!body.startsWith('{')) {
      ({ body } = await get('/seen.php'));
      await sleep(20);
    }
    return JSON.parse(body) as SeenMachine;
  };
  const metrics = () => callProvider({ socketPath: adminSocket(), path: '/metrics' });
  const begin = async (how: Parameters<Product['launch']>[1]) => {
    const env = { SITEDECK_PROVIDER_KEY: KEY, SITEDECK_DEMO_HOST: 'none' };
    running = await product.launch(env, how).ready();
  };

  beforeAll(() => {
    outside = `/tmp/sitedeck-level-${process.pid}`;
  });
  afterEach(async () => {
    running.child.kill('SIGTERM');
    await running.ended;
  });
  afterAll(() => rm(outside, { force: true }));

  describe('with uids', () => {
    beforeAll(async () => {
      product = await Product.make();
      places = product.places;
      hosts = [];
    });
    afterAll(() => product.close());

    itCaged('says on level 2 that no shares limit a site, and cages it', async () => {
      await begin({ through: inOwnMounts(WITHOUT_GROUPS) });
      expect(running.stdout).toContain(
        'Isolation  level 2 of 4: each site has a cage and a uid, but no share',
      );
      expect(running.stdout).toMatch(/Shares {5}off: /);
      hosts = await createHosts();
      const { programs, ...rest } = await seen();
      expect(programs).toMatch(ONLY_ITS_OWN);
      expect(rest).toEqual({
        uid: String(product.firstUid),
        other: 'hidden',
        key: 'hidden',
        temp: 'hidden',
        provider: 'hidden',
        root: 'hidden',
      });
      expect(await metrics()).toMatch(/^sitedeck_isolation_level 2$/m);
    });

    it('says on level 4 that there are no cages, and separates sites by uid', async () => {
      await begin({ through: WITHOUT_MOUNTS });
      expect(running.stdout).toContain('Isolation  level 4 of 4: each site has a uid, but no cage');
      expect(running.stdout).toContain('Cages      off: this machine permits no namespaces');
      if (hosts.length === 0) hosts = await createHosts();
      const { programs, ...rest } = await seen();
      expect(programs).toMatch(/nginx.*postgres/);
      expect(rest).toEqual({
        uid: String(product.firstUid),
        other: 'hidden',
        key: 'hidden',
        temp: 'shared',
        provider: 'hidden',
        root: 'hidden',
      });
      const text = await metrics();
      expect(text).toMatch(/^sitedeck_isolation_level 4$/m);
      expect(text).toMatch(/^sitedeck_cages 0$/m);
    });
  });

  describe('without root', () => {
    let main: string;

    beforeAll(async () => {
      product = await Product.make();
      const checkout = join(product.scratch, 'checkout');
      await mkdir(checkout);
      main = await copyCheckout(checkout);
      const owner = `${OTHER_USER.uid}:${OTHER_USER.gid}`;
      await run({ file: 'chown', args: ['-R', owner, product.scratch] });
      places = pathsOf(product.places.data, { is: 'single', ...OTHER_USER });
      hosts = [];
    });
    afterAll(() => product.close());

    itCagedWithoutRoot('says on level 3 that all sites share one uid, and cages them', async () => {
      await begin({ main, identity: OTHER_USER });
      expect(running.stdout).toContain('Isolation  level 3 of 4: each site has a cage, but all sites share');
      hosts = await createHosts();
      const { programs, ...rest } = await seen();
      expect(programs).toMatch(ONLY_ITS_OWN);
      expect(rest).toEqual({
        uid: String(OTHER_USER.uid),
        other: 'hidden',
        key: 'hidden',
        temp: 'hidden',
        provider: 'hidden',
        root: 'hidden',
      });
      const text = await metrics();
      expect(text).toMatch(/^sitedeck_isolation_level 3$/m);
      expect(text).toMatch(/^sitedeck_cages 1$/m);
    });

    itCagedWithoutRoot('hides on level 3 its files from .NET, and from links in a site', async () => {
      await begin({ main, identity: OTHER_USER });
      if (hosts.length === 0) hosts = await createHosts();
      const secret = join(places.secrets, 'postgres-password');
      const link = `<?php echo shell_exec('ln -sv ${secret} link.txt');`;
      await writeFile(join(wwwroot(0), 'link.php'), link, { mode: 0o644 });
      expect((await get('/link.php')).body).toContain('link.txt');
      const reply = await get('/link.txt');
      expect(reply.status).toBe(404);
      expect(reply.body).not.toContain(await readFile(secret, 'utf8'));
      const asked = `System.IO.File.Exists("${secret}") + " " + System.IO.Directory.Exists("${wwwroot(0)}")`;
      await writeFile(join(wwwroot(2), 'default.aspx'), pageThatPrints(asked), { mode: 0o644 });
      const host = `${hosts[2] ?? ''}.localhost`;
      const page = async () =>
        (await requestSite({ port: product.sitesPort, host, path: '/default.aspx' })).body;
      while (!/^(?:True|False)/.test(await page())) await sleep(50);
      expect(await page()).toBe('False False');
    });

    itCaged('says on level 5 that nothing separates sites', async () => {
      await begin({ main, through: [...inOwnMounts(WITHOUT_BUBBLEWRAP), ...as(OTHER_USER)] });
      expect(running.stdout).toContain('Isolation  off: not started as root');
      expect(running.stdout).toContain('Cages      off: bubblewrap is not installed');
      if (hosts.length === 0) hosts = await createHosts();
      expect(await seen()).toMatchObject({
        uid: String(OTHER_USER.uid),
        other: 'secret',
        key: 'seen',
        temp: 'shared',
      });
      expect(await metrics()).toMatch(/^sitedeck_isolation_level 5$/m);
    });
  });
});
