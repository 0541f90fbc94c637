import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

/** Moves one entry of a list to another index. */
function movedTo<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const rest = items.filter((_item, index) => index !== from);
  const [moved] = items.slice(from, from + 1);
  return moved === undefined ? items : [...rest.slice(0, to), moved, ...rest.slice(to)];
}

interface Sorting<Item> {
  readonly items: readonly Item[];
  /** Why nothing can be moved now. */
  readonly blocked: string | undefined;
  readonly onOrder: (items: readonly Item[]) => void;
  /** Called when an entry was moved to index `to`. */
  readonly onMoved: (item: Item, to: number) => void;
}

/** The entry that is dragged, and the index where it would be dropped. */
export interface Drag {
  readonly from: number;
  readonly to: number;
}

/** Where the row at `index` shows that the dragged entry would be dropped. */
export function dropMark(index: number, { from, to }: Drag): 'dragged' | 'above' | 'below' | undefined {
  if (index === from) return 'dragged';
  if (index !== to) return undefined;
  return to < from ? 'above' : 'below';
}

/** The row at a height of the window; the first one above the list, the last one below it. */
function rowAt(list: HTMLElement, y: number): number {
  const rows = [...list.children].map((row) => row.getBoundingClientRect());
  const below = rows.findIndex(({ bottom }) => y < bottom);
  return below === -1 ? rows.length - 1 : below;
}

/**
 * Moves entries by pointer (mouse, pen, finger), by Alt+↑↓ and by single steps. The order changes on release.
 */
export function useSorting<Item>({ items, blocked, onOrder, onMoved }: Sorting<Item>) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<Drag>();

  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || blocked !== undefined || to < 0 || to >= items.length || to === from) return;
    onOrder(movedTo(items, from, to));
    onMoved(item, to);
  };

  const handleOf = (index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || blocked !== undefined) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged({ from: index, to: index });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!dragged || !list.current) return;
      setDragged({ ...dragged, to: rowAt(list.current, event.clientY) });
    },
    onPointerUp: () => {
      if (dragged) move(dragged.from, dragged.to);
      setDragged(undefined);
    },
    onPointerCancel: () => setDragged(undefined),
  });

  const keysOf = (index: number) => ({
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Escape' && dragged) setDragged(undefined);
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!event.altKey || step === undefined) return;
      event.preventDefault();
      move(index, index + step);
    },
  });

  return { list, dragged, move, handleOf, keysOf };
}
