import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { z } from 'zod';
import type { Identity } from '#system/process/identity';

const Step = z
  .string()
  .min(1)
  .regex(/^[^/\0]+$/)
  .refine((name) => name !== '.' && name !== '..');

/**
 * An empty file in the receiver's tree: the sender may write it directly, which saves a copy of each byte. It is named
 * by its path, since a receiver in a cage knows its own pid and mounts only as they are inside.
 */
export const Offer = z.object({
  /** Folders below the root of the tree, outermost first, then the file. */
  path: z.array(Step).min(1).max(8),
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

/** An empty file of the receiver's owner, who could write any content into it anyway. */
function isEmptyFileOf(fd: number, identity: Identity | undefined): boolean {
  const stat = fstatSync(fd);
  return stat.isFile() && stat.size === 0 && stat.uid === (identity?.uid ?? process.getuid?.());
}

/** Where offered files may be, and whose they must be. */
export interface OfferRoom {
  /** Root of the receiver's tree; its parents belong to root. */
  readonly root: string;
  /** Undefined: this process's own. */
  readonly identity: Identity | undefined;
}

/** Opens a path step by step, so that no link leads out of the tree. A device or a pipe is not really opened by it. */
function walkTo(root: string, path: readonly string[]): number {
  const { O_DIRECTORY, O_NOFOLLOW } = constants;
  let fd = openSync(root, O_PATH | O_NOFOLLOW | O_DIRECTORY);
  for (const [index, step] of path.entries()) {
    const folder = fd;
    try {
      const isFile = index === path.length - 1;
      fd = openSync(`/proc/self/fd/${folder}/${step}`, O_PATH | O_NOFOLLOW | (isFile ? 0 : O_DIRECTORY));
    } finally {
      closeSync(folder);
    }
  }
  return fd;
}

/** Checks the file before it is really opened: opening a device or a pipe already has effects. */
function openFileOf({ root, identity }: OfferRoom, path: readonly string[]): number | undefined {
  const pathFd = walkTo(root, path);
  try {
    // Opened for reading too, to verify the result. O_NONBLOCK: the holder of a lease on it would otherwise
    // block this process.
    const { O_APPEND, O_NONBLOCK, O_RDWR } = constants;
    return isEmptyFileOf(pathFd, identity)
      ? openSync(`/proc/self/fd/${pathFd}`, O_RDWR | O_APPEND | O_NONBLOCK)
      : undefined;
  } finally {
    closeSync(pathFd);
  }
}

/**
 * Opens the file that a receiver offers, for appending. Undefined if it can't be opened, or is not an empty file of the
 * receiver in its own tree.
 */
export function openOffered({ path, atMost }: Offer, room: OfferRoom): OfferedFile | undefined {
  try {
    const fd = openFileOf(room, path);
    return fd === undefined ? undefined : { fd, atMost, [Symbol.dispose]: () => closeSync(fd) };
  } catch {
    return undefined;
  }
}
