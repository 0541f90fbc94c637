import { mkdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Isolation } from '#system/process/identity';
import { codeOf } from '#faults/error-code';
import { StartRefusal } from './start-refusal';

/** Engines use these characters as separators in their configuration, so a path can't contain them. */
const UNFIT = /["'`;:{}$\\\p{Cc}]/u;

const WHY: Readonly<Record<string, string>> = {
  ENOTDIR: 'a file stands in its way',
  ENOENT: 'the file system takes no folder there',
  EACCES: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is reached',
};

/** Creates folder by folder: `mkdir` of Node.js with `recursive` never returns on a file system that refuses folders (`/proc`). */
async function makeWithParents(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => codeOf(error));
  if (typeof found === 'object') {
    if (found.isDirectory()) return;
    throw Object.assign(new Error('a file'), { code: 'ENOTDIR' });
  }
  if (found !== 'ENOENT') throw Object.assign(new Error('no folder'), { code: found });
  await makeWithParents(dirname(folder));
  await mkdir(folder, { mode: 0o755 });
}

/** Cages show this folder with everything below it. */
const SHOWN = '/usr/';

async function make(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found && !found.isDirectory())
    throw new StartRefusal(`SITEDECK_DATA: ${folder} is a file, not a folder`);
  try {
    await makeWithParents(folder);
  } catch (error) {
    const code = codeOf(error) ?? '';
    throw new StartRefusal(`SITEDECK_DATA: ${folder} can't be created: ${WHY[code] ?? code}`);
  }
}

async function probe(folder: string): Promise<void> {
  const file = join(folder, `.probe-${process.pid}`);
  try {
    await writeFile(file, '', { flag: 'wx' });
    await rm(file);
  } catch (error) {
    const code = codeOf(error) ?? '';
    throw new StartRefusal(`SITEDECK_DATA: ${folder} is not writable: ${WHY[code] ?? code}`);
  }
}

/** First ancestor that other users may not pass, or undefined. */
export async function closedAncestor(path: string): Promise<string | undefined> {
  for (let at = dirname(path); ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return at;
    if (at === dirname(at)) return undefined;
  }
}

/** Creates the data directory. Refuses, in one line, a directory that the product can't use. */
export async function checkDataDirectory(folder: string, isolation: Isolation): Promise<void> {
  if (UNFIT.test(folder))
    throw new StartRefusal(`SITEDECK_DATA: ${folder} contains a character that the engines don't support`);
  await make(folder);
  await probe(folder);
  if (isolation.is === 'single' && `${await realpath(folder)}/`.startsWith(SHOWN))
    throw new StartRefusal(
      `SITEDECK_DATA: without root, the programs of every site could read ${folder}, since it is below ${SHOWN}`,
    );
  const closed = isolation.is === 'separate' ? await closedAncestor(folder) : undefined;
  if (closed !== undefined) {
    throw new StartRefusal(
      `SITEDECK_DATA: other users can't pass ${closed}, so no site below it can be served`,
    );
  }
}
