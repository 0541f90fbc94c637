import { createHash } from 'node:crypto';
import { linkSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Files of one configuration, by name below its folder. They contain secrets of hosts, so only their owner and the
 * group of the folder of all generations can read them.
 */
export type ConfigFiles = ReadonlyMap<string, string>;

export interface Candidate {
  /** Digest of the content: equal content is the same generation. */
  readonly id: string;
  readonly folder: string;
  /** Names of the files that are not the same as in the live generation. */
  readonly written: readonly string[];
}

/** Number of generations kept besides the live one, newest first, so that an operator can compare them. */
const KEPT = 3;

export function generationId(files: ConfigFiles): string {
  const hash = createHash('sha256');
  for (const [name, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}\0${text}\0`);
  return hash.digest('hex').slice(0, 16);
}

/** Id of the live generation; undefined before the first. */
export async function currentGeneration(folder: string): Promise<string | undefined> {
  return readlink(join(folder, 'current')).catch(() => undefined);
}

/** Files written at the same time: a disk syncs many almost as fast as one. */
const AT_ONCE = 16;

async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let done = 0; done < items.length; done += AT_ONCE)
    await Promise.all(items.slice(done, done + AT_ONCE).map(work));
}

/**
 * Hard-links a file of an earlier generation if its content is equal; generations are never changed after
 * they are written. Synchronous: for a thousand files, awaiting each would cost ten times as much as the
 * work.
 */
function shared(file: string, text: string, earlier: string): boolean {
  try {
    if (readFileSync(earlier, 'utf8') !== text) return false;
    linkSync(earlier, file);
    return true;
  } catch {
    // The file is missing, or the file system has no hard links.
    return false;
  }
}

interface Writing {
  /** Folder of an earlier generation whose equal files are linked. */
  readonly earlier?: string;
  /** Whether the files must survive a power failure. */
  readonly flush: boolean;
}

/** Returns the names of the files that are not links to earlier ones. */
async function writeFiles(
  target: string,
  files: ConfigFiles,
  { earlier, flush }: Writing,
): Promise<readonly string[]> {
  await rm(target, { recursive: true, force: true });
  const folders = new Set([...files.keys()].map((name) => dirname(join(target, name))));
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o750 });
  const isNew = ([name, text]: readonly [string, string]) =>
    earlier === undefined || !shared(join(target, name), text, join(earlier, name));
  const added = [...files].filter(isNew);
  await eachOf(added, ([name, text]) => writeFile(join(target, name), text, { mode: 0o640, flush }));
  return added.map(([name]) => name);
}

/** Writes a candidate next to the live generation. Nothing reads it until `goLive`. */
export async function writeCandidate(folder: string, id: string, files: ConfigFiles): Promise<Candidate> {
  const target = join(folder, id);
  const written = await writeFiles(target, files, { earlier: join(folder, 'current'), flush: true });
  return { id, folder: target, written };
}

/**
 * Makes a generation the live one in one step: a reader of `current` sees the complete old or the complete new one.
 * `dropOld` removes old generations later.
 */
export async function goLive(folder: string, { id }: Pick<Candidate, 'id'>): Promise<void> {
  const link = join(folder, `.current-${id}`);
  await rm(link, { force: true });
  await symlink(id, link);
  await rename(link, join(folder, 'current'));
}

export async function dropCandidate(candidate: Candidate): Promise<void> {
  await rm(candidate.folder, { recursive: true, force: true });
}

const CHECK = 'check-';

let checks = 0;

/** A candidate that is only checked: its name is none that a generation can have. */
export async function writeCheck(folder: string, files: ConfigFiles): Promise<Candidate> {
  const id = `${CHECK}${process.pid}-${checks++}`;
  const target = join(folder, id);
  const written = await writeFiles(target, files, { flush: false });
  return { id, folder: target, written };
}

/** Removes candidates that a killed process left. Call it only in the process that checks candidates. */
export async function dropLeftChecks(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(CHECK)))
    await rm(join(folder, name), { recursive: true, force: true });
}

const GENERATION = /^[0-9a-f]{16}$/;

/** Removes all generations but the live one and the newest others. */
export async function dropOld(
  folder: string,
  { inForce, kept = KEPT }: { readonly inForce: string; readonly kept?: number },
): Promise<void> {
  const names = (await readdir(folder)).filter((name) => GENERATION.test(name) && name !== inForce);
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  const old = dated.sort((a, b) => b.at - a.at).slice(kept);
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { recursive: true, force: true })));
}
