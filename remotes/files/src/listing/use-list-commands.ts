import type { FileEntry } from '@sitedeck/contract';
import type { RunAction } from '../acts/file-actions';
import type { Folder } from './use-folder';
import { isMove, type ListCommand, type MoveCommand, type PlainCommand } from './list-keys';
import {
  chooseAll,
  chooseOne,
  chooseRange,
  clearSelection,
  moveTo,
  positionOf,
  spanTo,
  toggleRow,
  type Position,
  type Selection,
} from './selection';
import type { Rows } from './rows';
import { fetchEntries } from './use-listing';
import type { ChangeSelection } from './use-selection';

interface Parts {
  readonly rows: Rows | undefined;
  readonly folder: Folder;
  readonly selection: Selection;
  readonly change: ChangeSelection;
  readonly run: RunAction;
  readonly paste: () => void;
  readonly undo: () => void;
  readonly showHelp: () => void;
  readonly showMenu: (row: number, entry: FileEntry) => void;
  readonly focusFilter: () => void;
  readonly search: (recent: boolean) => void;
}

/**
 * What the list does for each key and each click. An action applies to the selected entries, else to the one under the
 * cursor.
 */
export function useListCommands(parts: Parts) {
  const { rows, folder, selection, change } = parts;
  const last = (rows?.total ?? 0) - 1;
  const within = (row: number) => Math.max(0, Math.min(last, row));

  const reach = async (row: number) => {
    const [from, to] = spanTo(selection, row);
    if (!rows) return;
    const entries = await entriesOf(rows, from, to);
    change((before) => chooseRange(before, positionOf(row, rows.at(row)), entries));
  };
  const go = (row: number, extend: boolean) => {
    if (last < 0) return;
    if (extend) void reach(within(row));
    else change((before) => moveTo(before, positionOf(within(row), rows?.at(within(row)))));
  };
  const all = async () => {
    if (!rows) return;
    const entries = await entriesOf(rows, 0, rows.total);
    change((before) => chooseAll(before, entries));
  };
  const active = () => rows && entryAt(rows, selection.cursor);
  const subject = (): FileEntry[] => {
    if (selection.chosen.size > 0) return [...selection.chosen.values()];
    const entry = active();
    return entry ? [entry] : [];
  };
  const jumpTo = (letter: string) => {
    const found = rows && findLetter(rows, letter, selection.cursor.row);
    if (found !== undefined) go(found, false);
  };

  const withActive = (act: (entry: FileEntry) => void) => {
    const entry = active();
    if (entry) act(entry);
  };

  const move = (step: MoveCommand, rowsOnPage: number) => {
    switch (step.is) {
      case 'move':
        return go(selection.cursor.row + step.by, step.extend);
      case 'page':
        return go(selection.cursor.row + step.by * rowsOnPage, step.extend);
      case 'jump':
        return go(step.to === 'first' ? 0 : last, step.extend);
      case 'letter':
        return jumpTo(step.letter);
    }
  };
  const plain: Readonly<Record<PlainCommand, () => void>> = {
    open: () => withActive((entry) => parts.run('open', [entry])),
    toggle: () => withActive((entry) => change((before) => toggleRow(before, before.cursor.row, entry))),
    menu: () => withActive((entry) => parts.showMenu(selection.cursor.row, entry)),
    rename: () => withActive((entry) => parts.run('rename', [entry])),
    copy: () => parts.run('copy', subject()),
    cut: () => parts.run('cut', subject()),
    remove: () => parts.run('remove', subject()),
    removeForGood: () => parts.run('removeForGood', subject()),
    undo: parts.undo,
    all: () => void all(),
    up: folder.up,
    paste: parts.paste,
    filter: parts.focusFilter,
    search: () => parts.search(false),
    help: parts.showHelp,
    clear: () => change(clearSelection),
  };
  const command = (pressed: ListCommand, rowsOnPage: number) =>
    isMove(pressed) ? move(pressed, rowsOnPage) : plain[pressed.is]();

  return {
    command,
    all: () => void all(),
    pick: (row: number, entry: FileEntry, keys: { readonly add: boolean; readonly range: boolean }) => {
      if (keys.range) void reach(row);
      else if (keys.add) change((before) => toggleRow(before, row, entry));
      else change((before) => chooseOne(before, row, entry));
    },
    toggle: (row: number, entry: FileEntry) => change((before) => toggleRow(before, row, entry)),
  };
}

/** By its key, never by its row: after the list was read again, the row may show another entry. */
function entryAt(rows: Rows, { key }: Position): FileEntry | undefined {
  const row = key === undefined ? undefined : rows.loaded.get(key);
  return row === undefined ? undefined : rows.at(row);
}

/** Entries of a span: loaded ones if complete, else from the server. */
async function entriesOf(rows: Rows, from: number, to: number): Promise<FileEntry[]> {
  const loadedEntries: FileEntry[] = [];
  for (let row = from; row < to; row += 1) {
    const entry = rows.at(row);
    if (!entry) return fetchEntries(rows.query, { from, to });
    loadedEntries.push(entry);
  }
  return loadedEntries;
}

/** The next loaded row whose name begins with the letter; continues at the start. */
function findLetter(rows: Rows, letter: string, active: number): number | undefined {
  const prefix = letter.toLowerCase();
  for (let step = 1; step <= rows.total; step += 1) {
    const row = (active + step) % rows.total;
    if (rows.at(row)?.name.toLowerCase().startsWith(prefix)) return row;
  }
  return undefined;
}
