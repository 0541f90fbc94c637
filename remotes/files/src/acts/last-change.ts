import type { BinEntry } from '../bin/bin-entry';
import type { Paste } from './paste';

/** A change that can be undone. */
export type Change =
  | { readonly is: 'deletion'; readonly kept: readonly BinEntry[] }
  | { readonly is: 'paste'; readonly paste: Paste };

let last: Change | undefined;

/** Remembers what this page changed last, for the undo key. */
export function rememberChange(change: Change): void {
  last = change;
}

/** Returns it once, so that a second undo does nothing. */
export function takeLastChange(): Change | undefined {
  const change = last;
  last = undefined;
  return change;
}

/** Called when a notice undoes this change. */
export function forgetChange(change: Change): void {
  if (last === change) last = undefined;
}
