import { closeSync, constants, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { refusalOf } from '#files/link/errno';
import type { LoopYield } from '../loop-yield';
import type { Folder, Name } from '../tree/walk';

const flush = promisify(fsync);

/** As many as the threads that Node.js has for files. */
const AT_ONCE = 4;

async function flushEntry(fd: number): Promise<void> {
  try {
    await flush(fd);
  } finally {
    closeSync(fd);
  }
}

async function flushFiles(folder: Folder, names: readonly Name[], pace: LoopYield): Promise<void> {
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE).map((name) => flushEntry(folder.openForReading(name)));
    const results = await Promise.allSettled(some);
    for (const result of results) if (result.status === 'rejected') throw refusalOf(result.reason);
    if (pace.due) await pace.rest();
  }
}

/**
 * Has the disk store a tree of files: after a power failure, a file whose name was stored alone would be empty, with nothing
 * left that could replace it.
 */
export async function flushTree(folder: Folder, pace: LoopYield): Promise<void> {
  const files: Name[] = [];
  for (const name of folder.names()) {
    const stats = folder.lstat(name);
    if (stats?.isFile()) files.push(name);
    if (!stats?.isDirectory()) continue;
    using inner = folder.enter(name);
    await flushTree(inner, pace);
  }
  await flushFiles(folder, files, pace);
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  await flushEntry(openSync(`${folder.self}/.`, O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
}
