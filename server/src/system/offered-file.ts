import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { z } from 'zod';
import type { Identity } from './identity';

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

/** An empty file of theirs: they could write whatever comes into it anyway. */
function isTheirs(fd: number, identity: Identity | undefined): boolean {
  const stat = fstatSync(fd);
  return stat.isFile() && stat.size === 0 && stat.uid === (identity?.uid ?? process.getuid?.());
}

/**
 * Opens what whoever runs under an identity offers, to be written at its end; undefined where it is nothing that is to be
 * had (processes of others need not show their files, as in a container), or nothing of theirs.
 */
export function openOffered(
  { pid, fd: theirs, atMost }: Offer,
  identity: Identity | undefined,
): OfferedFile | undefined {
  const { O_APPEND, O_NONBLOCK, O_WRONLY } = constants;
  let fd: number;
  try {
    // A pipe in its place would hold us up.
    fd = openSync(`/proc/${pid}/fd/${theirs}`, O_WRONLY | O_APPEND | O_NONBLOCK);
  } catch {
    return undefined;
  }
  if (isTheirs(fd, identity)) return { fd, atMost, [Symbol.dispose]: () => closeSync(fd) };
  closeSync(fd);
  return undefined;
}
