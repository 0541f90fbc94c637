import type { FileEntry } from '@sitedeck/contract';

/**
 * What is chosen in a list, and where the keyboard stands. `active` and `anchor` are row numbers; a range reaches from
 * the anchor to the active row. Entries are kept, not rows: sorting anew or scrolling away loses nothing.
 */
export interface Selection {
  readonly chosen: ReadonlyMap<string, FileEntry>;
  readonly active: number;
  readonly anchor: number;
}

export const NOTHING: Selection = { chosen: new Map(), active: 0, anchor: 0 };

const byName = (entries: readonly FileEntry[]) => new Map(entries.map((entry) => [entry.name, entry]));

export const moveTo = (selection: Selection, row: number): Selection => ({
  ...selection,
  active: row,
  anchor: row,
});

export function toggle(selection: Selection, row: number, entry: FileEntry): Selection {
  const chosen = new Map(selection.chosen);
  if (!chosen.delete(entry.name)) chosen.set(entry.name, entry);
  return { chosen, active: row, anchor: row };
}

/** Chooses just the rows between the anchor and `row`; `entries` are those rows. */
export const chooseRange = (selection: Selection, row: number, entries: readonly FileEntry[]): Selection => ({
  ...selection,
  chosen: byName(entries),
  active: row,
});

export const chooseAll = (selection: Selection, entries: readonly FileEntry[]): Selection => ({
  ...selection,
  chosen: byName(entries),
});

export const clear = (selection: Selection): Selection => ({ ...selection, chosen: NOTHING.chosen });

/** Rows from the anchor to `row`, both counted, as a half-open span. */
export const spanTo = ({ anchor }: Selection, row: number): readonly [from: number, to: number] => [
  Math.min(anchor, row),
  Math.max(anchor, row) + 1,
];
