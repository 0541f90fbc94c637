/** Something in the recycle bin, and where it was. */
export interface Kept {
  readonly id: string;
  readonly path: string;
}

/** Most things one call takes (contract, `restoreFromBin`, `emptyBin`). */
const CALL_ITEMS = 1000;

export function inCalls(ids: readonly string[]): string[][] {
  const calls: string[][] = [];
  for (let from = 0; from < ids.length; from += CALL_ITEMS) calls.push(ids.slice(from, from + CALL_ITEMS));
  return calls;
}
