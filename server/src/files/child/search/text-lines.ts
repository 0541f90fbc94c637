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

/** A text by its lines, whatever ends them. */
export class TextLines {
  /** With `\n` at every line's end: what is searched, so that `$` and `.` mean what they say. */
  readonly plain: string;
  private readonly starts: readonly number[];
  private readonly plainStarts: readonly number[];

  constructor(readonly text: string) {
    this.starts = startsOf(text);
    const hasReturns = text.includes('\r\n');
    this.plain = hasReturns ? text.replaceAll('\r\n', '\n') : text;
    this.plainStarts = hasReturns ? startsOf(this.plain) : this.starts;
  }

  /** A place in `plain` as a place in `text`. */
  placeOf(plainAt: number): number {
    if (this.plain === this.text) return plainAt;
    const line = lastUpTo(this.plainStarts, plainAt);
    return (this.starts[line] ?? 0) + plainAt - (this.plainStarts[line] ?? 0);
  }

  /** Number of the line that holds a place, from 0. */
  lineAt(place: number): number {
    return lastUpTo(this.starts, place);
  }

  startOf(line: number): number {
    return this.starts[line] ?? this.text.length;
  }

  /** A line without its end. */
  line(line: number): string {
    const end = line + 1 < this.starts.length ? this.startOf(line + 1) - 1 : this.text.length;
    const whole = this.text.slice(this.startOf(line), end);
    return whole.endsWith('\r') && end < this.text.length ? whole.slice(0, -1) : whole;
  }

  /** Nothing stands behind the last line's end. */
  get count(): number {
    const { length } = this.starts;
    return this.text.endsWith('\n') ? length - 1 : length;
  }
}

/** Index of the last of `sorted` that is not above `value`. */
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

/** Part of a line that begins and ends between characters. */
export function cut(
  line: string,
  from: number,
  units: number,
): { readonly text: string; readonly from: number } {
  let [start, end] = [Math.max(0, from), Math.min(line.length, Math.max(0, from) + units)];
  if (isLowSurrogate(line.charCodeAt(start))) start -= 1;
  if (isLowSurrogate(line.charCodeAt(end))) end -= 1;
  return { text: line.slice(start, end), from: start };
}
