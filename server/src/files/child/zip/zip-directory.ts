import { readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { FaultReason } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { LoopYield } from '../loop-yield';
import type { ArchiveEntry, NameEncoding } from '../extract/archive-entry';
import { tooManyEntries } from '../extract/entry-rules';
import { decodeName, guessEncoding } from './zip-names';

/** Length of a directory entry without name, extra fields and comment, bytes. */
const HEADER_BYTES = 46;
/** PKWARE APPNOTE 6.3: the end record with the longest comment, and the zip64 locator before it. */
const END_BYTES = 22;
const TAIL_BYTES = END_BYTES + 0xffff + 20;
/** Largest directory, bytes; 1,000,000 entries take about 100 MB. */
const DIRECTORY_MAX = 256 * 1024 * 1024;
const IN_ZIP64 = 0xffffffff;

const ENCRYPTED = 1;
const UTF8 = 1 << 11;
const FROM_DOS = new Set([0, 10, 14]);
const FROM_UNIX = new Set([3, 19]);
const TYPE = 0o170000;
const SYMLINK = 0o120000;

export interface ZipEntry extends ArchiveEntry {
  readonly size: number;
  /** Offset of its local header. */
  readonly at: number;
  /** Offset of the next entry or of the directory. */
  readonly end: number;
  readonly packed: number;
  readonly crc: number;
  readonly method: number;
  readonly encrypted: boolean;
  /** A fault that is visible in the directory alone. */
  readonly fault?: FaultReason;
}

export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  /** Encoding used for names without a UTF-8 mark; null if all names have one. */
  readonly names: NameEncoding | null;
}

const broken = () => new Refusal('archive-broken');

/** Exactly this many bytes; refuses if the file ends before. */
export function readAt(fd: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length;) {
    const got = readSync(fd, bytes, done, length - done, at + done);
    if (got === 0) throw broken();
    done += got;
  }
  return bytes;
}

interface Bounds {
  readonly count: number;
  readonly start: number;
  readonly size: number;
  /** Bytes before the archive, as in a self-extracting program. */
  readonly base: number;
}

function number64(bytes: Buffer, at: number): number {
  if (at + 8 > bytes.length) throw broken();
  const value = Number(bytes.readBigUInt64LE(at));
  if (!Number.isSafeInteger(value)) throw broken();
  return value;
}

function findEnd(tail: Buffer): number {
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) === 0x06054b50 && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length)
      return at;
  }
  throw broken();
}

function boundsOf(fd: number, fileSize: number): Bounds {
  const length = Math.min(fileSize, TAIL_BYTES);
  if (length < END_BYTES) throw broken();
  const tail = readAt(fd, fileSize - length, length);
  const end = findEnd(tail);
  const [disk, ofDisk] = [tail.readUInt16LE(end + 4), tail.readUInt16LE(end + 6)];
  const [count, size, start] = [
    tail.readUInt16LE(end + 10),
    tail.readUInt32LE(end + 12),
    tail.readUInt32LE(end + 16),
  ];
  const endsAt = fileSize - length + end;
  const located = end >= 20 && tail.readUInt32LE(end - 20) === 0x07064b50;
  if (located && (count === 0xffff || size === IN_ZIP64 || start === IN_ZIP64))
    return bounds64(fd, number64(tail, end - 12), endsAt - 20);
  // An archive split over several files.
  if (disk !== ofDisk || disk !== 0) throw new Refusal('archive-unknown');
  const base = endsAt - size - start;
  if (base < 0) throw broken();
  return { count, size, start: start + base, base };
}

function bounds64(fd: number, recordAt: number, locatorAt: number): Bounds {
  if (recordAt + 56 > locatorAt) throw broken();
  const record = readAt(fd, recordAt, 56);
  if (record.readUInt32LE(0) !== 0x06064b50) throw broken();
  const [count, size, start] = [number64(record, 32), number64(record, 40), number64(record, 48)];
  if (start + size > recordAt) throw broken();
  return { count, size, start, base: 0 };
}

const NO_EXTRAS: ReadonlyMap<number, Buffer> = new Map();

/** Extra fields by their tags; a damaged rest is left out. */
function extrasOf(bytes: Buffer): ReadonlyMap<number, Buffer> {
  if (bytes.length < 4) return NO_EXTRAS;
  const found = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= bytes.length;) {
    const end = at + 4 + bytes.readUInt16LE(at + 2);
    if (end > bytes.length) break;
    found.set(bytes.readUInt16LE(at), bytes.subarray(at + 4, end));
    at = end;
  }
  return found;
}

const dosTime = (time: number, date: number): number =>
  new Date(
    (date >> 9) + 1980,
    Math.max(((date >> 5) & 15) - 1, 0),
    date & 31 || 1,
    time >> 11,
    (time >> 5) & 63,
    (time & 31) * 2,
  ).getTime();

function mtimeOf(header: Buffer, at: number, extras: ReadonlyMap<number, Buffer>): number {
  const stamp = extras.get(0x5455);
  if (stamp && stamp.length >= 5 && ((stamp[0] ?? 0) & 1) === 1) return stamp.readInt32LE(1) * 1000;
  return dosTime(header.readUInt16LE(at + 12), header.readUInt16LE(at + 14));
}

/** Sizes and offset; they are in the zip64 field if 32 bits are too few. */
function wideOf(bytes: Buffer, at: number, extras: ReadonlyMap<number, Buffer>) {
  const wide = extras.get(1) ?? Buffer.alloc(0);
  let next = 0;
  const read = (offset: number): number => {
    const value = bytes.readUInt32LE(at + offset);
    if (value !== IN_ZIP64) return value;
    next += 8;
    return number64(wide, next - 8);
  };
  const size = read(24);
  const packed = read(20);
  return { size, packed, at: read(42) };
}

/** Info-ZIP's UTF-8 path, if it belongs to this name. */
function unicodePath(raw: Buffer, extras: ReadonlyMap<number, Buffer>): string | undefined {
  const field = extras.get(0x7075);
  if (!field || field.length < 6 || field[0] !== 1 || field.readUInt32LE(1) !== crc32(raw)) return undefined;
  return decodeName(field.subarray(5), 'utf-8');
}

const isAscii = (bytes: Buffer): boolean => {
  for (let at = 0; at < bytes.length; at += 1) if ((bytes[at] ?? 0) >= 0x80) return false;
  return true;
};

/** The name, if its bytes or the entry's flags show its encoding. */
function knownName(raw: Buffer, flags: number, extras: ReadonlyMap<number, Buffer>): string | undefined {
  if (isAscii(raw)) return raw.toString('latin1');
  return (flags & UTF8) === 0 ? unicodePath(raw, extras) : decodeName(raw, 'utf-8');
}

interface RawEntry extends Omit<ZipEntry, 'type' | 'path' | 'end'> {
  readonly raw: Buffer;
  /** The name, if the entry shows its encoding. */
  readonly known: string | undefined;
  readonly host: number;
}

function rawEntry(bytes: Buffer, at: number, base: number): { entry: RawEntry; next: number } {
  if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw broken();
  const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
  const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
  const next = extraEnd + bytes.readUInt16LE(at + 32);
  if (next > bytes.length) throw broken();
  const raw = bytes.subarray(at + 46, nameEnd);
  const extras = extrasOf(bytes.subarray(nameEnd, extraEnd));
  const flags = bytes.readUInt16LE(at + 8);
  const wide = wideOf(bytes, at, extras);
  const entry: RawEntry = {
    raw,
    known: knownName(raw, flags, extras),
    host: bytes.readUInt8(at + 5),
    size: wide.size,
    packed: wide.packed,
    at: wide.at + base,
    crc: bytes.readUInt32LE(at + 16),
    method: bytes.readUInt16LE(at + 10),
    encrypted: (flags & ENCRYPTED) !== 0,
    mode: bytes.readUInt16LE(at + 40),
    mtimeMs: mtimeOf(bytes, at, extras),
  };
  return { entry, next };
}

/** Old Windows programs write `\` between folders; a Unix name may contain one. */
const withSlashes = (path: string, host: number): string =>
  FROM_DOS.has(host) && !path.includes('/') ? path.replaceAll('\\', '/') : path;

function finished(raw: RawEntry, encoding: Exclude<NameEncoding, 'auto'>, end: number): ZipEntry {
  const { at, size, packed, crc, method, encrypted, mtimeMs, host } = raw;
  const decoded = raw.known ?? decodeName(raw.raw, encoding);
  const path = withSlashes(decoded ?? raw.raw.toString('latin1'), host);
  const unix = FROM_UNIX.has(host) ? raw.mode : 0;
  const type = typeOf(path, unix & TYPE);
  const bits = unix & 0o777;
  const mode = bits === 0 ? (type === 'folder' ? 0o755 : 0o644) : bits;
  const entry: ZipEntry = { type, path, size, mode, mtimeMs, at, end, packed, crc, method, encrypted };
  const fault = faultOf(entry, decoded !== undefined);
  return fault === undefined ? entry : { ...entry, fault };
}

function typeOf(path: string, type: number): ZipEntry['type'] {
  if (type === SYMLINK) return 'link';
  if (path.endsWith('/') || type === 0o040000) return 'folder';
  return type === 0 || type === 0o100000 ? 'file' : 'other';
}

function faultOf({ type, method, at, packed, end }: ZipEntry, isNamed: boolean): FaultReason | undefined {
  if (!isNamed) return 'bad-name';
  if (type === 'folder') return undefined;
  if (method !== 0 && method !== 8) return 'entry-packing';
  // Zip bombs let entries share bytes.
  return at + 30 + packed > end ? 'archive-broken' : undefined;
}

/** Counts the entries of a directory by their lengths, without reading them. Stops one above the limit. */
function countEntries(bytes: Buffer, limit: number): number {
  let count = 0;
  for (let at = 0; bytes.length - at >= HEADER_BYTES && count <= limit; count += 1) {
    at +=
      HEADER_BYTES + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return count;
}

interface Reading {
  readonly encoding: NameEncoding;
  readonly pace: LoopYield;
  readonly entriesMax: number;
}

/**
 * Lists what a zip holds, from its directory alone. Its own count may be false; if it exceeds the limit, nothing is
 * read.
 */
export async function readZipDirectory(
  fd: number,
  fileSize: number,
  { encoding, pace, entriesMax }: Reading,
): Promise<ZipDirectory> {
  const { count, start, size, base } = boundsOf(fd, fileSize);
  if (count > entriesMax) throw tooManyEntries(entriesMax);
  if (size > DIRECTORY_MAX) throw new Refusal('archive-too-much');
  const bytes = readAt(fd, start, size);
  if (countEntries(bytes, entriesMax) > entriesMax) throw tooManyEntries(entriesMax);
  const raw: RawEntry[] = [];
  for (let at = 0; at < bytes.length && bytes.length - at >= HEADER_BYTES;) {
    const { entry, next } = rawEntry(bytes, at, base);
    raw.push(entry);
    at = next;
    if (pace.due) await pace.rest();
  }
  // Without a zip64 record, the count has only 16 bits.
  if (raw.length % 0x10000 !== count % 0x10000) throw broken();
  const unmarked = raw.filter((entry) => entry.known === undefined).map((entry) => entry.raw);
  const used = encoding === 'auto' ? guessEncoding(unmarked) : encoding;
  const ends = endsOf(raw, start);
  const entries = raw.map((entry) => finished(entry, used, ends.get(entry) ?? 0));
  if (entries.some(({ fault }) => fault === 'archive-broken')) throw broken();
  return { entries, names: unmarked.length === 0 ? null : used };
}

/** Upper limit for the end of each entry's bytes. */
function endsOf(raw: readonly RawEntry[], directory: number): ReadonlyMap<RawEntry, number> {
  const ends = new Map<RawEntry, number>();
  let end = directory;
  for (const entry of [...raw].sort((a, b) => b.at - a.at)) {
    ends.set(entry, end);
    end = entry.at;
  }
  return ends;
}
