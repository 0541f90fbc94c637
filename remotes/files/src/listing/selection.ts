import type { FileEntry } from '@sitedeck/contract';
import { keyOf, type Rows } from './rows';

/** An entry of the list and its row. The entry is what counts; its row changes when the list does. */
export interface Position {
  readonly row: number;
  /** Key of the entry; absent while its page is not loaded. */
  readonly key: string | undefined;
}

/** What is selected in a list, and where the cursor is. A range reaches from the anchor to the cursor. */
export interface Selection {
  /** By the key of each entry. */
  readonly chosen: ReadonlyMap<string, FileEntry>;
  /** Selected by a click or an action, not ticked: the next move of the cursor deselects it. */
  readonly isLoose: boolean;
  readonly cursor: Position;
  readonly anchor: Position;
  /** Keys of entries that the current list may not have: created after it was read, or about to be replaced. */
  readonly coming: ReadonlySet<string>;
  /** Incremented when the owner moves the cursor, not when the list does: only the first scrolls. */
  readonly moves: number;
}

export interface LocatedEntry {
  readonly row: number;
  readonly entry: FileEntry;
}

const FIRST: Position = { row: 0, key: undefined };

export const NOTHING: Selection = {
  chosen: new Map(),
  isLoose: false,
  cursor: FIRST,
  anchor: FIRST,
  coming: new Set(),
  moves: 0,
};

const byKey = (entries: readonly FileEntry[]) => new Map(entries.map((entry) => [keyOf(entry), entry]));

export const positionOf = (row: number, entry: FileEntry | undefined): Position => ({
  row,
  key: entry && keyOf(entry),
});

const put = (selection: Selection, cursor: Position): Selection => ({
  ...selection,
  cursor,
  anchor: cursor,
  moves: selection.moves + 1,
});

export const moveTo = (selection: Selection, to: Position): Selection =>
  put(selection.isLoose ? clearSelection(selection) : selection, to);

export function toggleRow(selection: Selection, row: number, entry: FileEntry): Selection {
  const chosen = new Map(selection.chosen);
  if (!chosen.delete(keyOf(entry))) chosen.set(keyOf(entry), entry);
  return put({ ...selection, chosen, isLoose: false }, positionOf(row, entry));
}

/** Selects exactly the rows between the anchor and `to`; `entries` are those rows. */
export const chooseRange = (
  selection: Selection,
  to: Position,
  entries: readonly FileEntry[],
): Selection => ({
  ...selection,
  chosen: byKey(entries),
  isLoose: false,
  cursor: to,
  moves: selection.moves + 1,
});

export const chooseOne = (selection: Selection, row: number, entry: FileEntry): Selection =>
  put({ ...selection, chosen: byKey([entry]), isLoose: true }, positionOf(row, entry));

export const chooseAll = (selection: Selection, entries: readonly FileEntry[]): Selection => ({
  ...selection,
  chosen: byKey(entries),
  isLoose: false,
});

export const clearSelection = (selection: Selection): Selection => ({
  ...selection,
  chosen: NOTHING.chosen,
  isLoose: false,
});

/** Rows from the anchor to `row`, both counted, as a half-open span. */
export const spanTo = ({ anchor }: Selection, row: number): readonly [from: number, to: number] => [
  Math.min(anchor.row, row),
  Math.max(anchor.row, row) + 1,
];

/** Keeps the cursor off other entries while the server is asked for the position of what an action has created. */
export function holdCursor(selection: Selection): Selection {
  const { cursor, coming } = selection;
  if (cursor.key === undefined) return selection;
  return { ...selection, coming: new Set([...coming, cursor.key]) };
}

/** Selects what an action has created, with the cursor on the first entry; the current list may not contain it yet. */
export function selectCreated(selection: Selection, made: readonly LocatedEntry[]): Selection {
  const [first] = made;
  if (!first) return selection;
  const chosen = byKey(made.map(({ entry }) => entry));
  const coming = new Set(chosen.keys());
  return put({ ...selection, chosen, coming, isLoose: true }, positionOf(first.row, first.entry));
}

/**
 * The selection in a list that was read again: the cursor stays on its entry, or moves to the next remaining one
 * (`before` knows the order), and removed entries are deselected. If only some rows are loaded, entries that are not
 * among them stay as they are: `followAllRows` needs the complete list.
 */
export function followRows(selection: Selection, rows: Rows, before?: Rows): Selection {
  const coming = new Set([...selection.coming].filter((key) => !rows.loaded.has(key)));
  const parts = { rows, before, coming };
  const cursor = followPosition(selection.cursor, parts);
  const anchor = selection.anchor === selection.cursor ? cursor : followPosition(selection.anchor, parts);
  return { ...selection, coming, cursor, anchor, chosen: followChosen(selection.chosen, parts) };
}

interface ListChange {
  readonly rows: Rows;
  readonly before: Rows | undefined;
  readonly coming: Selection['coming'];
}

function followPosition(position: Position, { rows, before, coming }: ListChange): Position {
  const { key, row } = position;
  if (key === undefined) return named(row, rows);
  const at = rows.loaded.get(key);
  if (at !== undefined) return { row: at, key };
  if (!rows.isComplete || coming.has(key)) return position;
  return before ? neighbour(position, rows, before) : named(0, rows);
}

/** The entry of a row, or of the last row if the list has become shorter. */
function named(row: number, rows: Rows): Position {
  const validRow = Math.max(0, Math.min(row, rows.total - 1));
  return positionOf(validRow, rows.at(validRow));
}

/** The next remaining entry, else the previous one. */
function neighbour({ row }: Position, rows: Rows, before: Rows): Position {
  const left = (from: number, step: 1 | -1): Position | undefined => {
    for (let next = from; next >= 0 && next < before.total; next += step) {
      const entry = before.at(next);
      const at = entry && rows.loaded.get(keyOf(entry));
      if (entry && at !== undefined) return positionOf(at, entry);
    }
    return undefined;
  };
  return left(row + 1, 1) ?? left(row - 1, -1) ?? named(row, rows);
}

function followChosen(chosen: Selection['chosen'], { rows, coming }: ListChange): Selection['chosen'] {
  if (chosen.size === 0) return chosen;
  const next = new Map<string, FileEntry>();
  for (const [key, entry] of chosen) {
    const row = rows.loaded.get(key);
    const now = row === undefined ? undefined : rows.at(row);
    if (now) next.set(key, now);
    else if (!rows.isComplete || coming.has(key)) next.set(key, entry);
  }
  return next;
}

/** Whether the cursor's row is loaded and shows another entry, while its own entry is on no loaded row. */
export function isCursorLost({ cursor, coming }: Selection, rows: Rows): boolean {
  const { key, row } = cursor;
  if (key === undefined || coming.has(key) || rows.loaded.has(key)) return false;
  return row >= rows.total || rows.at(row) !== undefined;
}

/** As `followRows`, for a list of which only some rows are loaded; `all` is the complete one. */
export function followAllRows(selection: Selection, all: readonly FileEntry[]): Selection {
  const rows = new Map(all.map((entry, row) => [keyOf(entry), row]));
  const place = ({ row, key }: Position): Position => {
    const at = key === undefined ? undefined : rows.get(key);
    const validRow = at ?? Math.max(0, Math.min(row, all.length - 1));
    return positionOf(validRow, all[validRow]);
  };
  const cursor = place(selection.cursor);
  const chosen = all.filter((entry) => selection.chosen.has(keyOf(entry)));
  return {
    ...selection,
    chosen: byKey(chosen),
    cursor,
    anchor: place(selection.anchor),
    moves: selection.moves + 1,
  };
}
