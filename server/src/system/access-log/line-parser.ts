import { HIT_STATUSES } from '#system/edge/cache-status';

/**
 * A line of the log format `site` (nginx/sites-conf.ts):
 * address - user [21/Nov/2026:11:00:00 +0000] "request" 200 612 "referer" "agent" 843 0.001 "host" -
 * Edge servers end their lines with the cache status and the id of the cache rule: `"host" HIT 3`.
 * nginx writes `"`, `\`, control characters and bytes above 126 inside a value as `\xHH`, so a quote always
 * delimits. The user's name may contain any other character, even brackets, so the line is parsed backwards from
 * the last of its eight quotes. This also finds a complete line after one that a full disk cut short.
 */
const QUOTE = 0x22;
const SPACE = 0x20;
const ZERO = 0x30;
const QUOTES = 8;
/** Bytes from the `[` of the time to the quote that opens the request. */
const TIME_BEFORE_REQUEST = 29;
/** Enough for the bytes of any reply, and few enough for exact sums. */
const DIGITS_MAX = 13;
/** Digits of a rule's id, which is at most 999,999. */
const RULE_DIGITS_MAX = 6;
const HITS = HIT_STATUSES.map((word) => Buffer.from(word));
const DAY_MS = 24 * 3600_000;
const MINUTE_MS = 60_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `rule` of a line that was not written by an edge server. */
export const NOT_EDGE = -1;

/** A parsed line. Positions are offsets in `bytes`; ends are exclusive. */
export interface LogLine {
  bytes: Buffer;
  /** ms since 1970, to the minute. */
  at: number;
  /** HTTP status; 0 if the visitor left before there was a reply. */
  status: number;
  /** Bytes sent. */
  sent: number;
  requestStart: number;
  requestEnd: number;
  hostStart: number;
  hostEnd: number;
  /** Id of the cache rule, 0 if none matched; `NOT_EDGE` on lines of other servers. */
  rule: number;
  /** Whether the reply came from the cache. */
  isHit: boolean;
}

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

/** The number at the end of the line if exactly one word, at `word`, precedes it; else NaN. */
function lastNumber(line: Uint8Array, word: number, end: number): number {
  const limit = Math.max(word, end - RULE_DIGITS_MAX - 1);
  let at = end - 1;
  while (at > limit && byte(line, at) !== SPACE) at -= 1;
  if (at <= word || at === end - 1 || byte(line, at) !== SPACE) return NaN;
  for (let i = word; i < at; i += 1) if (byte(line, i) === SPACE) return NaN;
  return digits(line, at + 1, end - at - 1);
}

function isWord(line: Uint8Array, at: number, word: Uint8Array): boolean {
  for (let i = 0; i < word.length; i += 1) if (byte(line, at + i) !== byte(word, i)) return false;
  return byte(line, at + word.length) === SPACE;
}

function isHit(line: Uint8Array, at: number): boolean {
  for (const hit of HITS) if (isWord(line, at, hit)) return true;
  return false;
}

/**
 * Reads lines in place, without a copy or a regular expression: the cost of a line grows only with its
 * length.
 */
export class LineParser {
  /** Number of lines that could not be parsed. */
  unparsed = 0;
  private readonly quotes = new Int32Array(QUOTES);
  private readonly line: LogLine = {
    bytes: Buffer.alloc(0),
    ...{ at: 0, status: 0, sent: 0 },
    ...{ requestStart: 0, requestEnd: 0, hostStart: 0, hostEnd: 0 },
    ...{ rule: NOT_EDGE, isHit: false },
  };
  private day = NaN;
  private dayStart = NaN;

  /** @param onLine gets the same object for every line, so it must copy what it keeps. */
  constructor(private readonly onLine: (line: Readonly<LogLine>) => void) {}

  /** Parses the line in `bytes` from `start` up to `end`, which excludes its line break. */
  read(bytes: Buffer, start: number, end: number): void {
    if (this.parse(bytes, start, end)) this.onLine(this.line);
    else this.unparsed += 1;
  }

  private parse(bytes: Buffer, start: number, end: number): boolean {
    const { quotes, line } = this;
    if (!this.findQuotes(bytes, start, end)) return false;
    const [opens = 0, closes = 0, , refererCloses = 0, agentOpens = 0, agentCloses = 0] = quotes;
    if (opens - TIME_BEFORE_REQUEST < start || agentOpens !== refererCloses + 2) return false;
    const at = this.timeAt(bytes, opens - TIME_BEFORE_REQUEST);
    const status = numberAt(bytes, closes + 2, end);
    const sent = numberAt(bytes, agentCloses + 2, end);
    // Also false for NaN.
    if (!(at >= 0 && status < 1000 && sent >= 0)) return false;
    line.bytes = bytes;
    line.at = at;
    line.status = status;
    line.sent = sent;
    line.requestStart = opens + 1;
    line.requestEnd = closes;
    this.readEdge(bytes, end);
    return true;
  }

  /** Parses what follows the last quote. Only lines of edge servers have a cache status and a number there. */
  private readEdge(bytes: Buffer, end: number): void {
    const { quotes, line } = this;
    line.hostStart = (quotes[6] ?? 0) + 1;
    line.hostEnd = quotes[7] ?? 0;
    const word = line.hostEnd + 2;
    const rule = lastNumber(bytes, word, end);
    line.rule = rule >= 0 ? rule : NOT_EDGE;
    line.isHit = rule >= 0 && isHit(bytes, word);
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

  /** `[21/Nov/2026:11:00:00 +0000] ` as ms since 1970, to the minute; NaN if it is not a time. */
  private timeAt(line: Buffer, at: number): number {
    if (byte(line, at) !== 0x5b || byte(line, at + 27) !== 0x5d) return NaN;
    const hours = digits(line, at + 13, 2);
    const minutes = digits(line, at + 16, 2);
    const zone = digits(line, at + 23, 2) * 60 + digits(line, at + 25, 2);
    const east = byte(line, at + 22) === 0x2b ? zone : -zone;
    if (hours > 23 || minutes > 59) return NaN;
    return this.dayOf(line, at + 1) + (hours * 60 + minutes - east) * MINUTE_MS;
  }

  /** Midnight, UTC, of `21/Nov/2026`. Cached, because consecutive lines are mostly of the same day. */
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
