import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BootRemote, BuiltRemote, type BootDocument } from '@sitedeck/contract';

async function readRemote(folder: string, name: string, version: string): Promise<BootRemote> {
  const text = await readFile(join(folder, name, version, 'remote.json'), 'utf8');
  const built = BuiltRemote.parse(JSON.parse(text));
  return BootRemote.parse({ ...built, base: `/remotes/${built.name}/${built.version}/` });
}

const folders = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

/** The remotes of a build, which lie at `<folder>/<name>/<version>/`. */
export async function readBootDocument(folder: string): Promise<BootDocument> {
  const names = await folders(folder);
  const remotes = await Promise.all(
    names.flatMap(async (name) => {
      const versions = await folders(join(folder, name));
      return Promise.all(versions.map((version) => readRemote(folder, name, version)));
    }),
  );
  const all = remotes.flat();
  const revision = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16);
  return { revision, remotes: all };
}
