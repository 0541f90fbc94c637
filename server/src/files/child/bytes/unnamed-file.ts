import { closeSync, constants, openSync, unlinkSync, writeSync } from 'node:fs';
import type { Disk } from '../disk';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants;

/** Path by which a program opens the first file that was passed to it by descriptor. */
export const FIRST_PASSED_FILE = '/proc/self/fd/3';

/** An open file without a name. */
export interface UnnamedFile extends Disposable {
  readonly fd: number;
}

/**
 * Passes text to a program without using its arguments, which every tenant can read. It is a file, since Node.js pipes
 * are sockets, which can't be opened by a path.
 */
export function unnamedFile({ work }: Pick<Disk, 'work'>, text: string): UnnamedFile {
  using folder = work.open();
  const path = folder.at(work.freshName());
  const fd = openSync(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    unlinkSync(path);
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return { fd, [Symbol.dispose]: () => closeSync(fd) };
}
