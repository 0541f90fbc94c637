import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BuiltRemote } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { MANIFEST } from './unpack';

/**
 * Size limit of a manifest, since every page contains it: a usual one has a few kilobytes, and 500 hashes
 * take fifty.
 */
const MANIFEST_BYTES = 128 * 1024;

async function readJson(file: string): Promise<unknown> {
  if ((await stat(file)).size > MANIFEST_BYTES)
    throw new Refusal('package-manifest', { values: { place: 'size' } });
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new Refusal('package-manifest', { values: { place: 'JSON' } });
  }
}

async function readManifest(folder: string): Promise<BuiltRemote> {
  const parsed = BuiltRemote.safeParse(await readJson(join(folder, MANIFEST)));
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.map(String).join('.') || '.';
  throw new Refusal('package-manifest', { values: { place } });
}

/** Checks what the manifest says about the files against the files. */
function checkFiles({ assets, entry }: BuiltRemote, hashes: ReadonlyMap<string, string>): void {
  const listed = new Map(Object.entries(assets));
  if (!listed.has(entry)) throw new Refusal('package-manifest', { values: { place: 'entry' } });
  for (const [path, hash] of listed) {
    const found = hashes.get(path);
    if (found === undefined) throw new Refusal('package-file-missing', { values: { path } });
    if (found !== hash) throw new Refusal('package-hash', { values: { path } });
  }
  const unlisted = [...hashes.keys()].find((path) => path !== MANIFEST && !listed.has(path));
  if (unlisted !== undefined) throw new Refusal('package-file-unlisted', { values: { path: unlisted } });
}

/**
 * Checks an unpacked package. Refuses with `package-without-manifest`, `package-manifest`, `package-name`,
 * `package-file-missing`, `package-file-unlisted` or `package-hash`.
 */
export async function checkPackage(
  folder: string,
  hashes: ReadonlyMap<string, string>,
  name: string,
): Promise<BuiltRemote> {
  if (!hashes.has(MANIFEST)) throw new Refusal('package-without-manifest');
  const built = await readManifest(folder);
  if (built.name !== name) throw new Refusal('package-name', { values: { name: built.name } });
  checkFiles(built, hashes);
  return built;
}
