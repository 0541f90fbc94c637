/** Rows drawn beyond the edge of the list, so that a quick flick shows no gap. */
const SPARE_ROWS = 8;
/** Rows asked of the server at a time: the first page of a long folder costs little, and a screen needs two at most. */
export const PAGE_ROWS = 200;

/** Half-open span of rows. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** How far a list is scrolled and how much of it shows, px. */
export interface View {
  readonly top: number;
  readonly height: number;
}

export function drawnRows({ top, height }: View, rowHeight: number, total: number): Span {
  const from = Math.max(0, Math.floor(top / rowHeight) - SPARE_ROWS);
  const to = Math.min(total, Math.ceil((top + height) / rowHeight) + SPARE_ROWS);
  return { from: Math.min(from, Math.max(0, to - 1)), to };
}

/** Numbers of the pages a span touches; at least the first one, which also tells the total. */
export function pagesOf({ from, to }: Span): number[] {
  const first = Math.floor(from / PAGE_ROWS);
  const last = Math.max(first, Math.floor((to - 1) / PAGE_ROWS));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Where the list must be scrolled to for `row` to be seen whole; `top` itself where it already is. */
export function scrollToShow(row: number, rowHeight: number, { top, height }: View): number {
  const from = row * rowHeight;
  if (from < top) return from;
  return Math.max(top, from + rowHeight - height);
}
