import { closeSync, constants, openSync, unlinkSync, writeSync } from 'node:fs';
import type { Disk } from './disk';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants;

/** How a program opens the first of the files it was given by descriptor. */
export const FIRST_GIVEN = '/proc/self/fd/3';

/** An open file without a name. */
export interface UnnamedFile extends Disposable {
  readonly fd: number;
}

/**
 * Hands text to a program past its arguments, which every tenant of the machine can read. A file, since Node's pipes
 * are sockets, which nobody can open by a path.
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
