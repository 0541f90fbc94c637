import { chmod, chown, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import { mailIdentity, type Isolation } from '#system/process/identity';
import { mailFolder, type Paths } from '#system/settings/paths';

const MODE = 0o2750;

/**
 * Creates the folder of a host's socket. The mail process opens the socket, which gets the group of the folder (setgid),
 * so that only this host can connect: who sends is known by the socket.
 * @param uid of the host; without isolation it has no meaning
 */
export async function ensureMailFolder(
  places: Paths,
  isolation: Isolation,
  { hostCode, uid }: { readonly hostCode: HostCode; readonly uid: number },
): Promise<string> {
  const folder = mailFolder(places, hostCode);
  const owner = isolation.is === 'separate' ? { uid: mailIdentity(isolation).uid, gid: uid } : undefined;
  const found = await stat(folder).catch(() => undefined);
  const isOwned = owner === undefined || (found?.uid === owner.uid && found.gid === owner.gid);
  if (found && isOwned && (found.mode & 0o7777) === MODE) return folder;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (owner) await chown(folder, owner.uid, owner.gid);
  // After chown, which clears the set-group bit.
  await chmod(folder, MODE);
  return folder;
}

/** Removes the folders of all hosts but these. */
export async function keepMailFolders(places: Paths, hosts: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(places.mail.sockets))
    if (!hosts.has(name)) await rm(join(places.mail.sockets, name), { recursive: true, force: true });
}
