import { readSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import { openRegularFile } from '../tree/open-file';
import { errnoOf, refusalOf } from '#files/link/errno';
import { isRefusal } from '#faults/refusal';
import type { Folder, Name } from '../tree/walk';
import type { Method } from './zip-format';

/** A small file, read and packed whole. */
export interface Packed {
  readonly is: 'packed';
  readonly method: Method;
  readonly crc: number;
  readonly size: number;
  readonly mode: number;
  readonly mtimeMs: number;
  readonly bytes: Uint8Array;
}

export interface PackWish {
  readonly folder: Folder;
  readonly name: Name;
}

export type PackResult = Packed | { readonly is: 'failed'; readonly reason: string };

/** One below zlib's own choice: a hundredth more bytes for half the work. */
export const LEVEL = 5;

/** Already packed by their own format: packing again costs time and saves nothing. */
const PACKED_ALREADY =
  /\.(?:7z|avif|br|docx|gif|gz|heic|jar|jpe?g|m4[av]|mkv|mov|mp[34]|og[gv]|png|pptx|rar|t?xz|tgz|webm|webp|woff2?|xlsx|zip|zst)$/i;

export const methodFor = (name: Name, size: number): Method =>
  size < 64 || PACKED_ALREADY.test(name.toString()) ? 'stored' : 'deflated';

/** Up to this size a file is read and packed whole, bytes. */
export const SMALL_BYTES = 512 * 1024;

/** Read into again and again: fresh memory for each file would cost more than reading it. */
let held: Buffer | undefined;

function roomFor(size: number): Buffer {
  if (size > SMALL_BYTES) return Buffer.allocUnsafe(size);
  held ??= Buffer.allocUnsafeSlow(SMALL_BYTES);
  return held;
}

/** Holds until the next file is read. */
function readAll(fd: number, size: number): Buffer {
  const bytes = roomFor(size);
  let at = 0;
  for (let got = -1; got !== 0 && at < size; at += got) got = readSync(fd, bytes, at, size - at, at);
  return bytes.subarray(0, at);
}

/** Reads and packs one file; what goes wrong is told, not thrown: one bad entry spoils no archive. */
function packFile({ folder, name }: PackWish): PackResult {
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
    return { is: 'failed', reason: isRefusal(named) ? named.reason : (errnoOf(error) ?? 'internal') };
  }
}

/** The bytes of all lie in one piece of memory, which can change threads at once. */
export function packFiles(files: readonly PackWish[]): readonly PackResult[] {
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

/** What `packFiles` gives away with its results. */
export function memoryOf(results: readonly PackResult[]): readonly ArrayBuffer[] {
  const first = results.find((result) => result.is === 'packed');
  return first?.bytes.buffer instanceof ArrayBuffer ? [first.bytes.buffer] : [];
}
