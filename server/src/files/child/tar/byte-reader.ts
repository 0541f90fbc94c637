import { Refusal } from '#faults/refusal';

export const cutShort = () => new Refusal('archive-broken');

/** Reads a stream of bytes in parts. */
export class ByteReader {
  private readonly source: AsyncIterator<Buffer, unknown>;
  private held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** The next bytes, without consuming them; shorter only at the end. */
  async peek(length: number): Promise<Buffer> {
    const pieces = [this.held];
    let have = this.held.length;
    while (have < length) {
      const next = await this.source.next();
      if (next.done) break;
      pieces.push(next.value);
      have += next.value.length;
    }
    if (pieces.length > 1) this.held = Buffer.concat(pieces);
    return this.held.subarray(0, length);
  }

  /** Exactly this many bytes; refuses if the stream ends before. */
  async take(length: number): Promise<Buffer> {
    const bytes = await this.peek(length);
    if (bytes.length < length) throw cutShort();
    this.held = this.held.subarray(length);
    return bytes;
  }

  /** The next bytes, piece by piece. */
  async *pieces(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0;) {
      const piece = await this.piece(left);
      if (!piece) throw cutShort();
      left -= piece.length;
      yield piece;
    }
  }

  async skip(length: number): Promise<void> {
    for (let left = length; left > 0;) {
      const piece = await this.piece(left);
      if (!piece) throw cutShort();
      left -= piece.length;
    }
  }

  /** The rest of the stream. */
  async *rest(): AsyncGenerator<Buffer> {
    for (let piece = await this.piece(Infinity); piece; piece = await this.piece(Infinity)) yield piece;
  }

  private async piece(most: number): Promise<Buffer | undefined> {
    if (this.held.length === 0) {
      const next = await this.source.next();
      if (next.done) return undefined;
      this.held = next.value;
    }
    const piece = this.held.subarray(0, most);
    this.held = this.held.subarray(piece.length);
    return piece.length > 0 ? piece : this.piece(most);
  }
}
