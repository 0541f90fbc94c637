import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Identity } from '#system/process/identity';

/** A file that the taker of bytes has open: who gives them may write it itself, which spares a copy of each byte. */
export const Offer = z.object({
  pid: z.number().int().positive(),
  fd: z.number().int().nonnegative(),
  /** It grows no larger, bytes; undefined: there is no limit. */
  atMost: z.number().int().nonnegative().optional(),
});
export type Offer = z.infer<typeof Offer>;

export interface OfferedFile {
  readonly fd: number;
  readonly atMost: number | undefined;
  [Symbol.dispose](): void;
}

const O_PATH = 0o10000000;

/** Of a file system that is mounted for us too: a file system of the tenant's own could block the reader forever. */
function isOnOurs(fd: number): boolean {
  const mount = /^mnt_id:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1];
  const ours = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
  return mount !== undefined && ours.some((line) => line.startsWith(`${mount} `));
}

/** An empty file of theirs: they could write whatever comes into it anyway. */
function isTheirs(fd: number, identity: Identity | undefined): boolean {
  const stat = fstatSync(fd);
  return stat.isFile() && stat.size === 0 && stat.uid === (identity?.uid ?? process.getuid?.());
}

/** What stands there is looked at before it is really opened: to open a device or a pipe does something already. */
function openTheirs(path: string, identity: Identity | undefined): number | undefined {
  const mark = openSync(path, O_PATH);
  try {
    // Read, too: to see that all has come. One who holds a lease on it would keep us waiting, and all our work.
    const { O_APPEND, O_NONBLOCK, O_RDWR } = constants;
    const flags = O_RDWR | O_APPEND | O_NONBLOCK;
    return isOnOurs(mark) && isTheirs(mark, identity) ? openSync(`/proc/self/fd/${mark}`, flags) : undefined;
  } finally {
    closeSync(mark);
  }
}

/**
 * Opens what whoever runs under an identity offers, to be written at its end; undefined where it is nothing that is to be
 * had (processes of others need not show their files, as in a container), or nothing of theirs.
 */
export function openOffered(offer: Offer, identity: Identity | undefined): OfferedFile | undefined {
  try {
    const fd = openTheirs(`/proc/${offer.pid}/fd/${offer.fd}`, identity);
    return fd === undefined ? undefined : { fd, atMost: offer.atMost, [Symbol.dispose]: () => closeSync(fd) };
  } catch {
    return undefined;
  }
}
