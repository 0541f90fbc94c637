import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuiltRemote, RemoteWeight } from '@sitedeck/contract';

/** Files that a page may load; source maps and licence texts are not among them. */
const LOADED = /\.(?:js|mjs|css|json|wasm)$/;

const sizeOf = async (file: string): Promise<number> => (await stat(file)).size;

/** The size in brotli, if the file has that form. */
const weightOf = (file: string): Promise<number> => sizeOf(`${file}.br`).catch(() => sizeOf(file));

/** @param folder the files of the version, with their compressed forms */
export async function measureRemote(folder: string, { entry, assets }: BuiltRemote): Promise<RemoteWeight> {
  const loaded = Object.keys(assets).filter((path) => LOADED.test(path));
  const weights = await Promise.all(loaded.map((path) => weightOf(join(folder, path))));
  return {
    entry: await weightOf(join(folder, entry)),
    total: weights.reduce((sum, weight) => sum + weight, 0),
  };
}

/** Size of all files, uncompressed. */
export async function bytesOf(folder: string, { assets }: BuiltRemote): Promise<number> {
  const sizes = await Promise.all(Object.keys(assets).map((path) => sizeOf(join(folder, path))));
  return sizes.reduce((sum, size) => sum + size, 0);
}
