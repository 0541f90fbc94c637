import { chown, readlink, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestSite, testSite, TestNode, type SiteReply } from '#testing/node-engines';
import { killGroup } from '#system/process/exec';
import type { NodeSite } from '#system/site/site';
import { connectedSockets } from './connected-sockets';
import { phpMasterOf, phpPid, phpRuns } from './master';

/** Tenants have uids of their own only under root. */
const describeAsRoot = process.getuid?.() === 0 ? describe : describe.skip;
const TENANTS = { busy: 28_201, neighbour: 28_202, changing: 28_203 };
type Tenant = keyof typeof TENANTS;
const CHANGES = 20;

/** Runs until a file appears. A signal would end `sleep()` early. */
const WORKS = `<?php
touch(__DIR__ . "/begun-" . $_GET["name"]);
while (!file_exists(__DIR__ . "/end-" . $_GET["name"])) { clearstatcache(); usleep(20000); }
echo "complete";`;

const withMemory = (site: NodeSite, memory: string): NodeSite => ({
  ...site,
  php: { ...site.php, parameters: { memory_limit: memory } },
});
const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds())) await sleep(20);
};
const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

describeAsRoot('changes of PHP settings', () => {
  let node: TestNode;
  const file = (code: Tenant, name: string) => join(node.root(code), 'wwwroot', name);
  const put = async (code: Tenant, name: string, text: string) => {
    await writeFile(file(code, name), text);
    await chown(file(code, name), TENANTS[code], TENANTS[code]);
  };
  const request = (code: Tenant, path: string) =>
    requestSite({ port: node.port, host: `${code}.localhost`, path });
  /** Applies another setting of one host. */
  const change = async (code: Tenant, memory: string) => {
    node.sites = node.sites.map((site) => (site.hostCode === code ? withMemory(site, memory) : site));
    await node.hosts.applySites();
  };
  const runs = async () => (await phpRuns(phpMasterOf(node.places))).length;
  const begin = async (name: string) => {
    const running = request('busy', `/works.php?name=${name}`);
    running.catch(() => undefined);
    await until(() => isThere(file('busy', `begun-${name}`)));
    return { running, end: () => put('busy', `end-${name}`, '') };
  };

  beforeAll(async () => {
    node = await TestNode.make();
    node.sites = Object.entries(TENANTS).map(([code, uid]) => testSite(code, uid));
    await node.hosts.begin();
    await node.startEngines();
    await put('busy', 'works.php', WORKS);
    await put('neighbour', 'fast.php', '<?php echo "fast";');
    await put('changing', 'limit.php', '<?php echo ini_get("memory_limit");');
  });
  afterAll(() => node.close());

  it('completes a running request, and serves other hosts meanwhile', async () => {
    const { running, end } = await begin('long');
    let isOver = false;
    void running.finally(() => (isOver = true)).catch(() => undefined);
    for (let round = 0; round < 3; round += 1) {
      await change('changing', `${64 + round}M`);
      expect(await request('neighbour', '/fast.php')).toMatchObject({ status: 200, body: 'fast' });
      expect((await request('changing', '/limit.php')).body).toBe(`${64 + round}M`);
      expect(isOver).toBe(false);
    }
    await end();
    expect(await running).toMatchObject({ status: 200, body: 'complete' });
  }, 300_000);

  it('fails no request of another host under load, and ends every idle retired master', async () => {
    const replies: SiteReply[] = [];
    let isOver = false;
    const visit = async () => {
      while (!isOver) {
        replies.push(await request('neighbour', '/fast.php'));
      }
    };
    const visitors = [visit(), visit(), visit()];
    for (let round = 0; round < CHANGES; round += 1) await change('changing', `${100 + round}M`);
    isOver = true;
    await Promise.all(visitors);
    expect(replies.filter(({ status, body }) => status !== 200 || body !== 'fast')).toEqual([]);
    await until(async () => (await runs()) === 1);
  }, 600_000);

  it('completes requests that wait for a free worker of the old master', async () => {
    const started = [];
    // Sends requests one by one: php-fpm may start a single worker for simultaneous ones.
    for (let index = 0; index < 8; index += 1) started.push(await begin(`full-${index}`));
    const waiting = request('busy', '/works.php?name=full-0');
    const run = join(node.places.phpMasters, await readlink(join(node.places.phpMasters, 'current')));
    await until(async () => (await connectedSockets(run))?.has('busy.sock') === true);
    await change('changing', '90M');
    for (const { end } of started) await end();
    for (const { running } of started) expect((await running).body).toBe('complete');
    expect(await waiting).toMatchObject({ status: 200, body: 'complete' });
  }, 300_000);

  it('keeps few masters while one host is always busy, and still applies changes', async () => {
    const started = [];
    for (let round = 0; round < 7; round += 1) {
      started.push(await begin(`always-${round}`));
      await change('changing', `${200 + round}M`);
      expect(await runs()).toBeLessThanOrEqual(6);
      expect((await request('changing', '/limit.php')).body).toBe(`${200 + round}M`);
      expect((await request('neighbour', '/fast.php')).body).toBe('fast');
    }
    for (const { end } of started) await end();
    const replies = await Promise.all(started.map(({ running }) => running.catch(() => undefined)));
    expect(replies.at(-1)).toMatchObject({ status: 200, body: 'complete' });
    await until(async () => (await runs()) === 1);
  }, 600_000);

  it('applies the settings again soon after every master was killed', async () => {
    await change('changing', '77M');
    const master = phpMasterOf(node.places);
    const killed = await Promise.all((await phpRuns(master)).map((run) => phpPid(master, run)));
    for (const pid of killed) killGroup(pid, 'SIGKILL');
    await until(async () => (await request('changing', '/limit.php')).body === '77M');
    expect((await request('neighbour', '/fast.php')).body).toBe('fast');
  });

  it('applies each change although a master is killed during it', async () => {
    const master = phpMasterOf(node.places);
    for (let round = 0; round < 8; round += 1) {
      const changed = change('changing', `${300 + round}M`);
      let isOver = false;
      void changed.finally(() => (isOver = true)).catch(() => undefined);
      // Even rounds kill the master that serves, odd rounds the one that starts.
      const before = new Set(round % 2 === 0 ? [] : await phpRuns(master));
      const victims = async () => (await phpRuns(master)).filter((run) => !before.has(run));
      while (!isOver) {
        const [run] = await victims();
        const pid = run === undefined ? undefined : await phpPid(master, run);
        if (pid !== undefined) {
          killGroup(pid, 'SIGKILL');
          break;
        }
        await sleep(2);
      }
      await changed;
      await until(async () => (await request('changing', '/limit.php')).body === `${300 + round}M`);
      expect((await request('neighbour', '/fast.php')).body).toBe('fast');
    }
    await until(async () => (await runs()) === 1);
  }, 300_000);
});
