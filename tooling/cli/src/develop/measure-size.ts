import type { RemoteWeight } from '@sitedeck/contract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { BuiltFolder } from './build';

const FETCHED_BY_PAGES = /\.(?:js|css)$/;

/** Size of the files of a build that pages load, compressed as on the server. */
export function measureSize({ folder, built }: BuiltFolder): RemoteWeight {
  const bytes = (file: string) => compressed(readFileSync(join(folder, file)));
  return {
    entry: bytes(built.entry),
    total: Object.keys(built.assets)
      .filter((file) => FETCHED_BY_PAGES.test(file))
      .reduce((sum, file) => sum + bytes(file), 0),
  };
}

const compressed = (content: Buffer): number =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } })
    .length;
