import type { TextMatch } from '@sitedeck/contract';
import type { FoundFile } from './use-search';

/** One line of the results; all have the same height. */
export type ResultRow =
  | { readonly is: 'file'; readonly found: FoundFile; readonly count: number; readonly isOpen: boolean }
  | { readonly is: 'match'; readonly found: FoundFile; readonly match: TextMatch }
  | { readonly is: 'context'; readonly line: number; readonly text: string }
  /** Lines are left out between two places. */
  | { readonly is: 'gap' }
  /** The file holds more matches than the server sent. */
  | { readonly is: 'more' };

/** Whether the keyboard stops at the row. */
export const isFocusable = ({ is }: ResultRow): boolean => is === 'file' || is === 'match';

/** Lines around several matches of one file, each line once. */
function linesOf(found: FoundFile, matches: readonly TextMatch[]): ResultRow[] {
  const rows: ResultRow[] = [];
  let shown = 0;
  for (const [index, match] of matches.entries()) {
    const first = match.line - match.before.length;
    if (shown > 0 && first > shown + 1) rows.push({ is: 'gap' });
    match.before.forEach((text, at) => {
      if (first + at > shown) rows.push({ is: 'context', line: first + at, text });
    });
    rows.push({ is: 'match', found, match });
    shown = match.line;
    const next = matches[index + 1]?.line ?? Infinity;
    for (const text of match.after) {
      if (shown + 1 >= next) break;
      shown += 1;
      rows.push({ is: 'context', line: shown, text });
    }
  }
  if (found.more) rows.push({ is: 'more' });
  return rows;
}

/** Rows of files whose results are complete, cached because the list renders often while thousands arrive. */
const known = new WeakMap<FoundFile, readonly ResultRow[]>();

function rowsOfFile(found: FoundFile): readonly ResultRow[] {
  const before = known.get(found);
  if (before) return before;
  const { matches = [] } = found;
  const count = matches.reduce((sum, { ranges }) => sum + ranges.length, 0);
  const rows: readonly ResultRow[] = [
    { is: 'file', found, count, isOpen: matches.length > 0 },
    ...linesOf(found, matches),
  ];
  known.set(found, rows);
  return rows;
}

/** Rows of the files with their matches; without matches for files in `closed`. */
export function rowsOf(files: readonly FoundFile[], closed: ReadonlySet<string>): ResultRow[] {
  const rows: ResultRow[] = [];
  for (const found of files) {
    const own = rowsOfFile(found);
    const [head] = own;
    if (head?.is === 'file' && closed.has(found.entry.path)) rows.push({ ...head, isOpen: false });
    else for (const row of own) rows.push(row);
  }
  return rows;
}

/** Splits a text into pieces in order; `isHit` marks those inside a range. */
export function splitAtHits({ text, ranges }: Pick<TextMatch, 'text' | 'ranges'>) {
  const pieces: { readonly text: string; readonly isHit: boolean }[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    if (from > at) pieces.push({ text: text.slice(at, from), isHit: false });
    pieces.push({ text: text.slice(Math.max(at, from), to), isHit: true });
    at = Math.max(at, to);
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isHit: false });
  return pieces;
}
