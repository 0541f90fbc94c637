import { readSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import { openRegularFile } from '../tree/open-file';
import { codeOf } from '#faults/error-code';
import { refusalOf } from '#files/link/errno';
import { isRefusal } from '#faults/refusal';
import type { Folder, Name } from '../tree/walk';
import type { Method } from './zip-format';

/** A small file, packed in memory. */
export interface PackedFile {
  readonly is: 'packed';
  readonly method: Method;
  readonly crc: number;
  readonly size: number;
  readonly mode: number;
  readonly mtimeMs: number;
  readonly bytes: Uint8Array;
}

export interface PackRequest {
  readonly folder: Folder;
  readonly name: Name;
}

export type PackResult = PackedFile | { readonly is: 'failed'; readonly reason: string };

/** One below zlib's default: 1% more bytes for half the work. */
export const LEVEL = 5;

/** Extensions of compressed formats: packing them again costs time and saves nothing. */
const PACKED_ALREADY =
  /\.(?:7z|avif|br|docx|gif|gz|heic|jar|jpe?g|m4[av]|mkv|mov|mp[34]|og[gv]|png|pptx|rar|t?xz|tgz|webm|webp|woff2?|xlsx|zip|zst)$/i;

export const methodFor = (name: Name, size: number): Method =>
  size < 64 || PACKED_ALREADY.test(name.toString()) ? 'stored' : 'deflated';

/** A file up to this size is packed in memory, bytes. */
export const SMALL_BYTES = 512 * 1024;

/** Reused for each file: allocating new memory would cost more than reading the file. */
let held: Buffer | undefined;

function roomFor(size: number): Buffer {
  if (size > SMALL_BYTES) return Buffer.allocUnsafe(size);
  held ??= Buffer.allocUnsafeSlow(SMALL_BYTES);
  return held;
}

/** The result is valid until the next file is read. */
function readAll(fd: number, size: number): Buffer {
  const bytes = roomFor(size);
  let at = 0;
  for (let got = -1; got !== 0 && at < size; at += got) got = readSync(fd, bytes, at, size - at, at);
  return bytes.subarray(0, at);
}

/** Packs one file; returns a failure instead of throwing, so that the archive continues. */
function packFile({ folder, name }: PackRequest): PackResult {
  try {
    using content = openRegularFile(folder, name);
    const { size, mode, mtimeMs } = content.stats;
    const raw = readAll(content.fd, size);
    const wanted = methodFor(name, raw.length);
    const deflated = wanted === 'deflated' ? deflateRawSync(raw, { level: LEVEL }) : raw;
    const method = deflated.length < raw.length ? 'deflated' : 'stored';
    const bytes = method === 'deflated' ? deflated : Buffer.from(raw);
    return { is: 'packed', method, crc: crc32(raw), size: raw.length, mode, mtimeMs, bytes };
  } catch (error) {
    const named = refusalOf(error);
    return { is: 'failed', reason: isRefusal(named) ? named.reason : (codeOf(error) ?? 'internal') };
  }
}

/** Packs files into one buffer, which can move to another thread at once. */
export function packFiles(files: readonly PackRequest[]): readonly PackResult[] {
  const all = files.map(packFile);
  const room = Buffer.allocUnsafeSlow(all.reduce((sum, result) => sum + packedBytes(result), 0));
  let at = 0;
  return all.map((result) => {
    if (result.is === 'failed') return result;
    room.set(result.bytes, at);
    at += result.bytes.length;
    return { ...result, bytes: room.subarray(at - result.bytes.length, at) };
  });
}

const packedBytes = (result: PackResult): number => (result.is === 'packed' ? result.bytes.length : 0);

/** The buffer of the results, which moves to the other thread. */
export function memoryOf(results: readonly PackResult[]): readonly ArrayBuffer[] {
  const first = results.find((result) => result.is === 'packed');
  return first?.bytes.buffer instanceof ArrayBuffer ? [first.bytes.buffer] : [];
}
