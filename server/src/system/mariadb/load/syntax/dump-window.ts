import { Refusal } from '#faults/refusal';
import { PACKET_BYTES } from '#system/mariadb/instance/instance';
import { maskSecondBytes } from './double-byte';
import { USUAL_QUOTING, type Quoting } from './quoting';
import { countLines } from './byte-scan';

/** A statement longer than this is refused: the engine takes no longer ones, and neither does our memory. */
const STATEMENT_MAX = PACKET_BYTES - 1024;
const FIRST_SIZE = 1024 * 1024;

export interface Statement {
  /** Without the delimiter behind it and the comments before it. Lives until more bytes are pushed. */
  readonly bytes: Buffer;
  /** Of its beginning; the first is 1. */
  readonly line: number;
}

/** What has come of a dump and was not cut off: as much memory as its longest statement takes. */
export class DumpWindow {
  /** What is looked at: the bytes as they came, or a copy in which second halves of signs are hidden up to `hidden`. */
  buffer = Buffer.allocUnsafe(FIRST_SIZE);
  /** As they came. */
  bytes = this.buffer;
  private masked = 0;
  /** Of what is looked at next, and of what has come. */
  at = 0;
  end = 0;
  /** Of the statement. */
  private start = 0;
  /** Of `counted`: lines are counted once for each statement. */
  private line = 1;
  private counted = 0;
  private startLine = 1;
  private read: Quoting = USUAL_QUOTING;

  get quoting(): Quoting {
    return this.read;
  }

  /** Of the session that is to run it: changes between two statements. */
  set quoting(next: Quoting) {
    const { pairs, backslashes } = this.read;
    this.read = next;
    if (pairs === next.pairs && backslashes === next.backslashes) return;
    this.masked = this.start;
    this.buffer = next.pairs ? Buffer.allocUnsafe(this.bytes.length) : this.bytes;
    this.mask();
  }

  push(chunk: Buffer): void {
    if (this.end + chunk.length > this.bytes.length) this.makeRoom(chunk.length);
    chunk.copy(this.bytes, this.end);
    this.end += chunk.length;
    this.mask();
  }

  /** What lies before the place that is looked at is of no use. */
  drop(): void {
    this.start = this.at;
  }

  /** A statement begins with what is looked at next. */
  begin(): void {
    this.startLine = this.lineAt(this.at);
    this.start = this.at;
  }

  /** The statement ends here; `skip` bytes behind it are its delimiter. */
  cut(end: number, skip: number): Statement {
    const bytes = this.bytes.subarray(this.start, end);
    if (bytes.length > STATEMENT_MAX) this.tooLong();
    this.at = end + skip;
    this.start = this.at;
    return { bytes, line: this.startLine };
  }

  /** Of all that has come and was not looked at in this way. */
  private mask(): void {
    const { buffer, bytes, masked: from, end, read } = this;
    const { pairs, backslashes } = read;
    if (!pairs) return;
    bytes.copy(buffer, from, from, end);
    this.masked = maskSecondBytes({ bytes: buffer, from, end }, { pairs, backslashes });
  }

  private makeRoom(more: number): void {
    const kept = this.end - this.start;
    this.lineAt(this.start);
    if (kept > STATEMENT_MAX) this.tooLong();
    let size = this.bytes.length;
    while (size < kept + more) size *= 2;
    const moved = (from: Buffer<ArrayBuffer>) => {
      const next = size === from.length ? from : Buffer.allocUnsafe(size);
      from.copy(next, 0, this.start, this.end);
      return next;
    };
    const isSame = this.buffer === this.bytes;
    this.bytes = moved(this.bytes);
    this.buffer = isSame ? this.bytes : moved(this.buffer);
    this.masked -= this.start;
    this.at -= this.start;
    this.counted -= this.start;
    this.end = kept;
    this.start = 0;
  }

  /** @param at not before the last one that was asked for */
  private lineAt(at: number): number {
    this.line += countLines(this.bytes.subarray(this.counted, at));
    this.counted = at;
    return this.line;
  }

  private tooLong(): never {
    const limit = `${Math.ceil(STATEMENT_MAX / 1024 / 1024)} MB`;
    throw new Refusal('dump-statement-too-long', { values: { line: this.startLine, limit } });
  }
}
