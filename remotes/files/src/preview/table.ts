export interface ParsedTable {
  readonly rows: readonly (readonly string[])[];
  readonly columns: number;
  /** The file has more rows than were parsed. */
  readonly hasMore: boolean;
}

const SEPARATORS = [',', ';', '\t', '|'] as const;
type Separator = (typeof SEPARATORS)[number];

/** The separator that occurs most often in the first line, outside quotes. */
function separatorOf(content: string): Separator {
  const [line = ''] = content.replace(/"[^"]*"/g, '').split(/\r?\n/, 1);
  const count = (sign: string) => line.split(sign).length;
  return SEPARATORS.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/**
 * Parses RFC 4180 and common deviations: quoted cells may hold line ends and doubled quotes; a quote inside
 * an unquoted cell is a character.
 */
export function parseTable(content: string, mostRows: number): ParsedTable {
  const separator = separatorOf(content);
  const rows: string[][] = [];
  let at = content.startsWith('\ufeff') ? 1 : 0;
  let row: string[] = [];
  while (at < content.length && rows.length < mostRows) {
    const cell = content[at] === '"' ? quoted(content, at) : bare(content, { at, separator });
    row.push(cell.text);
    at = cell.next;
    if (content[at] === separator) {
      at += 1;
      // A separator at the very end starts one more, empty cell.
      if (at < content.length) continue;
      row.push('');
    }
    at += content.startsWith('\r\n', at) ? 2 : 1;
    rows.push(row);
    row = [];
  }
  const columns = rows.reduce((most, { length }) => Math.max(most, length), 0);
  return { rows, columns, hasMore: at < content.length };
}

interface Cell {
  readonly text: string;
  readonly next: number;
}

function bare(content: string, { at, separator }: { at: number; separator: string }): Cell {
  let next = at;
  while (next < content.length && content[next] !== separator && !isLineEnd(content[next])) next += 1;
  return { text: content.slice(at, next), next };
}

function quoted(content: string, at: number): Cell {
  let text = '';
  let from = at + 1;
  for (;;) {
    const quote = content.indexOf('"', from);
    if (quote < 0) return { text: text + content.slice(from), next: content.length };
    text += content.slice(from, quote);
    if (content[quote + 1] !== '"') return restOf(content, { text, next: quote + 1 });
    text += '"';
    from = quote + 2;
  }
}

/** Text between the closing quote and the separator belongs to the cell, too. */
function restOf(content: string, { text, next }: Cell): Cell {
  let end = next;
  while (
    end < content.length &&
    !(SEPARATORS as readonly string[]).includes(content[end] ?? '') &&
    !isLineEnd(content[end])
  )
    end += 1;
  return { text: text + content.slice(next, end), next: end };
}

const isLineEnd = (sign: string | undefined) => sign === '\n' || sign === '\r';
