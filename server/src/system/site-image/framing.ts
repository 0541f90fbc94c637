/** Magic number of a zstd frame (RFC 8878). */
const ZSTD_MAGIC = Buffer.from('28b52ffd', 'hex');
/** A frame with a content size of four bytes and no checksum: the window is the content. */
const FOUR_BYTE_SIZE = 0b1010_0000;
/** Longest block that a frame may have, bytes. */
const BLOCK_MAX = 128 * 1024;
const TAR_BLOCK = 512;

/**
 * A zstd frame that holds the bytes uncompressed: its size depends on the number of bytes alone, so it can be written
 * again in place. Every zstd decoder reads it.
 */
export function storedFrame(bytes: Buffer): Buffer {
  if (bytes.length === 0 || bytes.length > BLOCK_MAX) throw new Error('A stored frame has one block');
  const size = Buffer.alloc(5);
  size.writeUInt8(FOUR_BYTE_SIZE, 0);
  size.writeUInt32LE(bytes.length, 1);
  const block = Buffer.alloc(3);
  // The last block, stored.
  block.writeUIntLE((bytes.length << 3) | 1, 0, 3);
  return Buffer.concat([ZSTD_MAGIC, size, block, bytes]);
}

/** As many stored frames as the bytes need. */
export function storedFrames(bytes: Buffer): Buffer[] {
  const count = Math.ceil(bytes.length / BLOCK_MAX);
  return Array.from({ length: count }, (_, at) =>
    storedFrame(bytes.subarray(at * BLOCK_MAX, (at + 1) * BLOCK_MAX)),
  );
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');
/** Largest size that fits into eleven octal digits. */
const OCTAL_SIZE_MAX = 8 ** 11 - 1;

/** GNU's form of a larger number: a marked first byte, then the number in base 256. */
function writeSize(block: Buffer, size: number): void {
  if (size <= OCTAL_SIZE_MAX) return void block.write(octal(size, 11), 124);
  block.writeUInt8(0x80, 124);
  block.writeBigUInt64BE(BigInt(size), 128);
}

/** Header of a file in a tar. */
export function tarHeader(name: string, size: number, modifiedAt: Date): Buffer {
  const block = Buffer.alloc(TAR_BLOCK);
  block.write(name, 0, 100);
  block.write(octal(0o644, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  writeSize(block, size);
  block.write(octal(Math.floor(modifiedAt.getTime() / 1000), 11), 136);
  block.write(' '.repeat(8), 148);
  block.write('0', 156);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((all, byte) => all + byte, 0);
  block.write(`${octal(sum, 6)}\0 `, 148);
  return block;
}
export const TAR_HEADER_BYTES = TAR_BLOCK;

/** Zeros after a file of this size in a tar. */
export const tarPadding = (size: number): Buffer =>
  Buffer.alloc((TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK);

/** A complete file in a tar. */
export const tarEntry = (name: string, content: Buffer, modifiedAt: Date): Buffer =>
  Buffer.concat([tarHeader(name, content.length, modifiedAt), content, tarPadding(content.length)]);
