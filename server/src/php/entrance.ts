import { chmod, chown, link, rename, rm } from 'node:fs/promises';
import type { Isolation } from '#system/process/identity';
import { WEB_GID } from '#system/process/identity';

/** Lets nginx's workers connect to a socket. */
export async function openToWeb(socket: string, isolation: Isolation): Promise<void> {
  if (isolation.is === 'separate') await chown(socket, 0, WEB_GID);
  await chmod(socket, 0o660);
}

/** Makes `entrance` another name of `socket`, in one step: every new connection reaches a listener. */
export async function lead(entrance: string, socket: string): Promise<void> {
  const next = `${entrance}.next`;
  await rm(next, { force: true });
  await link(socket, next);
  await rename(next, entrance);
  // Renaming does nothing if both already name the same socket.
  await rm(next, { force: true });
}
