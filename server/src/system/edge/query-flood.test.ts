import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '#system/process/exec';
import { cacheRule, serveEdge, type EdgeSite, type EdgeSites } from '#testing/edge-site';
import { edgeFolders } from './edge-folders';

const KIB = 1024;
const QUOTA = 4096 * KIB;
/** On disk three times the quota. */
const REQUESTS = 3000;
const PAGE = 'x'.repeat(KIB);
const AT_ONCE = 8;

describe('a flood of query strings', () => {
  let edge: EdgeSites;
  let site: EdgeSite;
  let neighbour: EdgeSite;
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

  beforeAll(async () => {
    const rules = [cacheRule(1, { is: 'path', path: '/*' })];
    edge = await serveEdge(rules, ['vhflood', 'vhquiet'], { edgeBytes: QUOTA });
    const [one, two] = edge.sites;
    if (!one || !two) throw new Error('no sites');
    [site, neighbour] = [one, two];
  });
  afterAll(async () => {
    agent.destroy();
    await edge.node.close();
  });

  const visit = (path: string) =>
    new Promise<void>((resolve, reject) => {
      const to = { host: '127.0.0.1', port: edge.node.port, path, headers: { host: site.name }, agent };
      request(to, (reply) => reply.resume().on('end', resolve).on('error', reject))
        .on('error', reject)
        .end();
    });
  const flood = async () => {
    let number = 0;
    const work = async () => {
      while (number < REQUESTS) await visit(`/page.txt?n=${(number += 1)}`);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };

  /** Bytes of the host's cache on disk, in blocks, with its folders. */
  const onDisk = async () => {
    const folders = edgeFolders(edge.node.places.edge, site.site.hostCode);
    const { stdout } = await run({ file: 'du', args: ['-s', '-k', '-c', ...folders] });
    return Number(stdout.trim().split('\n').at(-1)?.split('\t')[0]) * KIB;
  };
  const sizesDuring = async (work: Promise<void>) => {
    const sizes: number[] = [];
    let isOver = false;
    const end = work.finally(() => (isOver = true));
    while (!isOver) sizes.push(await onDisk());
    await end;
    return sizes;
  };

  it('stays within the quota, and evicts no page without a query string and none of a neighbour', async () => {
    for (const one of [site, neighbour]) {
      await one.put('page.txt', PAGE);
      expect(await one.twice('/page.txt')).toEqual(['MISS', 'HIT']);
    }
    await neighbour.ask('/page.txt?n=1');
    const sizes = await sizesDuring(flood());
    expect(Math.max(...sizes)).toBeLessThan(QUOTA);
    // nginx checks the size every ten seconds.
    while ((await edge.node.hosts.edge.size(site.site.hostCode)) > QUOTA / 4) await sleep(100);
    const states = async (one: EdgeSite, path: string) => (await one.ask(path)).headers['x-cache'];
    expect(await states(site, '/page.txt')).toBe('HIT');
    expect(await states(site, `/page.txt?n=${REQUESTS}`)).toBe('HIT');
    expect(await states(neighbour, '/page.txt')).toBe('HIT');
    expect(await states(neighbour, '/page.txt?n=1')).toBe('HIT');
  });
});
