import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EQUAL_WEIGHT } from '#system/cage/shares/shares';
import { readAllUses } from '#system/cage/shares/share-use';
import { itWithShares } from '#testing/it-with-shares';
import { testSite, TestNode } from '#testing/node-engines';
import { putPages } from '#testing/php-soak';

const MIB = 1024 ** 2;
const LIMITS = {
  memoryBytes: 128 * MIB,
  processes: 64,
  cpuPercent: 200,
  cpuWeight: EQUAL_WEIGHT,
  ioWeight: EQUAL_WEIGHT,
};

/** Starts a program that takes more memory than the host may use. */
const EAT_MEMORY = `<?php
exec("perl -e 'push @all, \\"x\\" x 1048576 for 1..400; print 1'", $out, $status);
echo $status === 0 ? "ate" : "ended";`;

/** Empty files take no bytes of the folder in memory, but memory of the kernel. */
const FILL_NAMES = `<?php
exec("perl -e 'for (1..400000) { open(F, q(>), qq(/tmp/\\$_)) or die } print 1'", $out, $status);
echo $status === 0 ? "made" : "ended";`;

/** Two processes of the cage, the master and a single worker. */
const FEW_PROCESSES = 4;
const VISITORS = 6;

describe('the PHP of a host within its share', () => {
  let node: TestNode;

  const request = (name: string, path: string) => node.request(`${name}.localhost`, path);
  const put = async (name: string, path: string, text: string) => {
    const [file, site] = [
      join(node.root(name), 'wwwroot', path),
      node.sites.find((one) => one.hostCode === name),
    ];
    await writeFile(file, text, { mode: 0o644 });
    if (process.getuid?.() === 0 && site) await chown(file, site.uid, site.uid);
  };
  const useOf = async (name: string) =>
    node.shares.is === 'on' ? (await readAllUses(node.shares.groups)).get(name) : undefined;

  beforeAll(async () => {
    node = await TestNode.make(undefined, undefined, { limits: LIMITS });
    node.sites = [testSite('greedy', node.uid(0)), testSite('modest', node.uid(1))];
    await node.hosts.begin();
    await node.startEngines();
    for (const name of ['greedy', 'modest']) await put(name, 'pid.php', '<?php echo "page ", getmypid();');
    await put('greedy', 'eat.php', EAT_MEMORY);
    await put('greedy', 'names.php', FILL_NAMES);
  });
  afterAll(() => node.close());

  itWithShares('ends alone what exceeds its memory, and serves the next visitor', async () => {
    expect((await request('modest', '/pid.php')).body).toMatch(/^page \d+$/);
    expect((await request('greedy', '/eat.php')).body).not.toBe('ate');
    expect((await useOf('greedy'))?.memory?.killed).toBeGreaterThan(0);
    expect((await useOf('modest'))?.memory?.killed).toBe(0);
    while (!(await request('greedy', '/pid.php')).body.startsWith('page ')) await sleep(50);
    expect((await request('modest', '/pid.php')).body).toMatch(/^page \d+$/);
  });

  itWithShares('ends alone what fills its /tmp with empty files', async () => {
    const before = (await useOf('greedy'))?.memory?.killed ?? 0;
    expect((await request('greedy', '/names.php')).body).not.toBe('made');
    expect((await useOf('greedy'))?.memory?.killed).toBeGreaterThan(before);
    expect((await request('modest', '/pid.php')).body).toMatch(/^page \d+$/);
    while (!(await request('greedy', '/pid.php')).body.startsWith('page ')) await sleep(50);
  });

  itWithShares('counts its processes in the group of its host', async () => {
    expect((await request('modest', '/pid.php')).status).toBe(200);
    // Both processes of the cage, the master and a worker.
    expect((await useOf('modest'))?.processes?.count).toBeGreaterThanOrEqual(4);
  });
});

describe('the PHP of a host that may start few processes', () => {
  let node: TestNode;
  beforeAll(async () => {
    node = await TestNode.make(undefined, undefined, { limits: { ...LIMITS, processes: FEW_PROCESSES } });
    node.sites = [testSite('small', node.uid(0))];
    await node.hosts.begin();
    await node.startEngines();
    for (const site of node.sites) await putPages(node, site);
  });
  afterAll(() => node.close());

  itWithShares('answers all visitors, one after another', async () => {
    const visits = Array.from({ length: VISITORS }, () => node.request('small.localhost', '/slow.php'));
    for (const reply of await Promise.all(visits)) expect(reply).toMatchObject({ status: 200, body: 'slow' });
  });
});
