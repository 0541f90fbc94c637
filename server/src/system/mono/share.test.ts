import { setTimeout as sleep } from 'node:timers/promises';
import { EQUAL_WEIGHT } from '#system/cage/shares/shares';
import { readAllUses, type ShareUse } from '#system/cage/shares/share-use';
import { itWithShares } from '#testing/it-with-shares';
import { netSites, aspxPage, pageThatPrints, type NetSites } from '#testing/net-sites';
import { TestNode } from '#testing/node-engines';

const MIB = 1024 ** 2;
const LIMITS = {
  memoryBytes: 256 * MIB,
  processes: 64,
  cpuPercent: 200,
  cpuWeight: EQUAL_WEIGHT,
  ioWeight: EQUAL_WEIGHT,
};

/** Takes memory that the runtime does not count. */
const EAT_MEMORY = aspxPage(
  `for (var n = 0; n < 512; n++) { var piece = System.Runtime.InteropServices.Marshal.AllocHGlobal(${MIB}); ` +
    `for (var at = 0; at < ${MIB}; at += 4096) System.Runtime.InteropServices.Marshal.WriteByte(piece, at, 1); } ` +
    'Response.Write("ate");',
);
/** Takes memory of the runtime. */
const FILL_HEAP = aspxPage(
  'var all = new System.Collections.Generic.List<byte[]>(); ' +
    `try { for (var n = 0; n < 1024; n++) { var piece = new byte[${MIB}]; all.Add(piece); ` +
    `for (var at = 0; at < ${MIB}; at += 4096) piece[at] = 1; } Response.Write("filled"); } ` +
    'catch (OutOfMemoryException) { all = null; Response.Write("out of memory"); }',
);

describe('.NET sites under the shares of their hosts', () => {
  let node: TestNode;
  let sites: NetSites;

  const uses = async (): Promise<ReadonlyMap<string, ShareUse>> =>
    node.shares.is === 'on' ? readAllUses(node.shares.groups) : new Map();
  const memoryOf = async (code: string) => (await uses()).get(code)?.memory;

  beforeAll(async () => {
    node = await TestNode.make(undefined, undefined, { limits: LIMITS });
    sites = netSites(node);
    node.sites = [sites.site('netone'), sites.site('nettwo')];
    await node.hosts.begin();
    await node.startNginx();
    for (const code of ['netone', 'nettwo'] as const)
      await sites.put(code, 'page.aspx', pageThatPrints('"page"'));
    await sites.put('netone', 'eat.aspx', EAT_MEMORY);
    await sites.put('netone', 'heap.aspx', FILL_HEAP);
  });
  afterAll(() => node.close());

  itWithShares('give a page that fills the heap an error of its own, and go on', async () => {
    expect(await sites.body('/heap.aspx')).toBe('out of memory');
    expect(await sites.body('/page.aspx')).toBe('page');
    expect((await memoryOf('netone'))?.killed).toBe(0);
  });

  itWithShares('end alone when they exceed their memory, and serve the next visitor', async () => {
    expect(await sites.body('/page.aspx', 'nettwo')).toBe('page');
    const neighbour = await sites.servers('nettwo');
    expect((await sites.visit('/eat.aspx')).status).toBe(502);
    expect((await memoryOf('netone'))?.killed).toBeGreaterThan(0);
    expect((await memoryOf('nettwo'))?.killed).toBe(0);
    while ((await sites.visit('/page.aspx')).body !== 'page') await sleep(50);
    expect(await sites.servers('nettwo')).toEqual(neighbour);
  });

  itWithShares('leave no group when their host is removed', async () => {
    expect(await sites.body('/page.aspx', 'nettwo')).toBe('page');
    expect([...(await uses()).keys()]).toEqual(['netone', 'nettwo']);
    const [one, two] = node.sites;
    if (!one || !two) throw new Error('two sites are needed');
    await node.hosts.removeHost(two.hostCode);
    expect([...(await uses()).keys()]).toEqual(['netone']);
    node.sites = [];
    await node.hosts.applySites();
    expect([...(await uses()).keys()]).toEqual([]);
  });
});
