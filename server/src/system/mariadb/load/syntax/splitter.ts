import { commentAt, openingLength, type Comment } from './comment-start';
import { escapesIn, type Quoting } from './quoting';
import { closingQuote, nextStop } from './byte-scan';
import type { EngineVersion } from './version-comment';
import { DumpWindow, type Statement } from './dump-window';

const [TAB, LF, CR, SPACE] = [9, 10, 13, 32] as const;
const [QUOTE, DOUBLE, TICK] = [0x27, 0x22, 0x60] as const;
const [HASH, STAR, DASH, SLASH] = [0x23, 0x2a, 0x2d, 0x2f] as const;
const LETTER_D = 0x64;
const LOWER = 0x20;
const DELIMITER_LINE = /^(delimiter[ \t]+)([^ \t\n\v\f\r'"`\\]{1,16})[ \t]*\r?$/i;
/** A longer line that begins with the word is no delimiter command. */
const DELIMITER_LINE_MAX = 200;

/** `more`: the bytes are ambiguous without the next ones. */
type Step = 'on' | 'more' | Statement;

const isBlank = (byte: number | undefined): boolean =>
  byte === SPACE || byte === LF || byte === CR || byte === TAB;

/** First bytes of quotes and comments. */
const SIGNS = [QUOTE, DOUBLE, TICK, DASH, HASH, SLASH] as const;

/** By byte: 1 if a token may begin or end there. */
function stopsFor([first = 0]: Buffer): Uint8Array {
  const stops = new Uint8Array(256);
  for (const sign of [...SIGNS, first]) stops[sign] = 1;
  return stops;
}

/** Cuts a stream of SQL into statements, with as much memory as the longest of them. */
export class Splitter {
  private readonly window = new DumpWindow();
  private inside: 'text' | 'quotes' | Comment = 'text';
  private quote = 0;
  /** In a comment that is nested in a skipped one. */
  private isNested = false;
  /** No byte of the next statement has come yet. */
  private isFresh = true;
  /** No more bytes will come. */
  isLast = false;
  private delimiter = Buffer.from(';');
  private stops = stopsFor(this.delimiter);

  /** @param engine the engine that will run it: comments that it skips contain no statements */
  constructor(readonly engine: EngineVersion) {}

  get quoting(): Quoting {
    return this.window.quoting;
  }

  /** How the session reads quotes; changes between two statements. */
  set quoting(next: Quoting) {
    this.window.quoting = next;
  }

  /** Adds bytes; `take` then returns the statements that they complete. */
  push(chunk: Buffer): void {
    this.window.push(chunk);
  }

  /** No more bytes will come: the rest is the last statement. */
  finish(): void {
    this.isLast = true;
  }

  /** Whether the dump ended in the middle of a string or a comment. */
  get isOpen(): boolean {
    return this.inside === 'quotes' || this.inside === 'comment' || this.inside === 'skipped';
  }

  /** The next complete statement; undefined if more bytes are needed or none is left. */
  take(): Statement | undefined {
    const { window } = this;
    while (window.at < window.end) {
      const step = this.step();
      if (step === 'more') {
        if (!this.isLast) return undefined;
        // The token that it could have begun did not follow: it is an ordinary byte.
        window.at += 1;
      } else if (step !== 'on') return step;
    }
    return this.isLast && !this.isFresh ? this.cut(window.end, 0) : undefined;
  }

  private step(): Step {
    switch (this.inside) {
      case 'quotes':
        return this.inQuotes();
      case 'comment':
        return this.pastMark('*/');
      case 'skipped':
        return this.pastSkipped();
      case 'line comment':
        return this.pastMark('\n');
      case 'text':
        return this.isFresh ? this.beforeStatement() : this.inStatement();
    }
  }

  private cut(end: number, skip: number): Statement {
    const statement = this.window.cut(end, skip);
    this.isFresh = true;
    return statement;
  }

  private inQuotes(): Step {
    const { window, quote } = this;
    const escapes = escapesIn(String.fromCharCode(quote), window.quoting);
    const found = closingQuote(window.buffer.subarray(0, window.end), window.at, { quote, escapes });
    if (found >= 0) this.inside = 'text';
    window.at = found < 0 ? window.end : found + 1;
    return 'on';
  }

  private pastMark(mark: string): Step {
    const { window } = this;
    const { buffer, at, end } = window;
    const found = buffer.subarray(at, end).indexOf(mark);
    // The first half of the end mark may be the last byte so far.
    const until = found < 0 ? Math.max(at, end - mark.length + 1) : at + found + mark.length;
    window.at = until;
    if (found >= 0) this.inside = 'text';
    if (this.isFresh) window.drop();
    return found >= 0 || until > at ? 'on' : 'more';
  }

  /** Like `skippedEnd`: quotes don't count in it, and one comment may be nested in it. */
  private pastSkipped(): Step {
    const { window } = this;
    const { buffer, end } = window;
    for (; window.at + 1 < end && this.inside === 'skipped'; window.at += 1) {
      const [byte, next] = [buffer[window.at], buffer[window.at + 1]];
      const opens = byte === SLASH && next === STAR && !this.isNested;
      const closes = byte === STAR && next === SLASH;
      if (!opens && !closes) continue;
      if (closes && !this.isNested) this.inside = 'text';
      this.isNested = opens;
      window.at += 1;
    }
    if (this.isFresh) window.drop();
    return this.inside === 'skipped' ? 'more' : 'on';
  }

  /** Blanks and plain comments are dropped; a comment that the engine runs is part of the statement. */
  private beforeStatement(): Step {
    const { window } = this;
    const byte = window.buffer[window.at];
    if (isBlank(byte)) {
      window.at += 1;
      window.drop();
      return 'on';
    }
    const comment = commentAt(window, this);
    if (comment === 'more') return 'more';
    if (comment !== 'none' && comment !== 'executable') {
      this.enter(comment);
      window.drop();
      return 'on';
    }
    if (comment === 'none' && ((byte ?? 0) | LOWER) === LETTER_D) {
      const read = this.readDelimiter();
      if (read !== 'none') return read;
    }
    window.begin();
    this.isFresh = false;
    return 'on';
  }

  /** A command of the client program, unknown to engines: the line sets the delimiter from now on. */
  private readDelimiter(): 'on' | 'more' | 'none' {
    const { window } = this;
    const { buffer, bytes, at, end } = window;
    const view = buffer.subarray(at, Math.min(end, at + DELIMITER_LINE_MAX));
    const feed = view.indexOf(LF);
    const text = view.toString('latin1', 0, feed < 0 ? view.length : feed);
    const word = 'delimiter';
    const begins = text.slice(0, word.length).toLowerCase();
    if (!word.startsWith(begins)) return 'none';
    if (feed < 0 && !this.isLast && view.length < DELIMITER_LINE_MAX) return 'more';
    const [, before, { length } = ''] = DELIMITER_LINE.exec(text) ?? [];
    if (before === undefined) return 'none';
    const from = at + before.length;
    // In a two-byte character the second byte counts too: other characters have the same first byte.
    this.delimiter = Buffer.from(bytes.subarray(from, from + length));
    this.stops = stopsFor(this.delimiter);
    window.at += text.length;
    window.drop();
    return 'on';
  }

  private inStatement(): Step {
    const { window, delimiter, stops } = this;
    const { buffer, end } = window;
    const [first] = delimiter;
    for (; window.at < end; window.at += 1) {
      window.at = nextStop(buffer, window.at, { end, stops });
      if (window.at === end) break;
      const byte = buffer[window.at];
      const step = byte === first ? this.atDelimiter() : 'none';
      if (step !== 'none') return step;
      const opened = this.openQuoteOrComment(byte);
      if (opened !== 'none') return opened;
    }
    return 'on';
  }

  private atDelimiter(): Step | 'none' {
    const { at, end } = this.window;
    const { length } = this.delimiter;
    if (this.isDelimiterNext()) return this.cut(at, length);
    return at + length > end ? 'more' : 'none';
  }

  /** A quote or a comment that begins here. */
  private openQuoteOrComment(byte: number | undefined): 'on' | 'more' | 'none' {
    if (byte === QUOTE || byte === DOUBLE || byte === TICK) {
      this.inside = 'quotes';
      this.quote = byte;
      this.window.at += 1;
      return 'on';
    }
    const comment = commentAt(this.window, this);
    // The content of an executable comment is ordinary text; the tokenizer skips its end.
    if (comment === 'more' || comment === 'none') return comment;
    if (comment === 'executable') return 'none';
    this.enter(comment);
    return 'on';
  }

  private enter(comment: Comment): void {
    this.inside = comment;
    this.window.at += openingLength(comment);
  }

  /** Only asked at the first byte of a character, where a delimiter begins too. */
  private isDelimiterNext(): boolean {
    const { delimiter } = this;
    const { bytes, at, end } = this.window;
    return (
      at + delimiter.length <= end &&
      bytes.compare(delimiter, 0, delimiter.length, at, at + delimiter.length) === 0
    );
  }
}
