/**
 * Records of a zip archive (PKWARE APPNOTE 6.3): local headers, data descriptors, central directory, zip64.
 * Names are UTF-8 (flag 11) if their bytes are valid UTF-8.
 */
const UTF8 = 1 << 11;
const SIZES_LATER = 1 << 3;
/** A 32-bit field with this value is found in the zip64 extra field. */
const IN_ZIP64 = 0xffffffff;
const COUNT_IN_ZIP64 = 0xffff;
const VERSION = 20;
const VERSION_ZIP64 = 45;
const UNIX = 3 << 8;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;

export type Method = 'stored' | 'deflated';

export interface EntryFacts {
  /** Path in the archive; a folder's ends with a slash. */
  readonly name: Buffer;
  readonly isUtf8: boolean;
  /** st_mode: type and permissions. */
  readonly mode: number;
  readonly mtimeMs: number;
  readonly method: Method;
}

export interface EntrySizes {
  readonly crc: number;
  readonly size: number;
  readonly packed: number;
}

export interface WrittenEntry extends EntryFacts, EntrySizes {
  /** Offset of its local header. */
  readonly offset: number;
  readonly sizesLater: boolean;
}

/** Files of this size may need 64 bits once packed. */
const NEAR_4_GIB = 0xf0000000;
export const needsZip64 = (size: number): boolean => size >= NEAR_4_GIB;

function dosTime(ms: number): { time: number; date: number } {
  const at = new Date(ms);
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107);
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

const TIME_EXTRA_BYTES = 9;

/** Extended time stamp: the modification time in UTC, seconds. */
function writeTimeExtra(into: Buffer, at: number, ms: number): void {
  into.writeUInt16LE(0x5455, at);
  into.writeUInt16LE(5, at + 2);
  into.writeUInt8(1, at + 4);
  into.writeInt32LE(Math.min(Math.max(Math.floor(ms / 1000), -0x80000000), 0x7fffffff), at + 5);
}

const zip64Bytes = (values: readonly number[]): number => (values.length === 0 ? 0 : 4 + values.length * 8);

function writeZip64Extra(into: Buffer, at: number, values: readonly number[]): void {
  if (values.length === 0) return;
  into.writeUInt16LE(0x0001, at);
  into.writeUInt16LE(values.length * 8, at + 2);
  values.forEach((value, index) => into.writeBigUInt64LE(BigInt(value), at + 4 + index * 8));
}

/** A header followed by its name and extra fields; its own fields are still zero. */
function headerOf(bytes: number, { name, mtimeMs }: EntryFacts, wide: readonly number[]): Buffer {
  const extra = bytes + name.length;
  const header = Buffer.allocUnsafe(extra + TIME_EXTRA_BYTES + zip64Bytes(wide));
  header.fill(0, 0, bytes);
  header.set(name, bytes);
  writeTimeExtra(header, extra, mtimeMs);
  writeZip64Extra(header, extra + TIME_EXTRA_BYTES, wide);
  return header;
}

const flagsOf = (facts: EntryFacts, sizesLater: boolean) =>
  (facts.isUtf8 ? UTF8 : 0) | (sizesLater ? SIZES_LATER : 0);

const methodCode = (method: Method) => (method === 'stored' ? 0 : 8);

/** @param sizes absent: they follow the content; `large` reserves 64 bits for them */
export function localHeader(facts: EntryFacts, sizes: EntrySizes | undefined, large: boolean): Buffer {
  const later = sizes === undefined;
  const header = headerOf(LOCAL_BYTES, facts, large ? [sizes?.size ?? 0, sizes?.packed ?? 0] : []);
  const { time, date } = dosTime(facts.mtimeMs);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(large ? VERSION_ZIP64 : VERSION, 4);
  header.writeUInt16LE(flagsOf(facts, later), 6);
  header.writeUInt16LE(methodCode(facts.method), 8);
  header.writeUInt16LE(time, 10);
  header.writeUInt16LE(date, 12);
  header.writeUInt32LE(sizes?.crc ?? 0, 14);
  header.writeUInt32LE(large ? IN_ZIP64 : (sizes?.packed ?? 0), 18);
  header.writeUInt32LE(large ? IN_ZIP64 : (sizes?.size ?? 0), 22);
  header.writeUInt16LE(facts.name.length, 26);
  header.writeUInt16LE(header.length - LOCAL_BYTES - facts.name.length, 28);
  return header;
}

export function dataDescriptor({ crc, size, packed }: EntrySizes, large: boolean): Buffer {
  const descriptor = Buffer.alloc(large ? 24 : 16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  if (large) {
    descriptor.writeBigUInt64LE(BigInt(packed), 8);
    descriptor.writeBigUInt64LE(BigInt(size), 16);
  } else {
    descriptor.writeUInt32LE(packed, 8);
    descriptor.writeUInt32LE(size, 12);
  }
  return descriptor;
}

const inField = (value: number): number => (value >= IN_ZIP64 ? IN_ZIP64 : value);

export function centralHeader(entry: WrittenEntry): Buffer {
  const wide = [entry.size, entry.packed, entry.offset].filter((value) => value >= IN_ZIP64);
  const header = headerOf(CENTRAL_BYTES, entry, wide);
  const { time, date } = dosTime(entry.mtimeMs);
  const version = wide.length > 0 || needsZip64(entry.size) ? VERSION_ZIP64 : VERSION;
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(UNIX | version, 4);
  header.writeUInt16LE(version, 6);
  header.writeUInt16LE(flagsOf(entry, entry.sizesLater), 8);
  header.writeUInt16LE(methodCode(entry.method), 10);
  header.writeUInt16LE(time, 12);
  header.writeUInt16LE(date, 14);
  header.writeUInt32LE(entry.crc, 16);
  header.writeUInt32LE(inField(entry.packed), 20);
  header.writeUInt32LE(inField(entry.size), 24);
  header.writeUInt16LE(entry.name.length, 28);
  header.writeUInt16LE(header.length - CENTRAL_BYTES - entry.name.length, 30);
  const isFolder = (entry.mode & 0o170000) === 0o040000;
  header.writeUInt32LE((((entry.mode & 0xffff) << 16) | (isFolder ? 0x10 : 0)) >>> 0, 38);
  header.writeUInt32LE(inField(entry.offset), 42);
  return header;
}

/** The records after the central directory. */
export function endRecords(at: {
  readonly count: number;
  readonly start: number;
  readonly size: number;
  readonly comment: Uint8Array;
}): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  const count = Math.min(at.count, COUNT_IN_ZIP64);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(inField(at.size), 12);
  end.writeUInt32LE(inField(at.start), 16);
  end.writeUInt16LE(at.comment.length, 20);
  const wide = at.count >= COUNT_IN_ZIP64 || at.start >= IN_ZIP64 || at.size >= IN_ZIP64;
  return Buffer.concat(wide ? [zip64End(at), end, at.comment] : [end, at.comment]);
}

function zip64End({ count, start, size }: { count: number; start: number; size: number }): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(UNIX | VERSION_ZIP64, 12);
  record.writeUInt16LE(VERSION_ZIP64, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(start), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(start + size), 64);
  record.writeUInt32LE(1, 72);
  return record;
}
