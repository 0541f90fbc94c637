/** Keeps the last bytes of what a program prints. */
export class OutputTail {
  private readonly chunks: Buffer[] = [];
  private kept = 0;
  private total = 0;

  constructor(private readonly limit: number) {}

  add(chunk: Buffer): void {
    this.total += chunk.length;
    // Copied, since a slice would keep the memory of the complete chunk.
    const part = chunk.length > this.limit ? Buffer.from(chunk.subarray(chunk.length - this.limit)) : chunk;
    this.chunks.push(part);
    this.kept += part.length;
    for (let [first] = this.chunks; first && this.kept - first.length >= this.limit; [first] = this.chunks) {
      this.chunks.shift();
      this.kept -= first.length;
    }
  }

  /** Number of bytes so far, also those that are not kept. */
  get bytes(): number {
    return this.total;
  }

  content(): Buffer {
    const all = Buffer.concat(this.chunks);
    return all.subarray(Math.max(0, all.length - this.limit));
  }
}
