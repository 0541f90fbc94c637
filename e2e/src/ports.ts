import { freePort } from '../../server/testing/free-port';

/** Returns free, distinct loopback ports. */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) found.push(await freePort());
  return found;
}
