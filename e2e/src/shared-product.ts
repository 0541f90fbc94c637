import { rm } from 'node:fs/promises';
import type { OwnProduct, Product } from './product';

/**
 * Environment variable that describes the common product to the test files; each makes its own accounts and hosts
 * there.
 */
const VARIABLE = 'SITEDECK_E2E_PRODUCT';

/** The fields that a jest worker needs. */
type ProductFields = Omit<Product, 'request'>;

let running: OwnProduct | undefined;
let templateFolder: string | undefined;

/**
 * Makes the product known to all workers. Jest's set-up and tear-down share no closure, only this module.
 * @param templates folder that is removed with the product
 */
export function announceProduct(product: OwnProduct, templates: string): void {
  running = product;
  templateFolder = templates;
  const { origin, sitesPort, sitesTlsPort, provider, demo, data, pid } = product;
  const facts: ProductFields = { origin, sitesPort, sitesTlsPort, provider, demo, data, pid };
  process.env[VARIABLE] = JSON.stringify(facts);
}

export async function stopShared(): Promise<void> {
  await running?.stop();
  if (templateFolder !== undefined) await rm(templateFolder, { recursive: true, force: true });
  running = undefined;
}

/**
 * The common product of the run. A test file that uses it creates hosts with unique names and asserts nothing about
 * what all files share: counters, versions of remotes, tasks of other hosts. No test kills, fills or reconfigures it.
 */
export function sharedProduct(): Product {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error('No product was started for the run');
  return { ...(JSON.parse(text) as ProductFields), request: fetch };
}
