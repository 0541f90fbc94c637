import type { Product } from '../../e2e/src/product';
import { withOwnProduct } from './bench-product';
import { buildMonolith } from './build-monolith';
import { publishRemote, scaffold, type Scaffold } from './scaffolds';
import { scratchFolder } from './started';
import { createTasks } from './task-rows';
import type { Row } from './table';
import { signInNewOwner, type Visitor } from './visitor';
import { deliveryRows } from './rows/delivery-rows';
import { interactiveRows } from './rows/interactive-rows';
import { pageChangeRows } from './rows/page-change-rows';
import { coldPageRows } from './rows/page-rows';
import { remoteSizeRows } from './rows/remote-rows';

const NAMES = ['notes', 'ledger', 'roster', 'almanac', 'diary', 'register'] as const;
const [NOTES] = NAMES;

/** Publishes remotes of teams on a running server, beside those of the product. */
async function withScaffolds<T>(
  names: readonly string[],
  measure: (product: Product, scaffolds: readonly Scaffold[]) => Promise<T>,
): Promise<T> {
  const scratch = await scratchFolder();
  try {
    return await withOwnProduct(async (product) => {
      const scaffolds: Scaffold[] = [];
      for (const name of names)
        scaffolds.push(await scaffold(name, { cwd: scratch.path, server: product.origin }));
      return await measure(product, scaffolds);
    });
  } finally {
    await scratch.remove();
  }
}

/** Creates a host whose lists have entries. */
async function withTasks(product: Product): Promise<Visitor> {
  const visitor = await signInNewOwner(product);
  await createTasks(visitor, 5);
  return visitor;
}

/** Bytes, requests and first paint of pages, and how they are delivered. */
export const pageRows = (rounds: number): Promise<readonly Row[]> =>
  withScaffolds([NOTES], async (product, [notes]) => {
    if (!notes) throw new Error('nothing was made');
    await publishRemote(product, notes, (version) => ({ is: 'promote', version }));
    const visitor = await withTasks(product);
    return [
      ...(await coldPageRows(visitor, rounds)),
      ...(await remoteSizeRows(visitor, notes, rounds)),
      ...(await deliveryRows(visitor)),
    ];
  });

/** Cost of federation: a page change, and a start with many remotes. */
export const federationRows = (rounds: number): Promise<readonly Row[]> =>
  withScaffolds(NAMES, async (product, scaffolds) => {
    const [many, one] = [await withTasks(product), await signInNewOwner(product, 'one')];
    for (const made of scaffolds)
      await publishRemote(product, made, (version) => ({
        is: 'pin',
        accountCode: many.accountCode,
        version,
      }));
    return [
      ...(await besideMonolith({ own: many, scaffolds }, rounds)),
      ...(await interactiveRows({ many, one }, scaffolds.length + 1, rounds)),
    ];
  });

async function besideMonolith(
  { own, scaffolds }: { readonly own: Visitor; readonly scaffolds: readonly Scaffold[] },
  rounds: number,
): Promise<readonly Row[]> {
  const monolith = await buildMonolith(scaffolds);
  try {
    return await withOwnProduct(
      async (product) => {
        for (const made of scaffolds)
          await publishRemote(product, made, (version) => ({ is: 'promote', version }));
        return await pageChangeRows({ own, monolith: await withTasks(product) }, NOTES, rounds);
      },
      { main: monolith.main },
    );
  } finally {
    monolith.remove();
  }
}
