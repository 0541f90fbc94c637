import { cutShort } from './byte-reader';

export const BLOCK_BYTES = 512;

export interface TarHeader {
  readonly type: string;
  readonly path: Buffer;
  readonly target: Buffer;
  readonly size: number;
  readonly mode: number;
  readonly mtimeMs: number;
  /** GNU sparse file: further headers follow. */
  readonly isExtended: boolean;
}

function text(block: Buffer, from: number, to: number): Buffer {
  const field = block.subarray(from, to);
  const end = field.indexOf(0);
  return end < 0 ? field : field.subarray(0, end);
}

/** Octal digits, or GNU's base 256 for larger numbers. */
function number(block: Buffer, from: number, to: number): number {
  const first = block[from] ?? 0;
  if ((first & 0x80) === 0) {
    const digits = text(block, from, to).toString('latin1').trim();
    if (!/^[0-7]*$/.test(digits)) throw cutShort();
    return digits === '' ? 0 : Number.parseInt(digits, 8);
  }
  const isNegative = (first & 0x40) !== 0;
  let value = BigInt(isNegative ? (first & 0x7f) - 0x80 : first & 0x7f);
  for (const byte of block.subarray(from + 1, to)) value = value * 256n + BigInt(byte);
  const result = Number(value);
  if (!Number.isSafeInteger(result)) throw cutShort();
  return result;
}

function sums(block: Buffer): { unsigned: number; signed: number } {
  let [unsigned, signed] = [0, 0];
  for (let at = 0; at < BLOCK_BYTES; at += 1) {
    const byte = at >= 148 && at < 156 ? 0x20 : (block[at] ?? 0);
    unsigned += byte;
    signed += byte < 0x80 ? byte : byte - 0x100;
  }
  return { unsigned, signed };
}

/** Whether the block's checksum matches, which identifies a tar. */
export function isTarHeader(block: Buffer): boolean {
  if (block.length < BLOCK_BYTES) return false;
  const digits = text(block, 148, 156).toString('latin1').trim();
  if (!/^[0-7]+$/.test(digits)) return false;
  const wanted = Number.parseInt(digits, 8);
  const { unsigned, signed } = sums(block);
  return wanted === unsigned || wanted === signed;
}

export const isZero = (block: Buffer): boolean => block.every((byte) => byte === 0);

export function readTarHeader(block: Buffer): TarHeader {
  if (!isTarHeader(block)) throw cutShort();
  // POSIX writes `ustar\0`; GNU writes `ustar  ` and uses the prefix field otherwise.
  const isPosix = block.subarray(257, 263).equals(Buffer.from('ustar\0'));
  const name = text(block, 0, 100);
  const prefix = isPosix ? text(block, 345, 500) : Buffer.alloc(0);
  const size = number(block, 124, 136);
  if (size < 0) throw cutShort();
  return {
    type: String.fromCharCode(block[156] ?? 0),
    path: prefix.length > 0 ? Buffer.concat([prefix, Buffer.from('/'), name]) : name,
    target: text(block, 157, 257),
    size,
    mode: number(block, 100, 108) & 0o7777,
    mtimeMs: number(block, 136, 148) * 1000,
    isExtended: block[482] === 1,
  };
}

/** Records of a pax header: `<length> <key>=<value>\n`. */
export function readPax(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const records = new Map<string, Buffer>();
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at);
    const digits = bytes.subarray(at, space < 0 ? at : space).toString('latin1');
    const end = at + Number(digits);
    const equals = bytes.indexOf(0x3d, space);
    if (!/^\d{1,7}$/.test(digits) || end > bytes.length || bytes[end - 1] !== 0x0a) throw cutShort();
    if (equals < 0 || equals >= end) throw cutShort();
    records.set(bytes.subarray(space + 1, equals).toString('utf8'), bytes.subarray(equals + 1, end - 1));
    at = end;
  }
  return records;
}
