import { crc32 } from 'node:zlib';

/** RAR 5's numbers: seven bits per byte, the lowest first. */
function vint(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left >>>= 7) {
    bytes.push(left > 0x7f ? (left & 0x7f) | 0x80 : left);
    if (left <= 0x7f) return Buffer.from(bytes);
  }
}

function block(fields: readonly Buffer[], data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat(fields);
  const sized = Buffer.concat([vint(body.length), body]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(sized));
  return Buffer.concat([sum, sized, data]);
}

function file(name: string, content: Buffer): Buffer {
  const path = Buffer.from(name);
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(content));
  // Type file, with data and a checksum, stored, made by Unix.
  const fields = [vint(2), vint(2), vint(content.length), vint(4), vint(content.length), vint(0o100644)];
  return block([...fields, sum, vint(0), vint(1), vint(path.length), path], content);
}

/** Writes a RAR 5 archive without compression: Debian has no program that writes RAR. */
export const makeRar = (files: readonly (readonly [string, string])[]): Buffer =>
  Buffer.concat([
    Buffer.from('Rar!\x1a\x07\x01\0', 'latin1'),
    block([vint(1), vint(0), vint(0)]),
    ...files.map(([name, content]) => file(name, Buffer.from(content))),
    block([vint(5), vint(0), vint(0)]),
  ]);
