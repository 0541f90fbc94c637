import { rm } from 'node:fs/promises';
import type { OwnProduct, Product } from './product';

/** One for all files that ask nothing special of it: each has accounts and hosts of its own there. */
const PLACE = 'SITEDECK_E2E_PRODUCT';

/** What a worker has to know; certificates and processes it has none. */
type Facts = Omit<Product, 'ask'>;

let running: OwnProduct | undefined;
let templateFolder: string | undefined;

/**
 * Set-up and tear-down run in one process but share no closure: this module is where they meet.
 * @param templates folder that is removed with the product
 */
export function share(product: OwnProduct, templates: string): void {
  running = product;
  templateFolder = templates;
  const { origin, sitesPort, provider, demo, data, pid } = product;
  const facts: Facts = { origin, sitesPort, provider, demo, data, pid };
  process.env[PLACE] = JSON.stringify(facts);
}

export async function stopShared(): Promise<void> {
  await running?.stop();
  if (templateFolder !== undefined) await rm(templateFolder, { recursive: true, force: true });
  running = undefined;
}

/**
 * The run's common product. A file that uses it makes hosts of its own, whose names no other file has, and asserts nothing about
 * what all files share: counters, versions of remotes, tasks of other hosts. It is never killed, filled or changed.
 */
export function sharedProduct(): Product {
  const text = process.env[PLACE];
  if (text === undefined) throw new Error('No product was started for the run');
  return { ...(JSON.parse(text) as Facts), ask: fetch };
}
