import { readdir, stat } from 'node:fs/promises';
import { isInRange } from '#system/process/identity';
import { testSite, TestNode } from '#testing/node-engines';
import { putPages } from '#testing/php-soak';

/** Tenants have uids of their own only under root. */
const itAsRoot = process.getuid?.() === 0 ? it : it.skip;
const HOSTS = 300;

describe('the PHP of many idle hosts', () => {
  let node: TestNode;
  /** Uids of hosts that have a process, one for each process. */
  const busyUids = async (): Promise<readonly number[]> => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const owners = await Promise.all(pids.map((pid) => stat(`/proc/${pid}`).catch(() => undefined)));
    return owners.flatMap((owner) => (owner && isInRange(node.hostUids, owner.uid) ? [owner.uid] : []));
  };

  beforeAll(async () => {
    node = await TestNode.make(undefined, undefined, { uidSlots: 2 });
    node.sites = Array.from({ length: HOSTS }, (_, index) => testSite(`idle${index}`, node.uid(index)));
    await node.hosts.begin();
    await node.startEngines();
  });
  afterAll(() => node.close());

  itAsRoot('needs no process until a host is visited, and then wakes this host alone', async () => {
    expect(await busyUids()).toEqual([]);
    const [site] = node.sites.slice(HOSTS / 2);
    if (!site) throw new Error('no site');
    await putPages(node, site);
    expect(await node.request(`${site.hostCode}.localhost`, '/fast.php')).toMatchObject({ body: 'fast' });
    expect(new Set(await busyUids())).toEqual(new Set([site.uid]));
  });
});
