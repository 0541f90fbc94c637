import { useText } from '@sitedeck/ui/core';
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { ResultLine } from './ResultLine';
import { isFocusable, rowsOf, type ResultRow } from './result-rows';
import { searchTexts } from './search-texts';
import { useVisibleRows } from './use-visible-rows';
import type { FoundFile } from './use-search';

/** Height of a line, px; the style sheet uses the same number. */
const ROW = 28;
const ROW_NARROW = 40;

export interface ResultEvents {
  readonly onOpen: (found: FoundFile, line?: number) => void;
  readonly onPlace: (found: FoundFile) => void;
}

interface Props extends ResultEvents {
  readonly files: readonly FoundFile[];
  readonly isNarrow: boolean;
}

/** Results by file; only visible lines are in the DOM. One tab stop: arrow keys move, Enter opens. */
export function ResultList({ files, isNarrow, ...events }: Props) {
  const text = useText(searchTexts);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(0);
  const rows = useMemo(() => rowsOf(files, closed), [files, closed]);
  const height = isNarrow ? ROW_NARROW : ROW;
  const { from, to, rowsInView, show } = useVisibleRows(box, height, rows.length);
  const at = Math.min(active, rows.length - 1);

  const go = (row: number) => {
    setActive(row);
    show(row);
  };
  const fold = (path: string, isClosed: boolean) =>
    setClosed((before) => {
      const next = new Set(before);
      if (isClosed) next.add(path);
      else next.delete(path);
      return next;
    });
  const act = (row: ResultRow, toPlace: boolean) => {
    if (row.is !== 'file' && row.is !== 'match') return;
    if (toPlace) events.onPlace(row.found);
    else events.onOpen(row.found, lineOf(row));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if (!row) return;
    const target = targetOf(event.key, { rows, at, rowsInView });
    if (target !== undefined) go(target);
    else if (event.key === 'Enter') act(row, event.shiftKey);
    else if (row.is === 'file' && (event.key === 'ArrowLeft' || event.key === 'ArrowRight'))
      fold(row.found.entry.path, event.key === 'ArrowLeft');
    else if (row.is === 'match' && event.key === 'ArrowLeft')
      go(rows.findIndex((one) => one.is === 'file' && one.found === row.found));
    else return;
    event.preventDefault();
  };

  const drawn = Array.from({ length: to - from }, (_, index) => from + index);
  if (!drawn.includes(at)) drawn.push(at);
  return (
    <div
      ref={box}
      role="tree"
      tabIndex={0}
      className="fm-results"
      aria-label={text('results')}
      aria-activedescendant={`${id}-${String(at)}`}
      onKeyDown={onKeyDown}
    >
      <div role="none" className="fm-results-rows" style={{ height: rows.length * height }}>
        {drawn.map((index) => {
          const row = rows[index];
          return (
            row && (
              <ResultLine
                key={index}
                id={`${id}-${String(index)}`}
                row={row}
                top={index * height}
                isActive={index === at}
                isNarrow={isNarrow}
                onPick={() => {
                  if (isFocusable(row)) setActive(index);
                  act(row, false);
                }}
                onFold={(isClosed) => row.is === 'file' && fold(row.found.entry.path, isClosed)}
                onPlace={events.onPlace}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** The line in the file that a row opens. */
const lineOf = (row: Extract<ResultRow, { is: 'file' | 'match' }>): number | undefined =>
  row.is === 'match' ? row.match.line : row.found.matches?.[0]?.line;

interface Standing {
  readonly rows: readonly ResultRow[];
  readonly at: number;
  readonly rowsInView: number;
}

/** The row that a key moves to; only rows that can be opened. */
function targetOf(key: string, { rows, at, rowsInView }: Standing): number | undefined {
  const last = rows.length - 1;
  const steps: Readonly<Record<string, readonly [start: number, step: 1 | -1]>> = {
    ArrowDown: [at + 1, 1],
    ArrowUp: [at - 1, -1],
    PageDown: [Math.min(last, at + rowsInView), -1],
    PageUp: [Math.max(0, at - rowsInView), 1],
    Home: [0, 1],
    End: [last, -1],
  };
  const way = steps[key];
  if (!way) return undefined;
  for (let row = way[0]; row >= 0 && row <= last; row += way[1]) {
    const found = rows[row];
    if (found && isFocusable(found)) return row;
  }
  return at;
}
