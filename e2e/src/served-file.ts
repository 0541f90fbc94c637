import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Product } from './product';

/** Undoes what was done to a file. */
type Mend = () => Promise<void>;

const PACKED = [
  ['', (content: Buffer) => content],
  ['.br', (content: Buffer) => brotliCompressSync(content)],
  ['.gz', (content: Buffer) => gzipSync(content)],
] as const;

/** Every copy from which the product may serve a file of a build, its packed twins included. */
async function copiesOf(product: Product, name: string): Promise<string[]> {
  const entries = await readdir(product.data, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && PACKED.some(([end]) => entry.name === name + end))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function each(files: readonly string[], act: (file: string) => Promise<void>): Promise<void> {
  if (files.length === 0) throw new Error('The product serves no such file');
  for (const file of files) await act(file);
}

/** As after a clean-up: the file is gone from the server. */
export async function takeAway(product: Product, url: string): Promise<Mend> {
  const files = await copiesOf(product, basename(url));
  await each(files, (file) => rename(file, `${file}.away`));
  return () => each(files, (file) => rename(`${file}.away`, file));
}

/** As somebody who may write on the server, or stands between, would: other code under the same name. */
export async function tamperWith(product: Product, url: string): Promise<Mend> {
  const name = basename(url);
  const files = await copiesOf(product, name);
  const before = await Promise.all(files.map((file) => readFile(file)));
  const plain = files.findIndex((file) => file.endsWith(name));
  const changed = Buffer.concat([
    before[plain] ?? Buffer.alloc(0),
    Buffer.from(';globalThis.tampered = true;'),
  ]);
  await each(files, async (file) => {
    const pack = PACKED.find(([end]) => file.endsWith(name + end))?.[1];
    if (pack) await writeFile(file, pack(changed));
  });
  return async () => {
    for (const [index, file] of files.entries()) await writeFile(file, before[index] ?? '');
  };
}
