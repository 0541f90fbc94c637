import type { VisitTally } from './visit-tally';

/**
 * A line of the log format `site` (nginx/sites-conf.ts):
 * address - user [21/Nov/2026:11:00:00 +0000] "request" 200 612 "referer" "agent" 843 0.001 "host" -
 * nginx writes `"`, `\`, control characters and bytes above 126 inside a value as `\xHH`, so a quote always
 * delimits. The user's name may hold any other character, also brackets, so the line is read backwards from
 * the last of its eight quotes. This also finds a complete line that follows a cut one (from a full disk).
 */
const QUOTE = 0x22;
const SPACE = 0x20;
const ZERO = 0x30;
const QUOTES = 8;
/** Bytes from the `[` of the time to the quote that opens the request. */
const TIME_BEFORE_REQUEST = 29;
/** More digits than any reply has bytes, and few enough to be added exactly. */
const DIGITS_MAX = 13;
const DAY_MS = 24 * 3600_000;
const MINUTE_MS = 60_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const byte = (line: Uint8Array, at: number): number => line[at] ?? 0;

/** The number written in `count` digits, or NaN. */
function digits(line: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i += 1) {
    const digit = byte(line, i) - ZERO;
    if (digit < 0 || digit > 9) return NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** The number before the next blank, or NaN. */
function numberAt(line: Uint8Array, at: number, end: number): number {
  const limit = Math.min(end, at + DIGITS_MAX + 1);
  for (let i = at; i < limit; i += 1)
    if (byte(line, i) === SPACE) return i > at ? digits(line, at, i - at) : NaN;
  return NaN;
}

/**
 * Reads lines in place, without a copy or a regular expression: the cost of a line grows only with its
 * length.
 */
export class LineParser {
  private readonly quotes = new Int32Array(QUOTES);
  private day = NaN;
  private dayStart = NaN;

  constructor(private readonly tally: VisitTally) {}

  /** Counts the line in `bytes` from `start` up to `end`, without its line end. */
  read(bytes: Buffer, start: number, end: number): void {
    if (!this.count(bytes, start, end)) this.tally.unread += 1;
  }

  private count(bytes: Buffer, start: number, end: number): boolean {
    const { quotes } = this;
    if (!this.findQuotes(bytes, start, end)) return false;
    const [opens = 0, closes = 0, , refererCloses = 0, agentOpens = 0, agentCloses = 0] = quotes;
    if (opens - TIME_BEFORE_REQUEST < start || agentOpens !== refererCloses + 2) return false;
    const at = this.timeAt(bytes, opens - TIME_BEFORE_REQUEST);
    const status = numberAt(bytes, closes + 2, end);
    const sent = numberAt(bytes, agentCloses + 2, end);
    // Also false for NaN.
    if (!(at >= 0 && status < 1000 && sent >= 0)) return false;
    this.tally.add(at, status, sent);
    return true;
  }

  private findQuotes(bytes: Buffer, start: number, end: number): boolean {
    let left = QUOTES;
    for (let at = end - 1; at >= start; at -= 1) {
      if (byte(bytes, at) !== QUOTE) continue;
      left -= 1;
      this.quotes[left] = at;
      if (left === 0) return true;
    }
    return false;
  }

  /** `[21/Nov/2026:11:00:00 +0000] ` as ms since 1970, to the minute; NaN if it is no time. */
  private timeAt(line: Buffer, at: number): number {
    if (byte(line, at) !== 0x5b || byte(line, at + 27) !== 0x5d) return NaN;
    const hours = digits(line, at + 13, 2);
    const minutes = digits(line, at + 16, 2);
    const zone = digits(line, at + 23, 2) * 60 + digits(line, at + 25, 2);
    const east = byte(line, at + 22) === 0x2b ? zone : -zone;
    if (hours > 23 || minutes > 59) return NaN;
    return this.dayOf(line, at + 1) + (hours * 60 + minutes - east) * MINUTE_MS;
  }

  /** Midnight, UTC, of `21/Nov/2026`. Cached, because lines of one day follow one another. */
  private dayOf(line: Buffer, at: number): number {
    const date = digits(line, at, 2);
    const year = digits(line, at + 7, 4);
    const letters = (byte(line, at + 3) << 16) | (byte(line, at + 4) << 8) | byte(line, at + 5);
    const key = letters * 1_000_000 + year * 100 + date;
    if (key === this.day) return this.dayStart;
    const month = MONTHS.indexOf(line.toString('latin1', at + 3, at + 6));
    const start = month === -1 || date > 31 ? NaN : Date.UTC(year, month, date);
    this.day = key;
    this.dayStart = Number.isInteger(start / DAY_MS) ? start : NaN;
    return this.dayStart;
  }
}
