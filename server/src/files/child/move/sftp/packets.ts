import type { FileState, SourceEntry } from '../source';

/** Numbers of SFTP version 3 (draft-ietf-secsh-filexfer-02). */
export const TYPE = {
  init: 1,
  version: 2,
  open: 3,
  close: 4,
  read: 5,
  lstat: 7,
  opendir: 11,
  readdir: 12,
  realpath: 16,
  stat: 17,
  status: 101,
  handle: 102,
  data: 103,
  name: 104,
  attrs: 105,
} as const;

export const STATUS_EOF = 1;
export const OPEN_READ = 1;

const ATTR = { size: 1, owner: 2, permissions: 4, times: 8, extended: 0x80000000 } as const;
const MODE_TYPE = 0o170000;
const MODES: Readonly<Record<number, SourceEntry['type']>> = {
  0o100000: 'file',
  0o040000: 'folder',
  0o120000: 'link',
};

/** Writes the fields of a packet. */
export class PacketWriter {
  private readonly pieces: Buffer[] = [];

  constructor(type: number) {
    this.pieces.push(Buffer.of(type));
  }

  uint32(value: number): this {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    this.pieces.push(bytes);
    return this;
  }

  uint64(value: number): this {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(value));
    this.pieces.push(bytes);
    return this;
  }

  string(value: Buffer): this {
    this.uint32(value.length);
    this.pieces.push(value);
    return this;
  }

  /** With its length in front. */
  bytes(): Buffer {
    const body = Buffer.concat(this.pieces);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    return Buffer.concat([length, body]);
  }
}

export interface Attributes extends FileState {
  readonly type: SourceEntry['type'] | undefined;
}

/** Reads the fields of a packet; throws a RangeError behind its end. */
export class PacketReader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  uint8(): number {
    return this.bytes.readUInt8(this.skip(1));
  }

  uint32(): number {
    return this.bytes.readUInt32BE(this.skip(4));
  }

  /** More than JavaScript counts exactly becomes the largest such number, which no disk has room for. */
  uint64(): number {
    const value = this.bytes.readBigUInt64BE(this.skip(8));
    return Number(value > BigInt(Number.MAX_SAFE_INTEGER) ? BigInt(Number.MAX_SAFE_INTEGER) : value);
  }

  string(): Buffer {
    const length = this.uint32();
    const from = this.skip(length);
    return this.bytes.subarray(from, from + length);
  }

  attributes(): Attributes {
    const flags = this.uint32();
    const size = flags & ATTR.size ? this.uint64() : undefined;
    if (flags & ATTR.owner) this.skip(8);
    const mode = flags & ATTR.permissions ? this.uint32() : undefined;
    const seconds = flags & ATTR.times ? [this.uint32(), this.uint32()][1] : undefined;
    // The operator makes a signed number of the highest bit.
    if (flags & ATTR.extended) this.skipExtended(this.uint32());
    return {
      size,
      time: seconds === undefined ? undefined : { ms: seconds * 1000, spanMs: 1000 },
      type: mode === undefined ? undefined : (MODES[mode & MODE_TYPE] ?? 'other'),
    };
  }

  private skipExtended(count: number): void {
    for (let index = 0; index < count; index += 1) {
      this.string();
      this.string();
    }
  }

  private skip(length: number): number {
    const from = this.at;
    if (length > this.bytes.length - from) throw new RangeError('a packet is too short');
    this.at += length;
    return from;
  }
}
