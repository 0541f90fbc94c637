import { crc32, gunzipSync } from 'node:zlib';

/** An entry's deflated bytes, and what the archive says about their content. */
export interface DeflatedEntry {
  readonly packed: Buffer;
  readonly size: number;
  readonly crc: number;
}

/** Header of a gzip member (RFC 1952): deflated, without name and time. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const TRAILER_BYTES = 8;
/** The smallest that zlib accepts. */
const CHUNK_MIN = 64;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The entries as members of one gzip stream. */
function membersOf(entries: readonly DeflatedEntry[]): Buffer {
  const stream = Buffer.allocUnsafe(
    sum(entries.map(({ packed }) => HEADER.length + packed.length + TRAILER_BYTES)),
  );
  let at = 0;
  for (const { packed, size, crc } of entries) {
    stream.set(HEADER, at);
    stream.set(packed, at + HEADER.length);
    at += HEADER.length + packed.length;
    stream.writeUInt32LE(crc, at);
    stream.writeUInt32LE(size, at + 4);
    at += TRAILER_BYTES;
  }
  return stream;
}

/**
 * Inflates small entries with one inflater, since making one costs as much as inflating such an entry. Throws if any of
 * them is not what the archive says.
 */
export function inflateBatch<Key>(entries: ReadonlyMap<Key, DeflatedEntry>): ReadonlyMap<Key, Buffer> {
  const contents = new Map<Key, Buffer>();
  if (entries.size === 0) return contents;
  const size = sum([...entries.values()].map((entry) => entry.size));
  const all = gunzipSync(membersOf([...entries.values()]), {
    chunkSize: Math.max(CHUNK_MIN, size + 1),
    maxOutputLength: size + 1,
  });
  let at = 0;
  for (const [key, entry] of entries) {
    const content = all.subarray(at, (at += entry.size));
    // A damaged entry may contain a trailer and members of its own.
    if (content.length !== entry.size || crc32(content) !== entry.crc) throw new Error('A damaged entry');
    contents.set(key, content);
  }
  if (at !== all.length) throw new Error('More than all entries');
  return contents;
}
