import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import type { BuiltFolder } from './build';

const zip = promisify(gzip);

/** Fixed modification time, so that the same content always gives the same bytes. */
const FIXED_TIME = new Date(0);
/** An executable script begins with these two bytes. */
const modeOf = (content: Buffer): number => (content.subarray(0, 2).toString() === '#!' ? 0o755 : 0o644);

/** A `.tar.gz` of files, in the order given. */
export async function tarOf(files: readonly (readonly [name: string, content: Buffer])[]): Promise<Buffer> {
  const archive = pack();
  const bytes = gather(archive);
  for (const [name, content] of files)
    archive.entry({ name, mode: modeOf(content), mtime: FIXED_TIME }, content);
  archive.finalize();
  return zip(await bytes, { level: constants.Z_BEST_COMPRESSION });
}

async function gather(archive: Pack): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Packs a version for publishing: `remote.json` and the files it lists, which the server compresses itself. */
export async function packRemote({ folder, built }: BuiltFolder): Promise<Buffer> {
  const names = ['remote.json', ...Object.keys(built.assets).sort()];
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return tarOf(names.map((name, index) => [name, contents[index] ?? Buffer.alloc(0)]));
}
