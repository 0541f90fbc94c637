import type { Facts } from '../conflicts/clash';

/** Something in the recycle bin, and where it was. */
export interface Kept extends Partial<Facts> {
  readonly id: string;
  readonly path: string;
}

/** What is known of it, for whoever has to choose. */
export const factsOf = ({ type, size, mtime }: Kept): Facts | undefined =>
  type !== undefined && size !== undefined && mtime !== undefined ? { type, size, mtime } : undefined;

/** Most things one call takes (contract, `restoreFromBin`, `emptyBin`). */
const CALL_ITEMS = 1000;

export function inBatches(ids: readonly string[]): string[][] {
  const calls: string[][] = [];
  for (let from = 0; from < ids.length; from += CALL_ITEMS) calls.push(ids.slice(from, from + CALL_ITEMS));
  return calls;
}

let last: readonly Kept[] = [];

/** What this page has sent to the recycle bin last, by deleting or by replacing it. */
export function rememberKept(kept: readonly Kept[]): void {
  last = kept;
}

/** A second undo finds nothing. */
export function takeLastKept(): readonly Kept[] {
  const kept = last;
  last = [];
  return kept;
}
