import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const TEXT = /\.(?:js|mjs|css|html|svg|json|txt|map)$/;
/** Below it the saving is less than the header of the extra file lookup. */
const SMALLEST_BYTES = 512;

async function precompressOne(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < SMALLEST_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const [small, old] = await Promise.all([
    brotli(content, { params }),
    zip(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  const mode = 0o644;
  await Promise.all([writeFile(`${file}.br`, small, { mode }), writeFile(`${file}.gz`, old, { mode })]);
}

/** Writes `.br` and `.gz` beside each text, once, so that whoever serves it compresses nothing. */
export async function precompress(folder: string, paths: readonly string[]): Promise<void> {
  // One after another: the worker threads are shared with every other reading of a file.
  for (const path of paths) if (TEXT.test(path)) await precompressOne(join(folder, path));
}
