const CHUNK_BYTES = 256 * 1024;
const SEPARATOR = 0;

/** Very many paths, outside the heap and in a third of its space. Their characters are bytes. */
export class PathList {
  private readonly chunks: { readonly bytes: Buffer; used: number }[] = [];
  length = 0;

  add(path: string): void {
    const bytes = path.length + 1;
    let last = this.chunks.at(-1);
    if (!last || last.used + bytes > last.bytes.length) {
      last = { bytes: Buffer.allocUnsafe(Math.max(CHUNK_BYTES, bytes)), used: 0 };
      this.chunks.push(last);
    }
    last.used += last.bytes.write(path, last.used, 'latin1');
    last.bytes[last.used] = SEPARATOR;
    last.used += 1;
    this.length += 1;
  }

  *batches(size: number): Generator<string[]> {
    let batch: string[] = [];
    for (const { bytes, used } of this.chunks) {
      for (let start = 0; start < used;) {
        const end = bytes.indexOf(SEPARATOR, start);
        batch.push(bytes.toString('latin1', start, end));
        start = end + 1;
        if (batch.length < size) continue;
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  }
}
