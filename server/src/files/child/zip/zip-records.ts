import {
  centralHeader,
  dataDescriptor,
  endRecords,
  localHeader,
  needsZip64,
  type EntryFacts,
  type EntrySizes,
  type WrittenEntry,
} from './zip-format';

/** Takes the archive's bytes; resolves when it can take more. */
export type Sink = (bytes: readonly Uint8Array[]) => Promise<void>;

/** Number of central headers that are written at once. */
const HEADERS_AT_ONCE = 1000;

/** The records of one archive, in the order they are written, and its directory at the end. */
export class ZipRecords {
  private readonly written: WrittenEntry[] = [];
  private offset = 0;

  constructor(private readonly sink: Sink) {}

  /** Header and content of an entry of known size; the caller writes them before the next entry. */
  stored(facts: EntryFacts, sizes: EntrySizes, bytes: Uint8Array): Uint8Array[] {
    const header = localHeader(facts, sizes, false);
    this.written.push({ ...facts, ...sizes, offset: this.offset, sizesLater: false });
    this.offset += header.length + bytes.length;
    return bytes.length === 0 ? [header] : [header, bytes];
  }

  /**
   * An entry whose sizes follow its content, which `content` writes.
   * @param size as far as it is known, bytes
   */
  async streamed(facts: EntryFacts, size: number, content: () => Promise<EntrySizes>): Promise<void> {
    const large = needsZip64(size);
    const header = localHeader(facts, undefined, large);
    await this.sink([header]);
    const sizes = await content();
    const descriptor = dataDescriptor(sizes, large);
    await this.sink([descriptor]);
    this.written.push({ ...facts, ...sizes, offset: this.offset, sizesLater: true });
    this.offset += header.length + sizes.packed + descriptor.length;
  }

  /**
   * The directory: an archive without it can't be read.
   * @param comment at most 65,535 bytes
   */
  async close(comment: Uint8Array): Promise<void> {
    const start = this.offset;
    let size = 0;
    let pieces: Buffer[] = [];
    for (const entry of this.written) {
      const header = centralHeader(entry);
      size += header.length;
      pieces.push(header);
      if (pieces.length < HEADERS_AT_ONCE) continue;
      await this.sink([Buffer.concat(pieces)]);
      pieces = [];
    }
    await this.sink([...pieces, endRecords({ count: this.written.length, start, size, comment })]);
  }
}
