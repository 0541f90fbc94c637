import { Refusal } from '../../refusal';
import { PACKET_BYTES } from '../instance';
import { hideSeconds } from './pairs';
import { escapesIn, USUAL_QUOTING, type Quoting } from './quoting';
import { closingQuote, feedsIn, nextStop } from './scan';
import { OPENING_MAX, versionComment, type EngineVersion } from './version-comment';

/** A statement longer than this is refused: the engine takes no longer ones, and neither does our memory. */
const STATEMENT_MAX = PACKET_BYTES - 1024;

export interface Statement {
  /** Without the delimiter behind it and the comments before it. Lives until more bytes are pushed. */
  readonly bytes: Buffer;
  /** Of its beginning; the first is 1. */
  readonly line: number;
}

const [TAB, LF, CR, SPACE] = [9, 10, 13, 32] as const;
const [QUOTE, DOUBLE, TICK] = [0x27, 0x22, 0x60] as const;
const [HASH, STAR, DASH, SLASH] = [0x23, 0x2a, 0x2d, 0x2f] as const;
const [BANG, LETTER_M, LETTER_D] = [0x21, 0x4d, 0x64] as const;
const LOWER = 0x20;
const FIRST_SIZE = 1024 * 1024;
const DELIMITER_LINE = /^delimiter[ \t]+([^\s'"`\\]{1,16})[ \t]*\r?$/i;
/** A line that begins with the word and goes on for longer is none. */
const DELIMITER_LINE_MAX = 200;

/** `more`: what the bytes mean depends on the next ones. */
type Step = 'on' | 'more' | Statement;

const isBlank = (byte: number | undefined): boolean =>
  byte === SPACE || byte === LF || byte === CR || byte === TAB;

/** What a quote or a comment begins with. */
const SIGNS = [QUOTE, DOUBLE, TICK, DASH, HASH, SLASH] as const;

/** By byte: 1 where something may begin or end. */
function stopsFor([first = 0]: Buffer): Uint8Array {
  const stops = new Uint8Array(256);
  for (const sign of [...SIGNS, first]) stops[sign] = 1;
  return stops;
}

/** Cuts a stream of SQL into statements, with as much memory as the longest of them. */
export class Splitter {
  /** What is looked at: the bytes as they came, or a copy in which second halves of signs are hidden up to `hidden`. */
  private buffer = Buffer.allocUnsafe(FIRST_SIZE);
  private bytes = this.buffer;
  private hidden = 0;
  /** Of the statement, of what is looked at next, and of what has come. */
  private start = 0;
  private at = 0;
  private end = 0;
  /** Of `counted`: lines are counted once for each statement. */
  private line = 1;
  private counted = 0;
  private startLine = 1;
  private inside: 'text' | 'quotes' | 'line comment' | 'comment' | 'skipped' = 'text';
  private quote = 0;
  /** In a comment that stands in a skipped one. */
  private isNested = false;
  /** Nothing of a statement has come since the last one. */
  private isFresh = true;
  private isLast = false;
  private delimiter = Buffer.from(';');
  private stops = stopsFor(this.delimiter);
  private read: Quoting = USUAL_QUOTING;

  /** @param engine who is to run it: what it skips is no text */
  constructor(private readonly engine: EngineVersion) {}

  get quoting(): Quoting {
    return this.read;
  }

  /** Of the session that is to run it: changes between two statements. */
  set quoting(next: Quoting) {
    const { pairs, backslashes } = this.read;
    this.read = next;
    if (pairs === next.pairs && backslashes === next.backslashes) return;
    this.hidden = this.start;
    this.buffer = next.pairs ? Buffer.allocUnsafe(this.bytes.length) : this.bytes;
    this.hide();
  }

  /** Of all that has come and was not looked at in this way. */
  private hide(): void {
    const { buffer, bytes, hidden: from, end, read } = this;
    const { pairs, backslashes } = read;
    if (!pairs) return;
    bytes.copy(buffer, from, from, end);
    this.hidden = hideSeconds({ bytes: buffer, from, end }, { pairs, backslashes });
  }

  /** Takes bytes; `take` then gives what they complete. */
  push(chunk: Buffer): void {
    if (this.end + chunk.length > this.bytes.length) this.makeRoom(chunk.length);
    chunk.copy(this.bytes, this.end);
    this.end += chunk.length;
    this.hide();
  }

  /** No more will come: what is there is the rest. */
  finish(): void {
    this.isLast = true;
  }

  /** Whether it ended in the middle of a string or a comment. */
  get isOpen(): boolean {
    return this.inside === 'quotes' || this.inside === 'comment' || this.inside === 'skipped';
  }

  private makeRoom(more: number): void {
    const kept = this.end - this.start;
    this.lineAt(this.start);
    if (kept > STATEMENT_MAX) this.tooLong();
    let size = this.bytes.length;
    while (size < kept + more) size *= 2;
    // What lies before the statement is of no use any more.
    const moved = (from: Buffer<ArrayBuffer>) => {
      const next = size === from.length ? from : Buffer.allocUnsafe(size);
      from.copy(next, 0, this.start, this.end);
      return next;
    };
    const isSame = this.buffer === this.bytes;
    this.bytes = moved(this.bytes);
    this.buffer = isSame ? this.bytes : moved(this.buffer);
    this.hidden -= this.start;
    this.at -= this.start;
    this.counted -= this.start;
    this.end = kept;
    this.start = 0;
  }

  /** @param at not before the last one that was asked for */
  private lineAt(at: number): number {
    this.line += feedsIn(this.bytes.subarray(this.counted, at));
    this.counted = at;
    return this.line;
  }

  private tooLong(): never {
    const limit = `${Math.ceil(STATEMENT_MAX / 1024 / 1024)} MB`;
    throw new Refusal('dump-statement-too-long', { values: { line: this.startLine, limit } });
  }

  /** The next whole statement; undefined where more bytes are needed, or none is left. */
  take(): Statement | undefined {
    while (this.at < this.end) {
      const step = this.step();
      if (step === 'more') {
        if (!this.isLast) return undefined;
        // What it might have begun never came: it stands for itself.
        this.at += 1;
      } else if (step !== 'on') return step;
    }
    return this.isLast && !this.isFresh ? this.cut(this.end, 0) : undefined;
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
    const bytes = this.bytes.subarray(this.start, end);
    if (bytes.length > STATEMENT_MAX) this.tooLong();
    this.at = end + skip;
    this.start = this.at;
    this.isFresh = true;
    return { bytes, line: this.startLine };
  }

  private inQuotes(): Step {
    const escapes = escapesIn(String.fromCharCode(this.quote), this.quoting);
    const found = closingQuote(this.buffer.subarray(0, this.end), this.at, { quote: this.quote, escapes });
    if (found >= 0) this.inside = 'text';
    this.at = found < 0 ? this.end : found + 1;
    return 'on';
  }

  private pastMark(mark: string): Step {
    const { buffer, at, end } = this;
    const found = buffer.subarray(at, end).indexOf(mark);
    // Its first half may stand at the end.
    const until = found < 0 ? Math.max(at, end - mark.length + 1) : at + found + mark.length;
    this.at = until;
    if (found >= 0) this.inside = 'text';
    if (this.isFresh) this.start = this.at;
    return found >= 0 || until > at ? 'on' : 'more';
  }

  /** As `skippedEnd`: quotes count for nothing in it, and one comment may stand in it. */
  private pastSkipped(): Step {
    const { buffer, end } = this;
    for (; this.at + 1 < end && this.inside === 'skipped'; this.at += 1) {
      const [byte, next] = [buffer[this.at], buffer[this.at + 1]];
      const opens = byte === SLASH && next === STAR && !this.isNested;
      const closes = byte === STAR && next === SLASH;
      if (!opens && !closes) continue;
      if (closes && !this.isNested) this.inside = 'text';
      this.isNested = opens;
      this.at += 1;
    }
    if (this.isFresh) this.start = this.at;
    return this.inside === 'skipped' ? 'more' : 'on';
  }

  /** Blanks and mere comments are dropped; what the engine would run is the statement. */
  private beforeStatement(): Step {
    const byte = this.buffer[this.at];
    if (isBlank(byte)) {
      this.at += 1;
      this.start = this.at;
      return 'on';
    }
    const comment = this.commentHere();
    if (comment === 'more') return 'more';
    if (comment !== 'none' && comment !== 'executable') {
      this.inside = comment;
      this.at += comment === 'line comment' ? 1 : 2;
      this.start = this.at;
      return 'on';
    }
    if (comment === 'none' && ((byte ?? 0) | LOWER) === LETTER_D) {
      const read = this.readDelimiter();
      if (read !== 'none') return read;
    }
    this.startLine = this.lineAt(this.at);
    this.start = this.at;
    this.isFresh = false;
    return 'on';
  }

  /** A command of the client, which no engine knows: the line says what ends statements from now on. */
  private readDelimiter(): 'on' | 'more' | 'none' {
    const view = this.buffer.subarray(this.at, Math.min(this.end, this.at + DELIMITER_LINE_MAX));
    const feed = view.indexOf(LF);
    const text = view.toString('latin1', 0, feed < 0 ? view.length : feed);
    const word = 'delimiter';
    const begins = text.slice(0, word.length).toLowerCase();
    if (!word.startsWith(begins)) return 'none';
    if (feed < 0 && !this.isLast && view.length < DELIMITER_LINE_MAX) return 'more';
    const [, delimiter] = DELIMITER_LINE.exec(text) ?? [];
    if (delimiter === undefined) return 'none';
    this.delimiter = Buffer.from(delimiter, 'latin1');
    this.stops = stopsFor(this.delimiter);
    this.at += text.length;
    this.start = this.at;
    return 'on';
  }

  private inStatement(): Step {
    const { buffer, end, delimiter, stops } = this;
    const [first] = delimiter;
    for (; this.at < end; this.at += 1) {
      this.at = nextStop(buffer, this.at, { end, stops });
      if (this.at === end) break;
      const byte = buffer[this.at];
      const step = byte === first ? this.atDelimiter() : 'none';
      if (step !== 'none') return step;
      const opened = this.openHere(byte);
      if (opened !== 'none') return opened;
    }
    return 'on';
  }

  private atDelimiter(): Step | 'none' {
    if (this.endsHere()) return this.cut(this.at, this.delimiter.length);
    return this.at + this.delimiter.length > this.end ? 'more' : 'none';
  }

  /** A quote or a comment that begins here. */
  private openHere(byte: number | undefined): 'on' | 'more' | 'none' {
    if (byte === QUOTE || byte === DOUBLE || byte === TICK) {
      this.inside = 'quotes';
      this.quote = byte;
      this.at += 1;
      return 'on';
    }
    const comment = this.commentHere();
    // What is in an executable one is text like any other; its end is skipped by whoever reads the words.
    if (comment === 'more' || comment === 'none') return comment;
    if (comment === 'executable') return 'none';
    this.inside = comment;
    this.at += comment === 'line comment' ? 1 : 2;
    return 'on';
  }

  private endsHere(): boolean {
    const { at, delimiter } = this;
    return (
      at + delimiter.length <= this.end &&
      this.buffer.compare(delimiter, 0, delimiter.length, at, at + delimiter.length) === 0
    );
  }

  private commentHere(): 'none' | 'more' | 'executable' | 'skipped' | 'comment' | 'line comment' {
    const byte = this.buffer[this.at];
    if (byte === HASH) return 'line comment';
    if (byte === DASH) return this.dashHere();
    return byte === SLASH ? this.slashHere() : 'none';
  }

  /** Two of them and a blank. */
  private dashHere(): 'none' | 'more' | 'line comment' {
    const { buffer, at, end } = this;
    if (at + 1 < end && buffer[at + 1] !== DASH) return 'none';
    if (at + 2 >= end) return 'more';
    return (buffer[at + 2] ?? 0) <= SPACE ? 'line comment' : 'none';
  }

  private slashHere(): 'none' | 'more' | 'executable' | 'skipped' | 'comment' {
    const { buffer, at, end } = this;
    if (at + 1 < end && buffer[at + 1] !== STAR) return 'none';
    if (at + 3 >= end) return this.isLast ? 'none' : 'more';
    const isSpecial = buffer[at + 2] === BANG || (buffer[at + 2] === LETTER_M && buffer[at + 3] === BANG);
    if (!isSpecial) return 'comment';
    if (at + OPENING_MAX > end && !this.isLast) return 'more';
    const opening = buffer.toString('latin1', at, Math.min(end, at + OPENING_MAX));
    return versionComment(opening, 0, this.engine)?.is === 'skipped' ? 'skipped' : 'executable';
  }
}
