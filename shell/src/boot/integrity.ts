/**
 * Hash by absolute address: the page runs only scripts in this map (tooling/cli/src/preset/check-scripts.ts).
 */
const SUMS = Symbol.for('sitedeck.integrity.v1');
/** Number of attempts by absolute address: a new attempt bypasses a request that hangs. */
const ATTEMPTS = Symbol.for('sitedeck.attempts.v1');

/** A valid hash that matches no script: a script without a known hash fails like one that was tampered with. */
export const UNMATCHED_HASH = `sha384-${'A'.repeat(64)}`;

type Cell = Record<symbol, Map<string, unknown> | undefined>;

function cell<Value>(name: symbol): Map<string, Value> {
  const place = globalThis as unknown as Cell;
  return (place[name] ??= new Map()) as Map<string, Value>;
}

const absolute = (address: string): string => new URL(address, location.href).href;

/** @param sums hash by file, below `base` */
export function trustHashes(base: string, sums: Readonly<Record<string, string>>): void {
  for (const file in sums) cell<unknown>(SUMS).set(absolute(base + file), sums[file]);
}

/** Hashes of the page's own scripts, from the block that the build wrote into it. */
export function trustOwnChunks(): void {
  const text = document.getElementById('sitedeck-integrity')?.textContent ?? '{}';
  trustHashes('', JSON.parse(text) as Readonly<Record<string, string>>);
}

/** The hash that the script at an address must have, whatever its attempt number. */
export const hashOf = (address: string): string | undefined =>
  cell<string>(SUMS).get(absolute(address).replace(/\?.*$/, ''));

/** Gives the script a new address, which no earlier request uses. */
export function renewAddress(address: string): void {
  const attempts = cell<number>(ATTEMPTS);
  const plain = absolute(address).replace(/\?.*$/, '');
  attempts.set(plain, (attempts.get(plain) ?? 0) + 1);
}
