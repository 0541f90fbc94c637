import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { CdnConfig, NameSettings, type CdnRule } from '@sitedeck/contract';
import type { NodeSite } from '../../server/src/system/site/site';
import { TestNode, testSite } from '../../server/testing/node-engines';
import { measureLoad } from './load';
import { nginxPeer, type NginxPeer } from './nginx-peer';
import { inPairs, median } from './pairs';
import type { Row } from './table';

const EDGE = 'edge.bench.example';
const DIRECT = 'direct.bench.example';
const HIT_RATIO = 0.9;
const MISS_RATIO = 1.15;
const PURGE_LIMIT_MS = 1000;
const FILE_BYTES = 16 * 1024;
/** Pages in the cache during a purge. */
const PAGES = 5000;
/** Misses of one measurement. */
const MISSES = 100;
const HIT_MS = 2000;

const RULE: CdnRule = {
  id: 1,
  match: { is: 'suffix', suffixes: ['css', 'txt'] },
  edgeSeconds: 3600,
  browserSeconds: null,
  cachesPrivate: false,
};

async function put(file: string, content: string, { uid }: NodeSite): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, content);
  if (process.getuid?.() === 0) await chown(file, uid, uid);
}

const hitRate = async (port: number, host: string): Promise<number> => {
  const target = { at: { port }, host, path: '/file.css', headers: {}, status: 200 } as const;
  return (await measureLoad(target, HIT_MS)).requestsPerSecond;
};

/** Time of an uncached PHP page, ms. */
async function missTime(node: TestNode, host: string, path: () => string): Promise<number> {
  const since = performance.now();
  for (let n = 0; n < MISSES; n += 1) await node.request(host, path());
  return (performance.now() - since) / MISSES;
}

/** Time of a purge of one URL among many pages, until a visitor gets the new version, ms. */
async function purgeTime(node: TestNode, site: NodeSite): Promise<number> {
  await node.request(EDGE, '/file.css');
  const since = performance.now();
  const urls = [`http://${EDGE}/file.css`];
  await node.hosts.edge.purge(site.hostCode, { is: 'url', urls }, { is: 'all' });
  const { headers } = await node.request(EDGE, '/file.css');
  if (headers['x-cache'] !== 'MISS') throw new Error('the purge is not in force');
  return performance.now() - since;
}

/** URLs as visitors request them: the popularity of a URL is proportional to 1/rank. */
function replay(count: number, pages: number): readonly string[] {
  let state = 1;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: count }, () => `/page.txt?n=${Math.floor(pages ** random())}`);
}

async function offload(node: TestNode): Promise<number> {
  const addresses = replay(5000, 2000);
  let hits = 0;
  for (const path of addresses) if ((await node.request(EDGE, path)).headers['x-cache'] === 'HIT') hits += 1;
  return (hits / addresses.length) * 100;
}

async function measure(
  { node, site, peer }: { node: TestNode; site: NodeSite; peer: NginxPeer },
  rounds: number,
): Promise<readonly Row[]> {
  await node.request(EDGE, '/file.css');
  const hits = await inPairs(rounds, {
    own: () => hitRate(node.port, EDGE),
    peer: () => hitRate(peer.port, 'localhost'),
  });
  let next = 0;
  const fresh = () => `/work.php?n=${(next += 1)}`;
  const misses = await inPairs(rounds, {
    own: () => missTime(node, EDGE, fresh),
    peer: () => missTime(node, DIRECT, fresh),
  });
  const share = await offload(node);
  for (let page = 0; page < PAGES; page += 1) await node.request(EDGE, `/page.txt?fill=${page}`);
  const purges: number[] = [];
  for (let round = 0; round < rounds; round += 1) purges.push(await purgeTime(node, site));
  const [hit, plain] = [median(hits.own), median(hits.peer)];
  const [miss, direct, purge] = [median(misses.own), median(misses.peer), median(purges)];
  return [
    {
      job: 'edge: a hit of 16 KiB',
      unit: 'req/s',
      peer: { name: 'nginx, the file', value: plain },
      limit: `≥ ${HIT_RATIO}x`,
      own: hit,
      met: hit >= HIT_RATIO * plain,
    },
    {
      job: 'edge: a miss of a PHP page',
      unit: 'ms',
      peer: { name: 'without the edge', value: direct },
      limit: `≤ ${MISS_RATIO}x`,
      own: miss,
      met: miss <= MISS_RATIO * direct,
    },
    { job: 'edge: requests of a replayed log that hit', unit: '%', limit: '–', own: share, met: true },
    {
      job: `edge: purge of an address in force, ${PAGES} pages`,
      unit: 'ms',
      limit: `≤ ${PURGE_LIMIT_MS} ms`,
      own: purge,
      met: purge <= PURGE_LIMIT_MS,
    },
  ];
}

/** The edge cache of one site, beside a bare nginx and the same site without it. */
export async function edgeRows(rounds: number): Promise<readonly Row[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'sitedeck-edge-'));
  const node = await TestNode.make();
  const site = testSite('vhedge', node.uid(0), {
    domains: [EDGE, DIRECT],
    names: [NameSettings.parse({ name: EDGE, cdn: true })],
    cdn: CdnConfig.parse({ rules: [RULE], cookies: [] }),
  });
  node.sites = [site];
  await node.hosts.begin();
  await node.startEngines();
  const content = 'a'.repeat(FILE_BYTES);
  const root = join(node.root(site.hostCode), 'wwwroot');
  await put(join(root, 'file.css'), content, site);
  await put(join(root, 'page.txt'), 'page', site);
  // About 5 ms of work, like a page of a typical web application.
  await put(
    join(root, 'work.php'),
    '<?php $e = microtime(true) + 0.005; while (microtime(true) < $e); echo 1;',
    site,
  );
  await writeFile(join(scratch, 'file.css'), content);
  const peer = await nginxPeer(scratch, `root ${scratch};`);
  try {
    return await measure({ node, site, peer }, rounds);
  } finally {
    await peer.stop();
    await node.close();
    await rm(scratch, { recursive: true, force: true });
  }
}
