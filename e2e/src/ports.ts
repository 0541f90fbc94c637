import { freePort } from '../../server/testing/free-port';

/** As many free loopback ports, no two of them the same. */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) found.push(await freePort());
  return found;
}
