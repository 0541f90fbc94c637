import type { UnpackFormat } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { ByteReader } from '../tar/byte-reader';
import { ByteSource, type Packing, type SourceParts } from '../tar/byte-source';
import { BLOCK_BYTES, isTarHeader } from '../tar/tar-header';
import { readAt } from '../zip/zip-directory';

export type ArchiveFormat =
  | { readonly is: 'zip' }
  /** A tar, plain or compressed. */
  | { readonly is: 'tar'; readonly format: UnpackFormat; readonly packing: Packing }
  /** One file without a name of its own. */
  | { readonly is: 'file'; readonly format: UnpackFormat; readonly packing: Packing };

type Compression = 'gz' | 'xz' | 'bz2' | 'zst';

const MAGIC: readonly (readonly [Compression | '7z' | 'rar' | 'zip', Buffer])[] = [
  ['zip', Buffer.from('PK\x03\x04', 'latin1')],
  ['zip', Buffer.from('PK\x05\x06', 'latin1')],
  ['7z', Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1')],
  ['rar', Buffer.from('Rar!\x1a\x07', 'latin1')],
  ['gz', Buffer.from('\x1f\x8b', 'latin1')],
  ['xz', Buffer.from('\xfd7zXZ\0', 'latin1')],
  ['bz2', Buffer.from('BZh', 'latin1')],
  ['zst', Buffer.from('\x28\xb5\x2f\xfd', 'latin1')],
];

const TARS = { gz: 'tar.gz', xz: 'tar.xz', bz2: 'tar.bz2', zst: 'tar.zst' } as const;

async function holdsTar(parts: SourceParts): Promise<boolean> {
  using source = new ByteSource(parts);
  const bytes = source.bytes();
  try {
    return isTarHeader(await new ByteReader(bytes).peek(BLOCK_BYTES));
  } finally {
    await bytes.return(undefined);
  }
}

/** Detects the archive's format by its first bytes; its name may be wrong. */
export async function detectFormat(
  file: Omit<SourceParts, 'packing'> & { readonly name: string },
): Promise<ArchiveFormat> {
  const head = readAt(file.fd, 0, Math.min(file.fileSize, BLOCK_BYTES));
  const found = MAGIC.find(([, magic]) => head.subarray(0, magic.length).equals(magic))?.[0];
  if (found === 'zip') return { is: 'zip' };
  if (found === '7z' || found === 'rar') return { is: 'tar', format: found, packing: 'bsdtar' };
  if (found === undefined) {
    if (isTarHeader(head)) return { is: 'tar', format: 'tar', packing: 'none' };
    // A self-extracting archive begins like a program.
    if (/\.(?:zip|exe)$/i.test(file.name)) return { is: 'zip' };
    throw new Refusal('archive-unknown');
  }
  if (await holdsTar({ ...file, packing: found })) return { is: 'tar', format: TARS[found], packing: found };
  return { is: 'file', format: found, packing: found };
}

const ENDING = /\.(?:gz|xz|bz2|zst)$/i;

/** Name of the single file in a `.gz`, `.xz`, `.bz2` or `.zst`. */
export const nameOfPackedFile = (name: string): string => {
  const inside = name.replace(ENDING, '');
  return inside === name || inside === '' ? `${name}.unpacked` : inside;
};
