import type { Kept } from './kept';

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
