import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { pathExists } from '#system/disk/exists';

const Package = z.object({
  name: z.string(),
  version: z.string(),
  file: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*\.tgz$/),
  integrity: z.string(),
});
const Index = z.object({ packages: z.array(Package) });
type Package = z.infer<typeof Package>;

async function readIndex(folder: string): Promise<readonly Package[]> {
  const text = await readFile(join(folder, 'index.json'), 'utf8').catch(() => undefined);
  return text === undefined ? [] : Index.parse(JSON.parse(text)).packages;
}

/** Replaces a file in one step, so that no reader sees a partial one. */
async function replace(file: string, write: (next: string) => Promise<void>): Promise<void> {
  const next = `${file}.${process.pid}.new`;
  await write(next);
  await rename(next, file);
}

/**
 * Offers this build's packages to feature teams, in addition to those of earlier builds: a team checks its
 * types against every console that is still in use.
 * @param from folder that holds `index.json` and the tarballs; may be absent
 */
export async function offerPackages(from: string, to: string): Promise<void> {
  const fresh = await readIndex(from);
  if (fresh.length === 0) return;
  for (const { file } of fresh) await replace(join(to, file), (next) => copyFile(join(from, file), next));
  const isFresh = (known: Package) =>
    fresh.some(
      ({ name, version, file }) => file === known.file || (name === known.name && version === known.version),
    );
  const older = (await readIndex(to)).filter((known) => !isFresh(known));
  const existing = await Promise.all(older.map(({ file }) => pathExists(join(to, file))));
  const packages = [...fresh, ...older.filter((_known, index) => existing[index])];
  await replace(join(to, 'index.json'), (next) =>
    writeFile(next, `${JSON.stringify({ packages }, null, 2)}\n`),
  );
}
