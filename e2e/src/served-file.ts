import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Product } from './product';

/** Restores the original file. */
type Restore = () => Promise<void>;

const ENCODINGS = [
  ['', (content: Buffer) => content],
  ['.br', (content: Buffer) => brotliCompressSync(content)],
  ['.gz', (content: Buffer) => gzipSync(content)],
] as const;

/** Every copy of a built file that the product may serve, compressed copies included. */
async function copiesOf(product: Product, name: string): Promise<string[]> {
  const entries = await readdir(product.data, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && ENCODINGS.some(([end]) => entry.name === name + end))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function each(files: readonly string[], act: (file: string) => Promise<void>): Promise<void> {
  if (files.length === 0) throw new Error('The product serves no such file');
  for (const file of files) await act(file);
}

/** Removes the file from the server, as a clean-up would. */
export async function removeFile(product: Product, url: string): Promise<Restore> {
  const files = await copiesOf(product, basename(url));
  await each(files, (file) => rename(file, `${file}.away`));
  return () => each(files, (file) => rename(`${file}.away`, file));
}

/** Serves other code under the same name, as an attacker with write access or on the network path would. */
export async function tamperWith(product: Product, url: string): Promise<Restore> {
  const name = basename(url);
  const files = await copiesOf(product, name);
  const before = await Promise.all(files.map((file) => readFile(file)));
  const plain = files.findIndex((file) => file.endsWith(name));
  const changed = Buffer.concat([
    before[plain] ?? Buffer.alloc(0),
    Buffer.from(';globalThis.tampered = true;'),
  ]);
  await each(files, async (file) => {
    const pack = ENCODINGS.find(([end]) => file.endsWith(name + end))?.[1];
    if (pack) await writeFile(file, pack(changed));
  });
  return async () => {
    for (const [index, file] of files.entries()) await writeFile(file, before[index] ?? '');
  };
}
