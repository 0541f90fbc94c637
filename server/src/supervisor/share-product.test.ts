import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { findHierarchies } from '#system/cage/shares/hierarchies';
import { pathExists } from '#system/disk/exists';
import { signalPid } from '#system/process/pid-file';
import { findProcesses } from '#testing/find-processes';
import { itWithShares } from '#testing/it-with-shares';
import { pageThatPrints } from '#testing/net-sites';
import { requestSite } from '#testing/node-engines';
import { Product, type Launch } from '#testing/whole-product';

const Created = z.object({ res: z.object({ accountCode: z.string(), hostCode: z.string() }).partial() });

describe('the product on a machine with shares', () => {
  let product: Product;
  let running: Launch;
  let key: string;
  let hostCode: string;

  const ask = (path: string, body?: object) =>
    fetch(`http://${product.env['ADMIN_BIND']}${path}`, {
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  const create = async (path: string, body: object) =>
    Created.parse(await (await ask(path, body)).json()).res;
  const page = async () =>
    (await requestSite({ port: product.sitesPort, host: `${hostCode}.localhost`, path: '/' })).body;
  const untilServed = async () => {
    while ((await page().catch(() => '')) !== 'page') await sleep(50);
  };
  /** Folders of the groups in which the programs of the host are. */
  const groups = async (): Promise<readonly string[]> => {
    const [server] = await findProcesses(`--root=${join(product.places.hosts, hostCode)}`);
    const own = await readFile(`/proc/${server}/cgroup`, 'utf8');
    return findHierarchies(await readFile('/proc/self/mountinfo', 'utf8'), own)
      .map((hierarchy) => hierarchy.own)
      .filter((folder) => folder.endsWith(`/sitedeck-${product.firstUid}/${hostCode}`));
  };

  beforeAll(async () => {
    product = await Product.make();
    running = await product.launch({ HOST_MEMORY_MIB: '300', SITEDECK_DEMO_HOST: 'none' }).ready();
    key = (await readFile(join(product.places.secrets, 'provider-key'), 'utf8')).trim();
    const { accountCode } = await create('/provider/accounts', { name: 'a' });
    const host = { accountCode, hostName: 'netsite', password: 'a password of a host 1', language: 'NET' };
    hostCode = (await create('/provider/hosts', host)).hostCode ?? '';
    const file = join(product.places.hosts, hostCode, 'wwwroot/default.aspx');
    await writeFile(file, pageThatPrints('"page"'), { mode: 0o644 });
  });
  afterAll(() => product.close());

  itWithShares('says what it limits, and limits a .NET site to the settings', async () => {
    expect(running.stdout).toContain('Isolation  level 1 of 4: each site has a cage, a uid and a share');
    expect(running.stdout).toMatch(
      /^ {2}Shares {5}on \(cgroup v[12]\): PHP and \.NET of each site are limited in memory/m,
    );
    await untilServed();
    const found = await groups();
    const limits = ['memory.limit_in_bytes', 'memory.max'].flatMap((name) =>
      found.map((folder) => readFile(join(folder, name), 'utf8').catch(() => '')),
    );
    expect((await Promise.all(limits)).join('').trim()).toBe(String(300 * 1024 ** 2));
  });

  itWithShares('shows in its metrics what the site uses', async () => {
    await untilServed();
    const metrics = await (await ask('/metrics')).text();
    expect(metrics).toContain('sitedeck_shares{resource="memory"} 1');
    expect(metrics).toMatch(/^sitedeck_isolation_level 1$/m);
    expect(metrics).toMatch(
      new RegExp(`^sitedeck_host_memory_bytes\\{host="${hostCode}"\\} [1-9]\\d{6}`, 'm'),
    );
    expect(metrics).toMatch(new RegExp(`^sitedeck_host_processes\\{host="${hostCode}"\\} [1-9]`, 'm'));
    expect(metrics).toMatch(
      new RegExp(`^sitedeck_host_cpu_seconds_total\\{host="${hostCode}"\\} [0-9.]+$`, 'm'),
    );
  });

  itWithShares(
    'uses the groups again after its worker was killed, and removes them when it stops',
    async () => {
      await untilServed();
      const before = await groups();
      expect(before.length).toBeGreaterThan(0);
      const worker = await product.pidOf('worker');
      signalPid(worker, 'SIGKILL');
      while ([0, worker].includes(await product.pidOf('worker'))) await sleep(50);
      await untilServed();
      expect(await groups()).toEqual(before);
      running.child.kill('SIGTERM');
      expect((await running.ended).code).toBe(0);
      for (const folder of before) {
        expect(await pathExists(folder)).toBe(false);
        expect(await pathExists(dirname(folder))).toBe(false);
      }
    },
  );
});
