import type { BinEntry } from '../bin/bin-entry';
import type { ClipboardEntries } from './clipboard';

/** An entry that a paste has placed. */
export interface PlacedEntry {
  readonly from: string;
  readonly to: string;
  /** What it replaced, now in the recycle bin. */
  readonly kept: readonly BinEntry[];
  /** The version of `to` that holds the file it replaced. */
  readonly versionId: string | undefined;
  /** Absent for a copy. */
  readonly moveId: string | undefined;
}

export interface Paste {
  readonly mode: ClipboardEntries['mode'];
  readonly placed: readonly PlacedEntry[];
}
