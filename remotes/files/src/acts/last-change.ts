import type { BinEntry } from '../bin/bin-entry';
import type { Paste } from './paste';

/** A change that can be undone. */
export type Change =
  | { readonly is: 'deletion'; readonly kept: readonly BinEntry[] }
  | { readonly is: 'paste'; readonly paste: Paste };

/** Returns the change once: a second undo might remove what the first one has brought back. */
type Take = () => Change | undefined;

let takeLast: Take | undefined;

/**
 * Remembers what this page changed last, for the undo key.
 * @param onTaken called when the change is about to be undone
 */
export function rememberChange(change: Change, onTaken: () => void): Take {
  let isLeft = true;
  const take = () => {
    if (!isLeft) return undefined;
    isLeft = false;
    if (takeLast === take) takeLast = undefined;
    onTaken();
    return change;
  };
  takeLast = take;
  return take;
}

export const takeLastChange: Take = () => takeLast?.();
