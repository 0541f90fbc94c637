import { crc32, inflateRawSync } from 'node:zlib';
import type { FaultReason } from '@sitedeck/contract';
import { isRefusal, Refusal } from '#faults/refusal';
import { codeOf } from '#faults/error-code';
import { refusalOf } from '#files/link/errno';
import { Folder } from '../tree/walk';
import { inflateBatch } from './inflate-batch';
import { writeFresh } from './write-entry';
import { readAt } from '../zip/zip-directory';

const HEADER_BYTES = 30;
const DEFLATED = 8;

/** What the zip's directory says about an entry's bytes. */
export interface ZipBytes {
  readonly at: number;
  readonly end: number;
  readonly packed: number;
  readonly size: number;
  readonly crc: number;
  readonly method: number;
}

export interface UnzipFile extends ZipBytes {
  /** Descriptor of its parent folder. */
  readonly folder: number;
  readonly name: string;
  readonly mode: number;
  readonly mtimeMs: number;
}

/** Entries next to each other in the archive, read at once. */
export interface UnzipBatch {
  readonly fd: number;
  readonly files: readonly UnzipFile[];
}

export type UnzipResult =
  | { readonly is: 'done'; readonly bytes: number }
  | { readonly is: 'failed'; readonly index: number; readonly reason: FaultReason }
  | { readonly is: 'bug'; readonly message: string };

const broken = () => new Refusal('archive-broken');

/** Where an entry's bytes begin: its local header may have other extra fields than the directory. */
export function dataStart(header: Buffer): number {
  if (header.length < HEADER_BYTES || header.readUInt32LE(0) !== 0x04034b50) throw broken();
  return HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
}

function packedBytes(record: Buffer, entry: ZipBytes): Buffer {
  const start = dataStart(record);
  if (start + entry.packed > record.length) throw broken();
  return record.subarray(start, start + entry.packed);
}

/** Unpacks an entry in memory, never to more bytes than the directory says. */
export function unpackEntry(record: Buffer, entry: ZipBytes): Buffer {
  const packed = packedBytes(record, entry);
  const bytes = entry.method === DEFLATED ? inflated(packed, entry.size) : packed;
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc) throw broken();
  return bytes;
}

function inflated(packed: Buffer, size: number): Buffer {
  try {
    // One byte more than expected: inflate reaches the end in one call, and an extra byte is noticed.
    return inflateRawSync(packed, { chunkSize: Math.max(64, size + 1), maxOutputLength: size + 1 });
  } catch {
    throw broken();
  }
}

/** Bytes of one entry, from its header, without data descriptor and padding. */
export function readRecord(fd: number, entry: ZipBytes): Buffer {
  const header = readAt(fd, entry.at, HEADER_BYTES);
  const length = dataStart(header) + entry.packed;
  if (entry.at + length > entry.end) throw broken();
  return readAt(fd, entry.at, length);
}

/** Gaps between entries up to this size are read too, not skipped, bytes. */
const GAP_MAX = 256 * 1024;

function recordsOf({ fd, files }: UnzipBatch): (file: UnzipFile) => Buffer {
  const from = files.reduce((least, { at }) => Math.min(least, at), Infinity);
  const to = files.reduce((most, { end }) => Math.max(most, end), 0);
  const wanted = files.reduce((sum, { packed }) => sum + packed, 0);
  if (to - from > wanted + GAP_MAX) return (file) => readRecord(fd, file);
  const all = readAt(fd, from, to - from);
  return ({ at, end }) => all.subarray(at - from, end - from);
}

/** Contents of the deflated files; empty if one is damaged, as only unpacking one by one shows which. */
function contentsOf(
  files: readonly UnzipFile[],
  recordOf: (file: UnzipFile) => Buffer,
): ReadonlyMap<UnzipFile, Buffer> {
  try {
    const deflated = files.filter(({ method }) => method === DEFLATED);
    return inflateBatch(
      new Map(deflated.map((file) => [file, { ...file, packed: packedBytes(recordOf(file), file) }])),
    );
  } catch {
    return new Map();
  }
}

/** Writes a batch of small files; stops at the first failure. */
export function unzipBatch(batch: UnzipBatch): UnzipResult {
  let index = 0;
  try {
    const recordOf = recordsOf(batch);
    const contents = contentsOf(batch.files, recordOf);
    let bytes = 0;
    for (const file of batch.files) {
      const content = contents.get(file) ?? unpackEntry(recordOf(file), file);
      writeFresh(Folder.borrowed(file.folder), file.name, { ...file, bytes: content });
      bytes += content.length;
      index += 1;
    }
    return { is: 'done', bytes };
  } catch (error) {
    const named = refusalOf(error);
    if (isRefusal(named)) return { is: 'failed', index, reason: named.reason };
    return { is: 'bug', message: `${codeOf(error) ?? ''} ${String(error)}` };
  }
}
