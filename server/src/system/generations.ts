import { createHash } from 'node:crypto';
import { mkdir, readdir, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Files of one configuration, by name below its folder. */
export type ConfigFiles = ReadonlyMap<string, string>;

export interface Candidate {
  /** Digest of the content: equal content is the same generation. */
  readonly id: string;
  readonly folder: string;
}

/** Kept beside the one in force, newest first, for whoever has to look at what changed. */
const KEPT = 3;

export function generationId(files: ConfigFiles): string {
  const hash = createHash('sha256');
  for (const [name, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}\0${text}\0`);
  return hash.digest('hex').slice(0, 16);
}

/** Id of the generation in force, or undefined before the first. */
export async function currentGeneration(folder: string): Promise<string | undefined> {
  return readlink(join(folder, 'current')).catch(() => undefined);
}

/** Writes a candidate beside the one in force. Nothing reads it until `goLive`. */
export async function writeCandidate(folder: string, id: string, files: ConfigFiles): Promise<Candidate> {
  const target = join(folder, id);
  await rm(target, { recursive: true, force: true });
  for (const [name, text] of files) {
    const file = join(target, name);
    await mkdir(dirname(file), { recursive: true, mode: 0o755 });
    await writeFile(file, text, { mode: 0o644, flush: true });
  }
  return { id, folder: target };
}

/** Puts a candidate in force in one step: a reader of `current` sees the old one or the new one, whole. */
export async function goLive(folder: string, candidate: Candidate): Promise<void> {
  const link = join(folder, `.current-${candidate.id}`);
  await rm(link, { force: true });
  await symlink(candidate.id, link);
  await rename(link, join(folder, 'current'));
  await dropOld(folder, { inForce: candidate.id, kept: KEPT });
}

export async function dropCandidate(candidate: Candidate): Promise<void> {
  await rm(candidate.folder, { recursive: true, force: true });
}

const CHECK = 'check-';

let checks = 0;

/** A candidate that nobody is about to use: beside the generations, under a name that is none of theirs. */
export const writeCheck = (folder: string, files: ConfigFiles): Promise<Candidate> =>
  writeCandidate(folder, `${CHECK}${process.pid}-${checks++}`, files);

/** Removes what a process that was killed had looked at; for whoever alone looks at any. */
export async function dropLeftChecks(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(CHECK)))
    await rm(join(folder, name), { recursive: true, force: true });
}

const GENERATION = /^[0-9a-f]{16}$/;

/** Removes all generations but the one in force and the `kept` newest beside it. */
export async function dropOld(
  folder: string,
  { inForce, kept }: { readonly inForce: string; readonly kept: number },
): Promise<void> {
  const names = (await readdir(folder)).filter((name) => GENERATION.test(name) && name !== inForce);
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  const old = dated.sort((a, b) => b.at - a.at).slice(kept);
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { recursive: true, force: true })));
}
