import { crc32, deflateRawSync } from 'node:zlib';

/** An entry that may have hostile fields; absent fields are harmless. */
export interface ZipEntry {
  readonly name: string | Buffer;
  readonly content?: string;
  readonly packs?: boolean;
  /** The program's system: 3 is Unix, 0 old Windows. */
  readonly host?: number;
  readonly mode?: number;
  readonly link?: string;
  readonly method?: number;
  readonly saysSize?: number;
  /** Shares the bytes of the first entry. */
  readonly sharesFirst?: boolean;
}

function pieces(entry: ZipEntry, at: number): { local: Buffer; central: Buffer } {
  const name = Buffer.from(entry.name);
  const raw = Buffer.from(entry.link ?? entry.content ?? '');
  const packed = entry.packs ? deflateRawSync(raw) : raw;
  const method = entry.method ?? (entry.packs ? 8 : 0);
  const mode = entry.link === undefined ? (entry.mode ?? 0o100644) : 0o120777;
  const host = entry.host ?? 3;
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(typeof entry.name === 'string' ? 1 << 11 : 0, 2);
  shared.writeUInt16LE(method, 4);
  shared.writeUInt16LE(0x21, 8);
  shared.writeUInt32LE(crc32(raw), 10);
  shared.writeUInt32LE(packed.length, 14);
  shared.writeUInt32LE(entry.saysSize ?? raw.length, 18);
  shared.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, packed]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(host === 3 ? (mode << 16) >>> 0 : 0, 6);
  rest.writeUInt32LE(at, 10);
  const central = Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, host]), shared, rest, name]);
  return { local, central };
}

/** Writes a zip byte by byte, so that its fields may be false. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const { local, central } = pieces(entry, entry.sharesFirst ? 0 : at);
    centrals.push(central);
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  // Numbers that don't fit are truncated, as programs without zip64 do.
  end.writeUInt16LE(entries.length % 0x10000, 8);
  end.writeUInt16LE(entries.length % 0x10000, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}
