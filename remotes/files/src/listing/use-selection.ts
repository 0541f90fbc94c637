import { useEffect, useRef, useState } from 'react';
import { nameOf, parentOf } from '../paths';
import { useRevealer } from './reveal';
import {
  clearSelection,
  followRows,
  isCursorLost,
  selectCreated,
  NOTHING,
  followAllRows,
  holdCursor,
  type LocatedEntry,
  type Selection,
} from './selection';
import type { ListQuery, Rows } from './rows';
import { fetchEntries, type Listing } from './use-listing';

export type ChangeSelection = (next: (before: Selection) => Selection) => void;

interface HeldSelection {
  readonly query: ListQuery;
  readonly selection: Selection;
  /** The list that the selection fits. */
  readonly seen: Rows | undefined;
  /** Whether something was selected or moved; if not, a new sort order starts at the top. */
  readonly isTouched: boolean;
}

const startOf = (query: ListQuery): HeldSelection => ({
  query,
  selection: NOTHING,
  seen: undefined,
  isTouched: false,
});

/** Selection of the open folder, which follows its entries; another folder starts with nothing selected. */
export function useSelection(query: ListQuery, listing: Listing): [Selection, ChangeSelection] {
  const revealer = useRevealer();
  const [held, setHeld] = useState(() => startOf(query));
  const rows = listing.is === 'ready' && !listing.stale ? listing.rows : undefined;
  const fitting = withRows(withQuery(held, query), rows);
  if (fitting !== held) setHeld(fitting);
  const { selection } = fitting;

  /** Ignores the change if another folder is open by now. */
  const changeHere = (next: (before: HeldSelection) => HeldSelection) =>
    setHeld((before) => (before.query.path === query.path ? next(before) : before));
  const change: ChangeSelection = (next) => {
    revealer.moved();
    changeHere((before) => ({ ...before, isTouched: true, selection: next(before.selection) }));
  };
  useRevealed(query, {
    stay: () => changeHere((before) => ({ ...before, selection: holdCursor(before.selection) })),
    show: (made) =>
      changeHere((before) => ({ ...fitted(before, selectCreated(before.selection, made)), isTouched: true })),
    giveUp: () => changeHere((before) => fitted(before, { ...before.selection, coming: NOTHING.coming })),
  });
  useSettled(fitting, (next) => changeHere((before) => ({ ...before, selection: next(before.selection) })));
  return [selection, change];
}

const fitted = (held: HeldSelection, selection: Selection): HeldSelection => ({
  ...held,
  selection: held.seen ? followRows(selection, held.seen, held.seen) : selection,
});

function withQuery(held: HeldSelection, query: ListQuery): HeldSelection {
  const { query: before, selection, isTouched } = held;
  if (before === query) return held;
  const isFiltered = before.filter !== query.filter;
  const isSorted = before.sort !== query.sort || before.order !== query.order;
  if (before.path !== query.path) return startOf(query);
  if (!isFiltered && !isSorted) return { ...held, query };
  if (!isTouched) return startOf(query);
  // Entries that a new filter hides must not be deleted together with the visible ones.
  return { ...startOf(query), isTouched, selection: isFiltered ? clearSelection(selection) : selection };
}

function withRows(held: HeldSelection, rows: Rows | undefined): HeldSelection {
  if (!rows || rows === held.seen || rows.query !== held.query) return held;
  return { ...held, seen: rows, selection: followRows(held.selection, rows, held.seen) };
}

interface Showing {
  readonly stay: () => void;
  readonly show: (made: readonly LocatedEntry[]) => void;
  readonly giveUp: () => void;
}

/** Shows what actions have created, once the server has reported its position in the list. */
function useRevealed(query: ListQuery, showing: Showing): void {
  const revealer = useRevealer();
  const now = useRef({ query, ...showing });
  useEffect(() => {
    now.current = { query, ...showing };
  });
  useEffect(
    () =>
      revealer.connect((paths, isWanted) => {
        const { query: shownQuery } = now.current;
        const inFolder = paths.filter((path) => parentOf(path) === shownQuery.path);
        if (inFolder.length === 0) return;
        now.current.stay();
        locate(shownQuery, new Set(inFolder.map(nameOf))).then(
          (made) => {
            const { query: shown, show, giveUp } = now.current;
            if (isWanted() && shown === shownQuery && made.length > 0) show(made);
            else giveUp();
          },
          // The list itself reports why it can't be read.
          () => now.current.giveUp(),
        );
      }),
    [revealer],
  );
}

async function locate(query: ListQuery, names: ReadonlySet<string>): Promise<LocatedEntry[]> {
  const all = await fetchEntries(query, { from: 0, to: Infinity });
  return all.flatMap((entry, row) => (names.has(entry.name) ? [{ row, entry }] : []));
}

/** If only some rows are loaded, asks the server where the cursor's entry is now and which selected entries remain. */
function useSettled({ query, seen, selection }: HeldSelection, apply: ChangeSelection): void {
  const total = useRef<number>(undefined);
  const now = useRef(apply);
  useEffect(() => {
    now.current = apply;
  });
  useEffect(() => {
    if (!seen) return;
    const hasChanged = total.current !== undefined && total.current !== seen.total;
    total.current = seen.total;
    if (seen.isComplete) return;
    if (!isCursorLost(selection, seen) && !(hasChanged && selection.chosen.size > 0)) return;
    let isOver = false;
    fetchEntries(query, { from: 0, to: Infinity }).then(
      (all) => {
        if (!isOver) now.current((before) => followAllRows(before, all));
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
    // Asks once per list that arrives, not at each move in it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [seen]);
}
