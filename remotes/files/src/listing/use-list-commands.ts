import type { FileEntry } from '@sitedeck/contract';
import type { RunAct } from '../acts/file-acts';
import type { Folder } from './use-folder';
import { isMove, type ListCommand, type MoveCommand, type PlainCommand } from './list-keys';
import { chooseAll, chooseRange, clear, moveTo, spanTo, toggle, type Selection } from './selection';
import { fetchEntries, type Rows } from './use-listing';

interface Parts {
  readonly rows: Rows | undefined;
  readonly folder: Folder;
  readonly selection: Selection;
  readonly change: (next: (before: Selection) => Selection) => void;
  readonly run: RunAct;
  readonly paste: () => void;
  readonly undo: () => void;
  readonly showHelp: () => void;
  readonly showMenu: (row: number, entry: FileEntry) => void;
  readonly focusFilter: () => void;
  readonly search: (recent: boolean) => void;
}

/** What the list does for each key and each click; the entries an act is for are the chosen ones, else the active one. */
export function useListCommands(parts: Parts) {
  const { rows, folder, selection, change } = parts;
  const last = (rows?.total ?? 0) - 1;
  const within = (row: number) => Math.max(0, Math.min(last, row));

  const reach = async (row: number) => {
    const [from, to] = spanTo(selection, row);
    if (!rows) return;
    const entries = await entriesOf(rows, from, to);
    change((before) => chooseRange(before, row, entries));
  };
  const go = (row: number, extend: boolean) => {
    if (last < 0) return;
    if (extend) void reach(within(row));
    else change((before) => moveTo(before, within(row)));
  };
  const all = async () => {
    if (!rows) return;
    const entries = await entriesOf(rows, 0, rows.total);
    change((before) => chooseAll(before, entries));
  };
  const subject = (): FileEntry[] => {
    if (selection.chosen.size > 0) return [...selection.chosen.values()];
    const active = rows?.at(within(selection.active));
    return active ? [active] : [];
  };
  const jumpTo = (letter: string) => {
    const found = rows && findLetter(rows, letter, selection.active);
    if (found !== undefined) go(found, false);
  };

  const active = () => rows?.at(within(selection.active));
  const withActive = (act: (entry: FileEntry) => void) => {
    const entry = active();
    if (entry) act(entry);
  };

  const move = (asked: MoveCommand, rowsOnPage: number) => {
    switch (asked.is) {
      case 'move':
        return go(selection.active + asked.by, asked.extend);
      case 'page':
        return go(selection.active + asked.by * rowsOnPage, asked.extend);
      case 'jump':
        return go(asked.to === 'first' ? 0 : last, asked.extend);
      case 'letter':
        return jumpTo(asked.letter);
    }
  };
  const plain: Readonly<Record<PlainCommand, () => void>> = {
    open: () => withActive((entry) => parts.run('open', [entry])),
    toggle: () => withActive((entry) => change((before) => toggle(before, before.active, entry))),
    menu: () => withActive((entry) => parts.showMenu(selection.active, entry)),
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
    clear: () => change(clear),
  };
  const command = (asked: ListCommand, rowsOnPage: number) =>
    isMove(asked) ? move(asked, rowsOnPage) : plain[asked.is]();

  return {
    command,
    all: () => void all(),
    pick: (row: number, entry: FileEntry, keys: { readonly add: boolean; readonly range: boolean }) => {
      if (keys.range) void reach(row);
      else if (keys.add) change((before) => toggle(before, row, entry));
      else change((before) => chooseRange(moveTo(before, row), row, [entry]));
    },
    toggle: (row: number, entry: FileEntry) => change((before) => toggle(before, row, entry)),
  };
}

/** Entries of a span: from what is loaded where it is all there, else from the server. */
async function entriesOf(rows: Rows, from: number, to: number): Promise<FileEntry[]> {
  const here: FileEntry[] = [];
  for (let row = from; row < to; row += 1) {
    const entry = rows.at(row);
    if (!entry) return fetchEntries(rows.query, { from, to });
    here.push(entry);
  }
  return here;
}

/** The next loaded row whose name begins with the letter, round the end. */
function findLetter(rows: Rows, letter: string, active: number): number | undefined {
  const wanted = letter.toLowerCase();
  for (let step = 1; step <= rows.total; step += 1) {
    const row = (active + step) % rows.total;
    if (rows.at(row)?.name.toLowerCase().startsWith(wanted)) return row;
  }
  return undefined;
}
