import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { makeMutex } from '#system/concurrency/mutex';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const TEXT = /\.(?:js|mjs|css|html|svg|json|txt|map)$/;
/** Smaller files save less than the lookup of the compressed file costs. */
const SMALLEST_BYTES = 512;

async function precompressOne(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < SMALLEST_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const small = await brotli(content, { params });
  const old = await zip(content, { level: constants.Z_BEST_COMPRESSION });
  const mode = 0o644;
  await Promise.all([writeFile(`${file}.br`, small, { mode }), writeFile(`${file}.gz`, old, { mode })]);
}

const inTurn = makeMutex();

/**
 * Writes a `.br` and a `.gz` file beside each text once, so that the servers need not compress it. Compresses
 * one file at a time, since the few worker threads of this process also hash passwords and read files.
 */
export async function precompress(folder: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (TEXT.test(path)) await inTurn(() => precompressOne(join(folder, path)));
  }
}
