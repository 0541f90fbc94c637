import { chown, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS, testSite, TestNode } from '#testing/node-engines';
import { signalPid } from '#system/process/pid-file';
import { HOST_PROCESSES } from './process-limits';

/** Tenants have uids of their own only under root. */
const describeAsRoot = process.getuid?.() === 0 ? describe : describe.skip;
const TENANTS = { greedy: 28_231, modest: 28_232 };
type Tenant = keyof typeof TENANTS;

/** Each process starts two copies of itself in a session of its own, as long as the machine permits. */
const BOMB = `<?php
file_put_contents(__DIR__ . "/bomb.sh", 'while :; do setsid sh "$0" & setsid sh "$0" & sleep 0.2; done');
exec('setsid sh ' . __DIR__ . '/bomb.sh >/dev/null 2>>' . __DIR__ . '/refused.log &');
echo "begun";`;

describeAsRoot('limits of the programs of a host', () => {
  let node: TestNode;
  const put = async (code: Tenant, name: string, text: string) => {
    const file = join(node.root(code), 'wwwroot', name);
    await writeFile(file, text);
    await chown(file, TENANTS[code], TENANTS[code]);
  };
  const request = async (code: Tenant, path: string) => (await node.request(`${code}.localhost`, path)).body;
  const pidsOf = async (uid: number): Promise<readonly number[]> => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
    const owners = await Promise.all(pids.map((pid) => stat(`/proc/${pid}`).catch(() => undefined)));
    return pids.filter((_, index) => owners[index]?.uid === uid);
  };
  const refusedForks = () =>
    readFile(join(node.root('greedy'), 'wwwroot/refused.log'), 'utf8').catch(() => '');
  const countOf = async (code: Tenant) => (await pidsOf(TENANTS[code])).length;
  /** All are stopped first, so that none starts another while the others are ended. */
  const endAll = async () => {
    for (let pids = await pidsOf(TENANTS.greedy); pids.length > 0; pids = await pidsOf(TENANTS.greedy)) {
      for (const signal of ['SIGSTOP', 'SIGKILL'] as const) for (const pid of pids) signalPid(pid, signal);
      await sleep(10);
    }
  };

  beforeAll(async () => {
    // More than the largest memory limit of PHP, which this file is about.
    node = await TestNode.make(undefined, undefined, { limits: { ...LIMITS, memoryBytes: 2 * 1024 ** 3 } });
    node.sites = Object.entries(TENANTS).map(([code, uid]) => testSite(code, uid));
    await node.hosts.begin();
    await node.startEngines();
    await put('modest', 'fast.php', '<?php echo "fast";');
    await put('greedy', 'bomb.php', BOMB);
    await put(
      'greedy',
      'limits.php',
      `<?php $a = [@ini_set("memory_limit", "-1"), set_time_limit(0), ini_get("memory_limit"), ini_get("max_execution_time")];
      echo json_encode($a), shell_exec("grep -E 'processes|core|open files|data size' /proc/self/limits");`,
    );
  });
  afterAll(async () => {
    await endAll();
    await node.close();
  });

  it('keeps limits that a script or .user.ini tries to raise', async () => {
    await put('greedy', '.user.ini', 'memory_limit = -1\nmax_execution_time = 0\n');
    const reply = await request('greedy', '/limits.php');
    expect(reply).toContain('[false,false,"128M","120"]');
    // A share limits processes where the machine has it, and can be raised while they run.
    const isShared = node.shares.is === 'on' && node.shares.groups.folders.pids !== undefined;
    for (const line of [
      ...(isShared ? [] : [`Max processes +${HOST_PROCESSES} +${HOST_PROCESSES} `]),
      'Max core file size +0 +0 ',
      'Max open files +4096 +4096 ',
      'Max data size +2147483648 +2147483648 ',
    ])
      expect(reply).toMatch(new RegExp(line));
  });

  it('follows the owner’s settings up to the largest permitted values', async () => {
    const [greedy, ...others] = node.sites;
    if (!greedy) throw new Error('no host');
    const parameters = { memory_limit: '1024M', max_execution_time: '600' };
    node.sites = [{ ...greedy, php: { ...greedy.php, parameters } }, ...others];
    await node.hosts.applySites();
    expect(await request('greedy', '/limits.php')).toContain('[false,false,"1024M","600"]');
    await put('greedy', 'fill.php', '<?php $a = str_repeat("x", 900 * 1024 * 1024); echo strlen($a);');
    expect(await request('greedy', '/fill.php')).toBe(String(900 * 1024 * 1024));
  });

  it('stops a fork bomb while another host is served', async () => {
    expect(await request('greedy', '/bomb.php')).toBe('begun');
    // At the limit shells that can't fork end, so the number goes up and down: a count may never meet its peak.
    while (!(await refusedForks()).includes('Cannot fork'))
      expect(await request('modest', '/fast.php')).toBe('fast');
    for (let round = 0; round < 50; round += 1) {
      expect(await request('modest', '/fast.php')).toBe('fast');
      expect(await countOf('greedy')).toBeLessThanOrEqual(HOST_PROCESSES);
    }
    await endAll();
  }, 400_000);
});
