/** Cuts a byte stream into lines; calls `overflow` if a line is longer than `limit` bytes. */
export const lineReader = (
  onLine: (line: string) => void,
  overflow: () => void,
  limit: number,
): ((chunk: Buffer) => void) => lineBytes((line) => onLine(line.toString('utf8')), overflow, limit);

/** Joins bytes that arrive in pieces: many small buffers would take far more memory than they hold. */
export class ByteBuffer {
  private held: Buffer;
  private size = 0;

  /** @param expected bytes, if the sender declares how many will arrive */
  constructor(expected = 0) {
    this.held = Buffer.allocUnsafeSlow(expected);
  }

  get length(): number {
    return this.size;
  }

  add(bytes: Buffer): void {
    const size = this.size + bytes.length;
    if (size > this.held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(size, 2 * this.held.length));
      this.held.copy(larger, 0, 0, this.size);
      this.held = larger;
    }
    bytes.copy(this.held, this.size);
    this.size = size;
  }

  /** Everything, including the last piece, which is not stored. */
  take(last: Buffer = Buffer.alloc(0)): Buffer {
    if (this.size === 0) return last;
    this.add(last);
    const line = this.held.subarray(0, this.size);
    this.held = Buffer.alloc(0);
    this.size = 0;
    return line;
  }
}

/**
 * Like `lineReader`, but with lines as bytes, for callers that pass them on unchanged; the limit may change
 * between pieces.
 */
export function lineBytes(
  onLine: (line: Buffer) => void,
  overflow: () => void,
  limit: number | (() => number),
): (chunk: Buffer) => void {
  const gathered = new ByteBuffer();
  const limitNow = typeof limit === 'number' ? () => limit : limit;
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      onLine(gathered.take(chunk.subarray(from, at)));
      from = at + 1;
    }
    if (from === chunk.length) return;
    gathered.add(chunk.subarray(from));
    if (gathered.length > limitNow()) overflow();
  };
}
