/** Rows drawn beyond the visible ones, so that quick scrolling shows no gap. */
const SPARE_ROWS = 8;
/** Rows of one request: few enough for a quick first page, and a screen needs two pages at most. */
export const PAGE_ROWS = 200;

/** Half-open span of rows. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Scroll position and visible height of a list, px. */
export interface View {
  readonly top: number;
  readonly height: number;
}

export function drawnRows({ top, height }: View, rowHeight: number, total: number): Span {
  const from = Math.max(0, Math.floor(top / rowHeight) - SPARE_ROWS);
  const to = Math.min(total, Math.ceil((top + height) / rowHeight) + SPARE_ROWS);
  return { from: Math.min(from, Math.max(0, to - 1)), to };
}

/** Numbers of the pages that a span touches; at least the first, which also holds the total. */
export function pagesOf({ from, to }: Span): number[] {
  const first = Math.floor(from / PAGE_ROWS);
  const last = Math.max(first, Math.floor((to - 1) / PAGE_ROWS));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Scroll position that shows the entire row; `top` if it is already visible. */
export function scrollToShow(row: number, rowHeight: number, { top, height }: View): number {
  const from = row * rowHeight;
  if (from < top) return from;
  return Math.max(top, from + rowHeight - height);
}
