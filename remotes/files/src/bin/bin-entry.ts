import { BIN_ITEMS_MAX } from '@sitedeck/contract';
import type { Facts } from '../conflicts/clash';

/** An entry of the recycle bin, and its path before it was deleted. */
export interface BinEntry extends Partial<Facts> {
  readonly id: string;
  readonly path: string;
}

/** Size and date to show when its name is taken. */
export const factsOf = ({ type, size, mtime }: BinEntry): Facts | undefined =>
  type !== undefined && size !== undefined && mtime !== undefined ? { type, size, mtime } : undefined;

export function inBatches(ids: readonly string[]): string[][] {
  const calls: string[][] = [];
  for (let from = 0; from < ids.length; from += BIN_ITEMS_MAX)
    calls.push(ids.slice(from, from + BIN_ITEMS_MAX));
  return calls;
}
