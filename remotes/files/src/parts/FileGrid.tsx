import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons';
import type { FileEntry } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { useEffect, useId, useLayoutEffect, useState, type ReactNode, type RefObject } from 'react';
import { filesTexts } from '../i18n/files-texts';
import { listCommand, type ListCommand } from '../listing/list-keys';
import { type ListQuery, type Rows, keyOf } from '../listing/rows';
import { type Position, type Selection } from '../listing/selection';
import { drawnRows, scrollToShow, type Span } from '../listing/visible-rows';
import type { RowState } from './FileRow';

/** Height of row, card and header, px; the style sheet uses the same numbers. */
const ROW = 32;
const CARD = 56;
const HEAD = 32;

interface Props {
  readonly rows: Rows | undefined;
  readonly query: ListQuery;
  readonly stale: boolean;
  readonly card: boolean;
  readonly selection: Selection;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly onSpan: (span: Span) => void;
  readonly onCommand: (command: ListCommand, rowsOnPage: number) => void;
  readonly onSort: (sort: ListQuery['sort']) => void;
  readonly renderRow: (row: RowState) => ReactNode;
}

/**
 * The virtualised list: only visible rows are in the DOM, and `aria-rowcount` says how many there are. One tab stop;
 * the row under the cursor is the active descendant.
 */
export function FileGrid(props: Props) {
  const { rows, query, card, selection, grid, onSpan } = props;
  const text = useText(filesTexts);
  const id = useId();
  const total = rows?.total ?? 0;
  const { cursor } = selection;
  const { activeRow, isShown } = activeOf(cursor, rows);
  const isComing = selection.coming.has(cursor.key ?? '');
  const rowHeight = card ? CARD : ROW;
  const head = card ? 0 : HEAD;
  const { view, onScroll } = useScrolled(grid, query.path);
  const drawn = drawnRows(view, rowHeight, total);
  const { from, to } = drawn;

  useEffect(() => onSpan({ from, to }), [onSpan, from, to]);
  useLayoutEffect(() => {
    const box = grid.current;
    if (!box || total === 0 || box.clientHeight === 0) return;
    const view = { top: box.scrollTop, height: box.clientHeight - head };
    scroll(box, scrollToShow(activeRow, rowHeight, view));
    // Scrolls only when the owner has moved the cursor, not when a new list has.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [selection.moves, isComing, rows?.query]);

  const shown = Array.from({ length: to - from }, (_, index) => from + index);
  if (activeRow < total && !shown.includes(activeRow)) shown.push(activeRow);

  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={0}
      className={`fm-grid ${card ? 'fm-cards' : ''} ${props.stale ? 'fm-stale' : ''}`}
      aria-label={text('list.label')}
      aria-rowcount={total + 1}
      aria-multiselectable
      aria-busy={rows === undefined || props.stale}
      aria-activedescendant={total > 0 && isShown ? `${id}-${String(activeRow)}` : undefined}
      onScroll={onScroll}
      onKeyDown={(event) => {
        const command = listCommand(event);
        if (!command) return;
        event.preventDefault();
        props.onCommand(command, Math.max(1, Math.floor((view.height - head) / rowHeight) - 1));
      }}
    >
      <GridHead query={query} onSort={props.onSort} hidden={card} />
      <div role="rowgroup" className="fm-rows" style={{ height: total * rowHeight }}>
        {shown.map((row) => {
          const entry: FileEntry | undefined = rows?.at(row);
          const chosen = entry !== undefined && selection.chosen.has(keyOf(entry));
          return props.renderRow({
            id: `${id}-${String(row)}`,
            row,
            entry,
            top: row * rowHeight,
            active: row === activeRow && isShown,
            chosen,
          });
        })}
      </div>
    </div>
  );
}

/** Finds the cursor's row. The cursor is hidden while its entry moves to another row. */
function activeOf({ row, key }: Position, rows: Rows | undefined) {
  const activeRow = Math.max(0, Math.min(row, (rows?.total ?? 0) - 1));
  const shownEntry = rows?.at(activeRow);
  return { activeRow, isShown: shownEntry === undefined || key === undefined || keyOf(shownEntry) === key };
}

function scroll(box: HTMLElement, top: number): void {
  box.scrollTop = top;
}

/** Scroll position and visible height of the list; a new folder starts at its top. */
function useScrolled(grid: RefObject<HTMLDivElement | null>, path: string) {
  const [view, setView] = useState({ top: 0, height: 0 });
  const measure = () => {
    const box = grid.current;
    if (box) setView({ top: box.scrollTop, height: box.clientHeight });
  };
  useLayoutEffect(() => {
    const box = grid.current;
    if (!box) return;
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
    // `measure` reads the element anew each time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [grid]);
  useLayoutEffect(() => {
    if (grid.current) scroll(grid.current, 0);
  }, [grid, path]);
  return { view, onScroll: measure };
}

const COLUMNS = [
  { sort: 'name', className: 'fm-cell-name' },
  { sort: 'size', className: 'fm-cell-size' },
  { sort: 'mtime', className: 'fm-cell-time' },
] as const;

interface HeadProps {
  readonly query: ListQuery;
  readonly hidden: boolean;
  readonly onSort: (sort: ListQuery['sort']) => void;
}

/** Sorting by keyboard is in the folder menu: the grid keeps one tab stop. */
function GridHead({ query, hidden, onSort }: HeadProps) {
  const text = useText(filesTexts);
  const direction = query.order === 'asc' ? 'ascending' : 'descending';
  return (
    <div role="rowgroup" className={hidden ? 'sd-visually-hidden' : 'fm-head-group'}>
      <div role="row" aria-rowindex={1} className="fm-row fm-head">
        <span role="columnheader" className="fm-check">
          <span className="sd-visually-hidden">{text('column.select')}</span>
        </span>
        {COLUMNS.map(({ sort, className }) => (
          <span
            key={sort}
            role="columnheader"
            className={className}
            aria-sort={query.sort === sort ? direction : 'none'}
          >
            <button type="button" tabIndex={-1} className="fm-sort" onClick={() => onSort(sort)}>
              {text(`column.${sort}`)}
              {query.sort === sort &&
                (query.order === 'asc' ? <CaretUpFilled aria-hidden /> : <CaretDownFilled aria-hidden />)}
            </button>
          </span>
        ))}
        <span role="columnheader" className="fm-cell-mode">
          {text('column.mode')}
        </span>
        <span role="columnheader" className="fm-cell-owner">
          {text('column.owner')}
        </span>
        <span role="columnheader" className="fm-cell-more">
          <span className="sd-visually-hidden">{text('column.acts')}</span>
        </span>
      </div>
    </div>
  );
}
