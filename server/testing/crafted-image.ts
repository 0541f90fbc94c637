import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteImagePart } from '@sitedeck/contract';
import { storedFrame, tarEntry, tarHeader, tarPadding } from '#system/site-image/framing';
import { IMAGE_FORMAT, MANIFEST_BYTES, type ImagePart } from '#system/site-image/manifest';
import { signatureLine, type SigningKey } from '#system/site-image/signing-key';

const NOW = new Date('2026-11-28T12:00:00Z');

/** An entry of a tar; fields as in its header. */
export interface CraftedEntry {
  readonly name: string;
  /** `0` file, `1` hard link, `2` symbolic link, `3` character device, `5` folder, `6` pipe. */
  readonly type?: string;
  readonly link?: string;
  readonly mode?: number;
  readonly content?: string;
}

function entryBytes({ name, type = '0', link = '', mode = 0o644, content = '' }: CraftedEntry): Buffer {
  const header = tarHeader(name, content.length, NOW);
  header.write(`${mode.toString(8).padStart(7, '0')}\0`, 100);
  header.write(' '.repeat(8), 148);
  header.write(type, 156);
  header.write(link, 157, 100);
  header.write('0000001\0' + '0000003\0', 329);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, Buffer.from(content), tarPadding(content.length)]);
}

/** A tar of any entries, also such as no tar program would write. */
export const craftTar = (entries: readonly CraftedEntry[]): Buffer =>
  Buffer.concat([...entries.map(entryBytes), Buffer.alloc(1024)]);

export const compress = (bytes: Buffer): Buffer =>
  execFileSync('zstd', ['-qc'], { input: bytes, maxBuffer: 1024 ** 3 });

/** So many bytes of zeroes, compressed to a few. @param bytes a multiple of 64 MiB */
export function compressedZeroes(bytes: number): Buffer {
  const frame = compress(Buffer.alloc(64 * 1024 * 1024));
  return Buffer.concat(Array.from({ length: bytes / (64 * 1024 * 1024) }, () => frame));
}

/** A compressed tar of a file of zeroes, as `tar --sparse` writes it. @param size as `truncate` takes it: `1T` */
export function sparseTar(size: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-sparse-'));
  try {
    const script = 'mkdir wwwroot; truncate -s "$1" wwwroot/hole; tar --sparse --format=gnu -c wwwroot';
    return execFileSync('bash', ['-euc', script, 'bash', size], { cwd: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface CraftedPart {
  readonly part: SiteImagePart;
  /** As it lies in the file. */
  readonly compressed: Buffer;
  /** Size that the manifest names. */
  readonly bytes: number;
}

export const craftPart = (part: SiteImagePart, content: Buffer | string): CraftedPart => {
  const bytes = Buffer.from(content);
  return { part, compressed: compress(bytes), bytes: bytes.length };
};

export interface CraftedImage {
  readonly key: SigningKey;
  readonly parts: readonly CraftedPart[];
  /** Changes what the manifest says, or replaces its text. */
  readonly manifest?: (manifest: Readonly<Record<string, unknown>>) => object | string;
}

const headOf = (manifest: Buffer, key: SigningKey): Buffer =>
  storedFrame(
    Buffer.concat([
      tarEntry('manifest.json', manifest, NOW),
      tarEntry('manifest.sig', signatureLine(key, manifest), NOW),
    ]),
  );

/** Writes a correctly signed image with any content. */
export function craftImage(file: string, { key, parts, manifest = (same) => same }: CraftedImage): void {
  let offset = headOf(Buffer.alloc(MANIFEST_BYTES), key).length;
  const described = parts.map(({ part, compressed, bytes }): ImagePart => {
    const at = offset;
    offset += compressed.length;
    const sha256 = createHash('sha256').update(compressed).digest('hex');
    return { part, offset: at, length: compressed.length, bytes, sha256 };
  });
  const said = manifest({
    ...{ format: IMAGE_FORMAT, kind: 'site', createdAt: NOW.toISOString(), site: 'crafted' },
    ...{ engines: {}, entries: 1, parts: described },
  });
  const text = typeof said === 'string' ? said : JSON.stringify(said);
  const head = headOf(Buffer.from(text.padEnd(MANIFEST_BYTES, '\n')), key);
  writeFileSync(file, Buffer.concat([head, ...parts.map(({ compressed }) => compressed)]));
}
