import { readdirSync, statSync } from 'node:fs';
import { chown, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostCode } from '@sitedeck/contract';
import { childPids, commandLine, signalPid } from '#system/process/pid-file';
import { lentName } from '#system/on-demand/lend-listener';
import { pidInCage } from '#system/cage/pid-in-cage';
import type { Cages } from '#system/cage/engine';
import type { Engines } from '#system/engines/engines';
import type { NodeSite } from '#system/site/site';
import { itCaged } from '#testing/it-caged';
import { requestSite, testSite, TestNode, type SiteReply } from '#testing/node-engines';

/** Tenants have uids of their own only under root. */
const describeAsRoot = process.getuid?.() === 0 ? describe : describe.skip;
const NAMES = ['busy', 'neighbour', 'changing', 'broken'] as const;
type Tenant = (typeof NAMES)[number];
const CHANGES = 20;

/** Runs until a file appears. A signal would end `sleep()` early. */
const WORKS = `<?php
touch(__DIR__ . "/begun-" . $_GET["name"]);
while (!file_exists(__DIR__ . "/end-" . $_GET["name"])) { clearstatcache(); usleep(20000); }
echo "complete";`;

/** A daemon in a session of its own that starts itself again, whatever ends it. */
const DAEMON = `<?php
file_put_contents(__DIR__ . "/daemon.sh", 'trap "" TERM; setsid sh "$0" & sleep 1; exec sh "$0"');
exec('setsid sh ' . __DIR__ . '/daemon.sh >/dev/null 2>&1 & sleep 0.3');
echo "begun";`;

const withMemory = (site: NodeSite, memory: string): NodeSite => ({
  ...site,
  php: { ...site.php, parameters: { memory_limit: memory } },
});
const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds())) await sleep(20);
};
/** Waits for an end that is seconds away: `holds` reads all processes of the machine, so it runs seldom. */
const untilEnd = async (holds: () => boolean) => {
  while (!holds()) await sleep(200);
};
const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );
const code = (name: Tenant) => HostCode.parse(name);

const LEVELS = [
  { level: 'in cages', caged: true },
  { level: 'without cages', caged: false },
] as const;
const WITHOUT: Cages = { is: 'off', why: 'rights' };

describeAsRoot.each(LEVELS)('the PHP of each host, $level', ({ caged }) => {
  const itHere = caged ? itCaged : it;
  let node: TestNode;
  const uid = (name: Tenant) => node.uid(1 + NAMES.indexOf(name));
  const file = (name: Tenant, path: string) => join(node.root(name), 'wwwroot', path);
  const put = async (name: Tenant, path: string, text: string) => {
    await writeFile(file(name, path), text);
    await chown(file(name, path), uid(name), uid(name));
  };
  const request = (name: Tenant, path: string) =>
    requestSite({ port: node.port, host: `${name}.localhost`, path });
  const post = (name: Tenant, path: string, size: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers = { host: `${name}.localhost`, 'content-length': size };
      const to = { host: '127.0.0.1', port: node.port, path, method: 'POST', headers, agent: false };
      const posting = httpRequest(to, (reply) => void text(reply).then(resolve, reject));
      posting.on('error', reject);
      posting.end(Buffer.alloc(size));
    });
  const apply = (name: Tenant, how: (site: NodeSite) => NodeSite) => {
    node.sites = node.sites.map((site) => (site.hostCode === name ? how(site) : site));
    return node.hosts.applySites();
  };
  const change = (name: Tenant, memory: string) => apply(name, (site) => withMemory(site, memory));
  // Synchronous: handing each process to a thread takes longer than reading it.
  const processesOf = (name: Tenant): number => {
    const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
    return pids.filter((pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === uid(name))
      .length;
  };
  /** Sockets of masters, besides the door and the entrance. */
  const masters = async (name: Tenant) =>
    (await readdir(node.places.phpSockets)).filter((entry) => new RegExp(`^${name}\\.\\d+$`).test(entry));
  const masterPid = async (name: Tenant) => {
    const outside = node.php?.runOf(code(name))?.pid;
    if (outside === undefined) return undefined;
    return node.engines.cages.is === 'on' ? pidInCage(outside) : outside;
  };
  /** Whether a connection to the master waits to be accepted. */
  const hasWaiting = async (name: Tenant) => {
    const path = lentName(node.php?.runOf(code(name))?.socket ?? '');
    const rows = (await readFile('/proc/net/unix', 'utf8')).split('\n');
    return rows.some((row) => row.endsWith(` ${path}`) && / 0001 02 /.test(row));
  };
  const begin = async (name: string) => {
    const running = request('busy', `/works.php?name=${name}`);
    running.catch(() => undefined);
    await until(() => isThere(file('busy', `begun-${name}`)));
    return { running, end: () => put('busy', `end-${name}`, '') };
  };

  beforeAll(async () => {
    const onLevel = (engines: Engines) => (caged ? engines : { ...engines, cages: WITHOUT });
    node = await TestNode.make(onLevel, undefined, { php: { idleMs: 1000, pollMs: 200 } });
    node.sites = NAMES.map((name) => testSite(name, uid(name)));
    await node.hosts.begin();
    await node.startEngines();
    for (const name of NAMES) {
      await put(name, 'fast.php', '<?php echo "fast";');
      await put(name, 'limit.php', '<?php echo ini_get("memory_limit");');
      await put(name, 'daemon.php', DAEMON);
    }
    await put('busy', 'works.php', WORKS);
  });
  afterAll(() => node.close());

  itHere('starts with the first visitor, under the uid of the host, and ends when it is idle', async () => {
    expect(processesOf('neighbour')).toBe(0);
    expect(await request('neighbour', '/fast.php')).toMatchObject({ status: 200, body: 'fast' });
    expect(processesOf('neighbour')).toBeGreaterThanOrEqual(2);
    await untilEnd(() => processesOf('neighbour') === 0);
    await until(async () => (await masters('neighbour')).length === 0);
    expect(await request('neighbour', '/fast.php')).toMatchObject({ status: 200, body: 'fast' });
  });

  itCaged('shows a program of the site its own processes, files and temporary folder only', async () => {
    if (!caged) return;
    expect((await request('busy', '/fast.php')).body).toBe('fast');
    const spy = `<?php echo shell_exec('cat /proc/[0-9]*/cmdline | tr "\\\\0" " "; echo; ls -A /tmp; ls ${node.places.run} ${node.places.hosts};
      cat ${join(node.places.phpHosts, 'busy', 'fpm.conf')} ${node.places.php}/current/fpm.conf 2>&1; kill -9 ' . $_GET['pid'] . ' 2>&1; env');`;
    await put('neighbour', 'spy.php', spy);
    const seen = (await request('neighbour', `/spy.php?pid=${await masterPid('busy')}`)).body;
    expect(seen).toContain('php-fpm: pool neighbour');
    expect(seen).not.toContain('pool busy');
    expect(seen).toContain(`${node.places.hosts}:\nneighbour\n`);
    expect(seen).toContain(`${node.places.run}:\nmail\nmail-program\nmariadb\nphp-hosts\n`);
    expect(seen.match(/fpm.conf: No such file or directory/g)).toHaveLength(2);
    expect(seen).toContain('No such process');
    expect(seen).not.toContain('FPM_SOCKETS');
    expect((await request('busy', '/fast.php')).body).toBe('fast');
  });

  itCaged('keeps PHP while a program that a script left runs, and ends it afterwards', async () => {
    if (!caged) return;
    await put('neighbour', 'leave.php', '<?php exec("sleep 3600 >/dev/null 2>&1 &"); echo "left";');
    expect((await request('neighbour', '/leave.php')).body).toBe('left');
    const run = node.php?.runOf(code('neighbour'));
    await until(async () => (await run?.workers())?.length === 0);
    const since = Date.now();
    // Longer than it may be idle, and as long as several polls.
    await until(async () => Date.now() - since > 2000);
    expect(await run?.hasDaemons()).toBe(true);
    expect(run?.isOver).toBe(false);
    const [first = 0] = await childPids(run?.pid ?? 0);
    for (const pid of await childPids(first))
      if ((await commandLine(pid)) === 'sleep 3600') signalPid(pid, 'SIGKILL');
    await untilEnd(() => processesOf('neighbour') === 0);
  });

  itHere('answers all visitors who come while it starts, with their bodies', async () => {
    await node.hosts.restartSite(code('neighbour'));
    await put('neighbour', 'take.php', '<?php echo strlen(file_get_contents("php://input"));');
    const sizes = Array.from({ length: 30 }, (_, index) => 1000 + index * 10_000);
    expect(await Promise.all(sizes.map((size) => post('neighbour', '/take.php', size)))).toEqual(
      sizes.map(String),
    );
  });

  itHere('completes a running request when settings change, and serves other hosts meanwhile', async () => {
    const { running, end } = await begin('long');
    for (let round = 0; round < 3; round += 1) {
      await change('busy', `${64 + round}M`);
      expect(await request('neighbour', '/fast.php')).toMatchObject({ status: 200, body: 'fast' });
      expect((await request('busy', '/limit.php')).body).toBe(`${64 + round}M`);
    }
    await end();
    expect(await running).toMatchObject({ status: 200, body: 'complete' });
  });

  itHere('fails no request of the host whose settings change under load, and leaves one master', async () => {
    const replies: SiteReply[] = [];
    let isOver = false;
    const visit = async () => {
      while (!isOver) replies.push(await request('changing', '/fast.php'));
    };
    const visitors = [visit(), visit(), visit()];
    for (let round = 0; round < CHANGES; round += 1) await change('changing', `${100 + round}M`);
    expect((await request('changing', '/limit.php')).body).toBe(`${100 + CHANGES - 1}M`);
    isOver = true;
    await Promise.all(visitors);
    expect(replies.filter(({ status, body }) => status !== 200 || body !== 'fast')).toEqual([]);
    await until(async () => (await masters('changing')).length <= 1);
  });

  itHere('completes requests that wait for a free worker of the old master', async () => {
    const started = [];
    // Sends requests one by one: php-fpm may start a single worker for simultaneous ones.
    for (let index = 0; index < 8; index += 1) started.push(await begin(`full-${index}`));
    const waiting = request('busy', '/works.php?name=full-0');
    await until(() => hasWaiting('busy'));
    await change('busy', '90M');
    for (const { end } of started) await end();
    for (const { running } of started) expect((await running).body).toBe('complete');
    expect(await waiting).toMatchObject({ status: 200, body: 'complete' });
  });

  itHere('keeps few masters of a host that is always busy, and still applies changes', async () => {
    const started = [];
    for (let round = 0; round < 7; round += 1) {
      started.push(await begin(`always-${round}`));
      await change('busy', `${200 + round}M`);
      await until(async () => (await masters('busy')).length <= 6);
      expect((await request('busy', '/limit.php')).body).toBe(`${200 + round}M`);
      expect((await request('neighbour', '/fast.php')).body).toBe('fast');
    }
    for (const { end } of started) await end();
    const replies = await Promise.all(started.map(({ running }) => running.catch(() => undefined)));
    expect(replies.at(-1)).toMatchObject({ status: 200, body: 'complete' });
    await until(async () => (await masters('busy')).length <= 1);
  });

  itHere('serves visitors again after its master or its cage was killed', async () => {
    for (let round = 0; round <= 6; round += 1) {
      await until(async () => (await request('changing', '/fast.php')).body === 'fast');
      const pid = round % 2 === 0 ? await masterPid('changing') : node.php?.runOf(code('changing'))?.pid;
      if (pid !== undefined) signalPid(pid, 'SIGKILL');
      expect((await request('neighbour', '/fast.php')).body).toBe('fast');
    }
  });

  itHere('answers 503 without a start for every visitor while its master can not start', async () => {
    await untilEnd(() => processesOf('broken') === 0);
    const folder = join(node.places.phpHosts, 'broken');
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, 'not a folder');
    const replies: SiteReply[] = [];
    for (let visit = 0; visit < 50; visit += 1) replies.push(await request('broken', '/fast.php'));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]));
    expect(replies[0]?.headers['retry-after']).toBe('10');
    expect(replies[0]?.body).toContain('网站的程序没有启动');
    expect((await request('neighbour', '/fast.php')).body).toBe('fast');
    await rm(folder);
    await until(async () => (await request('broken', '/fast.php')).body === 'fast');
  });

  itHere.each(['CLOSED', 'BLOCKING'] as const)(
    'leaves nothing of a host that is %s, whatever its daemons do',
    async (status) => {
      expect((await request('broken', '/daemon.php')).body).toBe('begun');
      expect(processesOf('broken')).toBeGreaterThan(2);
      await apply('broken', (site) => ({ ...site, status }));
      await untilEnd(() => processesOf('broken') === 0);
      expect((await request('broken', '/fast.php')).status).toBe(503);
      await apply('broken', (site) => ({ ...site, status: 'NORMAL' }));
      expect((await request('broken', '/fast.php')).body).toBe('fast');
    },
  );
});
