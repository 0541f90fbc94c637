import { chmod, chown, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostCode } from '@sitedeck/contract';
import type { NodeSite } from '#system/site/site';
import { phpDoor } from '#system/settings/paths';
import { testSite, TestNode, type TestNodeOptions } from '#testing/node-engines';

/** Tenants have uids of their own only under root. */
const describeAsRoot = process.getuid?.() === 0 ? describe : describe.skip;

const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds())) await sleep(20);
};
/** Runs until a file appears. */
const WORKS = `<?php
touch(__DIR__ . "/begun");
while (!file_exists(__DIR__ . "/end")) { clearstatcache(); usleep(20000); }
echo "complete";`;
const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );
const code = (name: string) => HostCode.parse(name);
const addressOf = (name: string) => `${name}.localhost`;

async function prepare(node: TestNode, names: readonly string[]): Promise<void> {
  node.sites = names.map((name, index) => testSite(name, node.uid(1 + index)));
  await node.hosts.begin();
  await node.startEngines();
  for (const name of names) await put(node, name, ['fast.php', '<?php echo "fast";']);
}

async function put(node: TestNode, name: string, [path, text]: readonly [string, string]): Promise<void> {
  const file = join(node.root(name), 'wwwroot', path);
  await writeFile(file, text);
  const { uid } = await stat(join(node.root(name), 'wwwroot'));
  await chown(file, uid, uid);
}

async function processesOf(node: TestNode, name: string): Promise<number> {
  const { uid } = await stat(join(node.root(name), 'wwwroot'));
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const owners = await Promise.all(pids.map((pid) => stat(`/proc/${pid}`).catch(() => undefined)));
  return owners.filter((owner) => owner?.uid === uid).length;
}

const apply = (node: TestNode, name: string, more: Partial<NodeSite>) => {
  node.sites = node.sites.map((site) => (site.hostCode === name ? { ...site, ...more } : site));
  return node.hosts.applySites();
};
const withMemory = (site: NodeSite | undefined, memory: string): Partial<NodeSite> =>
  site ? { php: { ...site.php, parameters: { memory_limit: memory } } } : {};

describeAsRoot('the PHP of a host that is attacked', () => {
  let node: TestNode;
  beforeAll(async () => {
    node = await TestNode.make();
    await prepare(node, ['victim', 'attacker']);
  });
  afterAll(() => node.close());

  it('takes little memory for a site that writes to the log of its php-fpm without end', async () => {
    // Programs of a worker inherit what the master logs to.
    const script = `log=$(readlink /proc/$0/fd/2); for fd in /proc/$$/fd/*; do
      [ "$(readlink $fd)" = "$log" ] && timeout 3 cat /dev/zero >&\${fd##*/} && echo end; done; echo done $log`;
    await put(node, 'attacker', ['flood.sh', script]);
    await put(node, 'attacker', [
      'flood.php',
      `<?php echo shell_exec('sh -c "$(cat flood.sh)" ' . posix_getppid());`,
    ]);
    const before = process.memoryUsage().heapUsed;
    const flood = node.request(addressOf('attacker'), '/flood.php');
    expect(await node.request(addressOf('victim'), '/fast.php')).toMatchObject({ body: 'fast' });
    expect((await flood).body).toContain('done socket:');
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000);
    expect(await node.request(addressOf('attacker'), '/fast.php')).toMatchObject({ body: 'fast' });
  });

  it('ends although its door is gone', async () => {
    expect(await node.request(addressOf('victim'), '/fast.php')).toMatchObject({ body: 'fast' });
    await rm(phpDoor(node.places, code('victim')));
    await node.hosts.restartSite(code('victim')).catch(() => undefined);
    expect(await processesOf(node, 'victim')).toBe(0);
    await apply(node, 'victim', { status: 'CLOSED' });
    await apply(node, 'victim', { status: 'NORMAL' });
    expect(await node.request(addressOf('victim'), '/fast.php')).toMatchObject({ body: 'fast' });
  });

  it('reports settings as refused until they are in force', async () => {
    expect(await node.request(addressOf('victim'), '/fast.php')).toMatchObject({ body: 'fast' });
    await put(node, 'victim', ['limit.php', '<?php echo ini_get("memory_limit");']);
    const folder = join(node.places.phpHosts, 'victim');
    await rm(folder, { recursive: true });
    await writeFile(folder, 'not a folder');
    const changed = withMemory(node.sites[0], '77M');
    const refused = [{ hostCode: 'victim' }];
    expect(await apply(node, 'victim', changed)).toMatchObject({ refused });
    expect(await node.hosts.applySites()).toMatchObject({ refused });
    await rm(folder);
    expect(await node.hosts.applySites()).toMatchObject({ refused: [] });
    expect(await node.request(addressOf('victim'), '/limit.php')).toMatchObject({ body: '77M' });
  });
});

describeAsRoot('a php-fpm that neither starts nor ends', () => {
  const stuck = cpus().map((_, index) => `stuck${index}`);
  let node: TestNode;
  beforeAll(async () => {
    let real = '';
    // Without cages, where a site can stop its own programs while they start.
    node = await TestNode.make((engines) => {
      real = engines.php?.file ?? '';
      const php = engines.php && { ...engines.php };
      return { ...engines, php, cages: { is: 'off', why: 'rights' } };
    });
    const file = join(node.places.data, 'php-fpm');
    await writeFile(
      file,
      `#!/bin/sh\ncase "$*" in *" -t "* | "-t "*) ;; *php-hosts/stuck*) exec sleep 1000 ;; esac\nexec ${real} "$@"\n`,
    );
    await chmod(file, 0o755);
    Object.assign(node.engines.php ?? {}, { file });
    await prepare(node, ['other', ...stuck]);
  });
  afterAll(() => node.close());

  it('holds up no other host, and is gone soon after its host is closed', async () => {
    const waiting = stuck.map((name) => node.request(addressOf(name), '/fast.php'));
    await until(async () =>
      (await Promise.all(stuck.map((name) => processesOf(node, name)))).every((count) => count > 0),
    );
    const since = Date.now();
    expect(await node.request(addressOf('other'), '/fast.php')).toMatchObject({ body: 'fast' });
    expect(Date.now() - since).toBeLessThan(15_000);
    const closing = Date.now();
    for (const name of stuck) await apply(node, name, { status: 'BLOCKING' });
    expect(await processesOf(node, stuck[0] ?? '')).toBe(0);
    expect(Date.now() - closing).toBeLessThan(10_000);
    await Promise.all(waiting);
  });
});

describeAsRoot('many sites that are visited at once', () => {
  const AWAKE_MAX = 2;
  const names = Array.from({ length: 8 }, (_, index) => `site${index}`);
  let node: TestNode;
  const start = async (php: TestNodeOptions['php'] = {}) => {
    node = await TestNode.make(undefined, undefined, { php: { ...php, awakeMax: AWAKE_MAX, pollMs: 200 } });
    await prepare(node, names);
    for (const name of names) await put(node, name, ['works.php', WORKS]);
  };
  afterEach(() => node.close());
  const mastersOf = async () => {
    const sockets = await readdir(node.places.phpSockets);
    return sockets.filter((socket) => /\.\d+$/.test(socket)).length;
  };

  it('answers all visitors, by few masters at a time', async () => {
    await start();
    const replies = await Promise.all(names.map((name) => node.request(addressOf(name), '/fast.php')));
    expect(replies.map(({ status }) => status)).toEqual(names.map(() => 200));
    // Starts that run at the same time do not see each other.
    await until(async () => (await mastersOf()) < AWAKE_MAX + cpus().length);
  });

  it('answers 503 while the masters that may exist are busy, then the page', async () => {
    await start({ endingMs: 0 });
    const busy = names.slice(0, 2 * AWAKE_MAX);
    const waiting = [];
    for (const name of busy) {
      const reply = node.request(addressOf(name), '/works.php');
      waiting.push(reply);
      await until(() => isThere(join(node.root(name), 'wwwroot/begun')));
    }
    const refused = await node.request(addressOf('site4'), '/fast.php');
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
    expect(await mastersOf()).toBe(2 * AWAKE_MAX);
    for (const name of busy) await put(node, name, ['end', '']);
    for (const reply of waiting) expect(await reply).toMatchObject({ status: 200, body: 'complete' });
    await until(async () => (await node.request(addressOf('site4'), '/fast.php')).body === 'fast');
  });
});
