import type { Product } from '../../e2e/src/product';
import { withOwnProduct } from './bench-product';
import { siteOf, type OwnSite } from './own-site';
import { memoryLimitRows } from './rows/memory-limit-rows';
import { neighbourRows } from './rows/neighbour-rows';
import { renderRows } from './render-hosts';
import { restartRows } from './restart-hosts';
import { saveRows } from './rows/save-rows';
import { serveRows } from './rows/serve-rows';
import { suspendRows } from './suspend-host';
import type { Row } from './table';
import { newHost, signInOwner, signInNewOwner, type Visitor } from './visitor';

const UIDS_OF_SLOT = 200;
/** The product's own one and the first measured one. */
const FIRST_HOSTS = 2;
/** Owners who save in the same moment. */
const OWNERS = 20;
const LANES = 10;
/** One whose settings change and its neighbour come on top of the first ones. */
const HOSTS_MIN = FIRST_HOSTS + 2;
const RESTARTS = 3;

async function addHosts(
  product: Product,
  { accountCode }: Visitor,
  count: number,
): Promise<readonly string[]> {
  const codes: string[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) codes.push(await newHost(product, accountCode, `bench${next++}`));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return codes;
}

/**
 * Measures site settings: the time until a save takes effect, many saves at once, the serving of visitors, and the
 * neighbour of a site at its memory limit; then the end of a suspended host's programs, and a restart.
 * @param hosts number of hosts on the node
 */
export async function hostEnvironment(rounds: number, hosts: number): Promise<readonly Row[]> {
  if (!(hosts >= HOSTS_MIN)) throw new Error(`--hosts has to be at least ${HOSTS_MIN}`);
  const rendered = await renderRows(hosts, rounds);
  return withOwnProduct(
    async (product) => {
      const owner = await signInNewOwner(product);
      const site = siteOf(product, owner);
      const few = await saveRows([site], rounds);
      const served = await serveRows(site, rounds);
      const ended = await suspendRows(product, site, rounds);
      const codes = await addHosts(product, owner, hosts - FIRST_HOSTS);
      const others: OwnSite[] = [];
      for (const hostCode of codes.slice(0, OWNERS - 1))
        others.push(
          siteOf(product, await signInOwner(product, { accountCode: owner.accountCode, hostCode })),
        );
      const [changed = site, neighbour = site] = others;
      const waits = await neighbourRows({ busy: site, changed, neighbour }, rounds);
      const beside = await memoryLimitRows({ eater: changed, neighbour }, rounds);
      const many = await saveRows([site, ...others], rounds);
      const all = [site, ...codes.map((hostCode) => siteOf(product, { ...owner, hostCode }))];
      const restarts = await restartRows(product, all, Math.min(rounds, RESTARTS));
      return [...few, ...waits, ...beside, ...many, ...rendered, ...served, ...ended, ...restarts];
    },
    { uidSlots: Math.ceil(hosts / UIDS_OF_SLOT) },
  );
}
