/** Hash by absolute address: no script runs in this page that is not in here (tooling/cli/src/preset/check-scripts.ts). */
const SUMS = Symbol.for('sitedeck.integrity.v1');
/** Attempt by absolute address: a further one gets past a request that hangs. */
const ATTEMPTS = Symbol.for('sitedeck.attempts.v1');

/** Well formed, and of no script: what nobody vouched for fails as a script that was tampered with. */
export const OF_NOTHING = `sha384-${'A'.repeat(64)}`;

type Cell = Record<symbol, Map<string, unknown> | undefined>;

function cell<Value>(name: symbol): Map<string, Value> {
  const place = globalThis as unknown as Cell;
  return (place[name] ??= new Map()) as Map<string, Value>;
}

const absolute = (address: string): string => new URL(address, location.href).href;

/** @param sums hash by file, below `base` */
export function trust(base: string, sums: Readonly<Record<string, string>>): void {
  for (const file in sums) cell<unknown>(SUMS).set(absolute(base + file), sums[file]);
}

/** What the page's own scripts may fetch, from the block that the build wrote into it. */
export function trustOwnChunks(): void {
  const text = document.getElementById('sitedeck-integrity')?.textContent ?? '{}';
  trust('', JSON.parse(text) as Readonly<Record<string, string>>);
}

/** The hash that the script at an address must have; the number of an attempt does not matter. */
export const sumOf = (address: string): string | undefined =>
  cell<string>(SUMS).get(absolute(address).replace(/\?.*$/, ''));

/** From now on a script comes from an address that no earlier request holds. */
export function askAnew(address: string): void {
  const attempts = cell<number>(ATTEMPTS);
  const plain = absolute(address).replace(/\?.*$/, '');
  attempts.set(plain, (attempts.get(plain) ?? 0) + 1);
}
