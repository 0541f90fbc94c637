import { chown, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RESPAWNER, TICKER, WALKER } from '#testing/hostile-programs';
import { TestNode, testSite } from '#testing/node-engines';
import { start } from '#system/process/exec';
import { busyUids } from '#system/process/host-programs';
import { isolationHere } from '#system/process/identity';
import type { NodeSite } from '#system/site/site';

/** Limits its processes, so that the machine stays usable. */
const LIMITED = 'setsid setsid prlimit --nproc=200 --';

/** Starts daemons from PHP in both ways, each in a session of its own. */
const BEGIN = `<?php
$data = __DIR__ . '/../data';
$tail = "> /dev/null 2>&1 &";
shell_exec("${LIMITED} sh $data/respawner $data 0.05 $tail");
proc_close(proc_open("(${LIMITED} perl $data/ticker $data $tail)", [], $pipes));
// Needs nothing of the tree.
shell_exec("${LIMITED} sleep 600 $tail");
echo 'begun';`;

(isolationHere().is === 'separate' ? describe : describe.skip)('daemons that PHP started', () => {
  let node: TestNode;
  let mine: NodeSite;
  let neighbour: NodeSite;

  const data = ({ hostCode }: NodeSite, name: string) => join(node.root(hostCode), 'data', name);
  const put = async (site: NodeSite, path: string, text: string) => {
    const file = join(node.root(site.hostCode), path);
    await writeFile(file, text, { mode: 0o644 });
    await chown(file, site.uid, site.uid);
  };
  const size = async (site: NodeSite, name: 'life' | 'ticks') =>
    (await stat(data(site, name)).catch(() => undefined))?.size ?? 0;
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await sleep(20);
  };
  const grows = async (site: NodeSite, name: 'life' | 'ticks' = 'ticks') => {
    const before = await size(site, name);
    await until(async () => (await size(site, name)) > before);
  };
  const begin = async (site: NodeSite) => {
    await put(site, 'data/respawner', RESPAWNER);
    await put(site, 'data/ticker', TICKER);
    await put(site, 'wwwroot/begin.php', BEGIN);
    expect((await node.request(`${site.hostCode}.localhost`, '/begin.php')).body).toBe('begun');
    await grows(site, 'life');
    await grows(site);
  };
  const isBusy = async (site: NodeSite) => (await busyUids(node.hostUids)).has(site.uid);
  /** Whether its daemons have stopped writing. */
  const isOver = async (site: NodeSite) => {
    const sizes = () => Promise.all([size(site, 'life'), size(site, 'ticks')]);
    const before = await sizes();
    await sleep(300);
    expect(await sizes()).toEqual(before);
  };
  const inForce = async (...sites: NodeSite[]) => {
    node.sites = sites;
    await node.hosts.applySites();
  };

  beforeEach(async () => {
    // Programs that fork may outlive one attempt to end them.
    node = await TestNode.make(undefined, () => undefined);
    mine = testSite('vhmine', node.uid(0));
    neighbour = testSite('vhnext', node.uid(1));
    node.sites = [mine, neighbour];
    await node.hosts.begin();
    await node.startEngines();
    await begin(mine);
    await begin(neighbour);
  });
  afterEach(async () => {
    for (const { hostCode } of [mine, neighbour]) await node.hosts.removeHost(hostCode);
    await node.close();
  });

  it.each(['BLOCKING', 'CLOSED'] as const)(
    'ends them when the site becomes %s, not those of a neighbour',
    async (status) => {
      await inForce({ ...mine, status }, neighbour);
      await isOver(mine);
      await grows(neighbour);
    },
  );

  it('ends them when the host is removed, before or after its row, not those of another host', async () => {
    node.sites = [neighbour];
    await node.hosts.removeHost(mine.hostCode);
    expect(await isBusy(mine)).toBe(false);
    await expect(stat(node.root(mine.hostCode))).rejects.toThrow('ENOENT');
    await grows(neighbour);
  });

  it('ends them when the site is restarted, while its file service and PHP continue', async () => {
    // Like the child that the file service runs for a host.
    const identity = { uid: mine.uid, gid: mine.uid };
    const child = start({ file: 'sleep', args: ['600'] }, { identity, stdio: 'ignore' });
    await node.hosts.restartSite(mine.hostCode);
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    child.kill('SIGKILL');
    await isOver(mine);
    await put(mine, 'wwwroot/ok.php', '<?php echo "ok";');
    expect((await node.request('vhmine.localhost', '/ok.php')).body).toBe('ok');
    await grows(neighbour);
  });

  it('ends them when PHP and the node restart', async () => {
    await node.startPhp();
    await node.hosts.begin();
    for (const site of [mine, neighbour]) await isOver(site);
  });

  it('ends them at the next sweep when the site is no longer served', async () => {
    // The status was changed while no worker ran.
    node.sites = [{ ...mine, status: 'BLOCKING' }, neighbour];
    await node.hosts.sweepPrograms();
    await isOver(mine);
    await grows(neighbour);
  });

  it('suspends and removes a site without delay although its programs fork', async () => {
    await put(mine, 'data/walker', WALKER);
    const walker = `<?php $data = __DIR__ . '/../data'; for ($i = 0; $i < 3; $i++)
      shell_exec("${LIMITED} perl $data/walker $data > /dev/null 2>&1 &"); echo 'walks';`;
    await put(mine, 'wwwroot/walk.php', walker);
    expect((await node.request('vhmine.localhost', '/walk.php')).body).toBe('walks');
    await until(async () => (await readFile(data(mine, 'life'), 'utf8')).split('\n').length > 1000);
    await inForce({ ...mine, status: 'BLOCKING' }, neighbour);
    node.sites = [neighbour];
    await node.hosts.removeHost(mine.hostCode);
    expect(await isBusy(mine)).toBe(false);
    await grows(neighbour);
  });
});
