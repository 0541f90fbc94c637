import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeSite } from '#system/site/site';
import { itCaged } from '#testing/it-caged';
import { testSite, TestNode } from '#testing/node-engines';
import { pidsOf, PhpSoak, putPages } from '#testing/php-soak';

const IS_LONG = process.env['SITEDECK_TEST_LONG'] === '1';
const SOAK_MS = IS_LONG ? 10 * 60_000 : 5000;
const HOSTS = 10;
const CLIENTS = 6;
/** Acts of each client at least, so that all kinds occur on a busy machine too. */
const ACTS_MIN = 20;
/** A run is repeated with its seed, as far as the machine repeats its times. */
const SEED = Number(process.env['SITEDECK_TEST_SEED'] ?? Date.now() % 1_000_000);
/** Growth of this process, which is test, worker and PHP starter in one, MB. */
const GROWTH_MAX_MB = 150;

/** 502: its master or worker was killed; 503: the host is blocked, or its master pauses after failed starts. */
const EXPECTED = new Set(['200', '502', '503', 'settings not in force']);

const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds())) await sleep(50);
};
const megabytes = () => Math.round(process.memoryUsage.rss() / 1e6);
const descriptors = async () => (await readdir('/proc/self/fd')).length;

describe('the PHP of many hosts', () => {
  let node: TestNode;

  const applyTo = async (status: NodeSite['status']) => {
    node.sites = node.sites.map((site) => ({ ...site, status }));
    while ((await node.hosts.applySites()).refused.length > 0) await sleep(100);
  };
  const endAll = async () => {
    await applyTo('BLOCKING');
    for (const site of node.sites) await until(async () => (await pidsOf(site)).length === 0);
  };
  /** A master that was killed often starts after a pause. */
  const answerAll = async () => {
    await applyTo('NORMAL');
    for (const { hostCode } of node.sites)
      await until(async () => (await node.request(`${hostCode}.localhost`, '/fast.php')).body === 'fast');
  };

  beforeAll(async () => {
    const php = { awakeMax: HOSTS / 2, idleMs: 500, pollMs: 200 };
    node = await TestNode.make(undefined, undefined, { php });
    node.sites = Array.from({ length: HOSTS }, (_, index) => testSite(`soak${index}`, node.uid(index)));
    await node.hosts.begin();
    await node.startEngines();
    for (const site of node.sites) await putPages(node, site);
  });
  afterAll(() => node.close());

  itCaged(
    'answers, ends with its host and leaks nothing while it is visited, changed and killed at random',
    async () => {
      await answerAll();
      await endAll();
      const before = { descriptors: await descriptors(), megabytes: megabytes() };
      const clients = Array.from({ length: CLIENTS }, (_, number) => new PhpSoak(node, SEED + number));
      const over = Date.now() + SOAK_MS;
      await Promise.all(
        clients.map(async (client) => {
          while (Date.now() < over || client.acts < ACTS_MIN) await client.act();
        }),
      );
      const replies: Record<string, number> = {};
      for (const client of clients)
        for (const [key, count] of client.replies) replies[key] = (replies[key] ?? 0) + count;
      const acts = clients.reduce((sum, client) => sum + client.acts, 0);
      await answerAll();
      await endAll();
      const after = { descriptors: await descriptors(), megabytes: megabytes() };
      process.stdout.write(`seed ${SEED}: ${acts} acts, ${JSON.stringify({ replies, before, after })}\n`);
      expect(Object.keys(replies).filter((key) => !EXPECTED.has(key))).toEqual([]);
      expect(replies['200']).toBeGreaterThan(0);
      expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + CLIENTS);
      expect(after.megabytes - before.megabytes).toBeLessThan(GROWTH_MAX_MB);
      expect(await readdir(node.places.phpSockets)).toEqual([]);
    },
    SOAK_MS + 300_000,
  );
});
