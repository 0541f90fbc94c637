/** Half-open range of UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

function startsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The lines of a text, with `\n` or `\r\n` at their ends. */
export class TextLines {
  /** The text with `\n` at every line's end, which is searched, so that `$` and `.` work. */
  readonly plain: string;
  private readonly starts: readonly number[];
  private readonly plainStarts: readonly number[];

  constructor(readonly text: string) {
    this.starts = startsOf(text);
    const hasReturns = text.includes('\r\n');
    this.plain = hasReturns ? text.replaceAll('\r\n', '\n') : text;
    this.plainStarts = hasReturns ? startsOf(this.plain) : this.starts;
  }

  /** Converts a position in `plain` to one in `text`. */
  positionOf(plainAt: number): number {
    if (this.plain === this.text) return plainAt;
    const line = lastUpTo(this.plainStarts, plainAt);
    return (this.starts[line] ?? 0) + plainAt - (this.plainStarts[line] ?? 0);
  }

  /** Number of the line at a position, from 0. */
  lineAt(position: number): number {
    return lastUpTo(this.starts, position);
  }

  startOf(line: number): number {
    return this.starts[line] ?? this.text.length;
  }

  /** A line without its end. */
  line(line: number): string {
    const end = line + 1 < this.starts.length ? this.startOf(line + 1) - 1 : this.text.length;
    const full = this.text.slice(this.startOf(line), end);
    return full.endsWith('\r') && end < this.text.length ? full.slice(0, -1) : full;
  }

  /** Number of lines; a line end at the end of the text begins no other line. */
  get count(): number {
    const { length } = this.starts;
    return this.text.endsWith('\n') ? length - 1 : length;
  }
}

/** Index of the last value in `sorted` that is at most `value`. */
function lastUpTo(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/** Cuts a part out of a line, between characters. */
export function cutLine(
  line: string,
  from: number,
  units: number,
): { readonly text: string; readonly from: number } {
  let [start, end] = [Math.max(0, from), Math.min(line.length, Math.max(0, from) + units)];
  if (isLowSurrogate(line.charCodeAt(start))) start -= 1;
  if (isLowSurrogate(line.charCodeAt(end))) end -= 1;
  return { text: line.slice(start, end), from: start };
}
