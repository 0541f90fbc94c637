import { startProduct, type OwnProduct, type StartOptions } from '../../e2e/src/product';
import { ENDS_WITH_BENCH } from './ends-with-bench';

const running = new Set<OwnProduct>();

/** Measures on a product of its own, so that the data of one measurement does not slow down the next. */
export async function withOwnProduct<T>(
  measure: (product: OwnProduct) => Promise<T>,
  { env = {}, ...options }: StartOptions & { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<T> {
  const product = await startProduct(env, { ...options, wrapper: ENDS_WITH_BENCH });
  running.add(product);
  try {
    return await measure(product);
  } finally {
    // Else `stopProducts` does it.
    if (running.delete(product)) await product.stop();
  }
}

/** Ends all products and removes their data, when the bench is asked to stop. */
export async function stopProducts(): Promise<void> {
  const all = [...running];
  running.clear();
  await Promise.allSettled(all.map((product) => product.stop()));
}
