import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Identity } from '#system/process/identity';

/** A file that the receiver has open: the sender may write it directly, which saves a copy of each byte. */
export const Offer = z.object({
  pid: z.number().int().positive(),
  fd: z.number().int().nonnegative(),
  /** Maximum size, bytes; undefined: unlimited. */
  atMost: z.number().int().nonnegative().optional(),
});
export type Offer = z.infer<typeof Offer>;

export interface OfferedFile {
  readonly fd: number;
  readonly atMost: number | undefined;
  [Symbol.dispose](): void;
}

const O_PATH = 0o10000000;

/**
 * On a file system that this process has mounted too: a tenant's own file system could block the reader
 * forever.
 */
function isOnKnownMount(fd: number): boolean {
  const mount = /^mnt_id:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1];
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
  return mount !== undefined && mounts.some((line) => line.startsWith(`${mount} `));
}

/** An empty file of the receiver's owner, who could write any content into it anyway. */
function isEmptyFileOf(fd: number, identity: Identity | undefined): boolean {
  const stat = fstatSync(fd);
  return stat.isFile() && stat.size === 0 && stat.uid === (identity?.uid ?? process.getuid?.());
}

/** Checks the file before it is really opened: opening a device or a pipe already has effects. */
function openFileOf(path: string, identity: Identity | undefined): number | undefined {
  const pathFd = openSync(path, O_PATH);
  try {
    // Opened for reading too, to verify the result. O_NONBLOCK: the holder of a lease on it would otherwise
    // block this process.
    const { O_APPEND, O_NONBLOCK, O_RDWR } = constants;
    const flags = O_RDWR | O_APPEND | O_NONBLOCK;
    return isOnKnownMount(pathFd) && isEmptyFileOf(pathFd, identity)
      ? openSync(`/proc/self/fd/${pathFd}`, flags)
      : undefined;
  } finally {
    closeSync(pathFd);
  }
}

/**
 * Opens the file that a process of the identity offers, for appending. Undefined if it can't be opened
 * (processes of other uids may hide their files, as in a container) or does not belong to that identity.
 */
export function openOffered(offer: Offer, identity: Identity | undefined): OfferedFile | undefined {
  try {
    const fd = openFileOf(`/proc/${offer.pid}/fd/${offer.fd}`, identity);
    return fd === undefined ? undefined : { fd, atMost: offer.atMost, [Symbol.dispose]: () => closeSync(fd) };
  } catch {
    return undefined;
  }
}
