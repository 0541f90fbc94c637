import { Refusal } from '#faults/refusal';
import { PACKET_BYTES } from '#system/mariadb/instance/instance';
import { maskSecondBytes } from './double-byte';
import { USUAL_QUOTING, type Quoting } from './quoting';
import { countLines } from './byte-scan';

/** A longer statement is refused: engines take no longer ones, and this limits memory. */
const STATEMENT_MAX = PACKET_BYTES - 1024;
const FIRST_SIZE = 1024 * 1024;

export interface Statement {
  /** Without the delimiter after it and the comments before it. Valid until more bytes are pushed. */
  readonly bytes: Buffer;
  /** Line of its beginning; the first is 1. */
  readonly line: number;
}

/**
 * The received part of a dump that has not been cut into statements: needs as much memory as the longest
 * statement.
 */
export class DumpWindow {
  /** The bytes to scan: as received, or a copy in which second bytes are masked up to `hidden`. */
  buffer = Buffer.allocUnsafe(FIRST_SIZE);
  /** The bytes as received. */
  bytes = this.buffer;
  private masked = 0;
  /** Positions of the next byte to scan and of the end of the received bytes. */
  at = 0;
  end = 0;
  /** Start of the statement. */
  private start = 0;
  /** Line at `counted`: lines are counted once per statement. */
  private line = 1;
  private counted = 0;
  private startLine = 1;
  private read: Quoting = USUAL_QUOTING;

  get quoting(): Quoting {
    return this.read;
  }

  /** How the session that will run the next statement reads quotes; changes between two statements. */
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

  /** Bytes before the scan position are no longer needed. */
  drop(): void {
    this.start = this.at;
  }

  /** A statement begins at the scan position. */
  begin(): void {
    this.startLine = this.lineAt(this.at);
    this.start = this.at;
  }

  /** The statement ends here; the delimiter takes the next `skip` bytes. */
  cut(end: number, skip: number): Statement {
    const bytes = this.bytes.subarray(this.start, end);
    if (bytes.length > STATEMENT_MAX) this.tooLong();
    this.at = end + skip;
    this.start = this.at;
    return { bytes, line: this.startLine };
  }

  /** The received bytes that were not masked in this encoding yet. */
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

  /** @param at not before the position of the last call */
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
