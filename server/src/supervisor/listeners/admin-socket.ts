import { chown } from 'node:fs/promises';
import { dirname } from 'node:path';
import { run } from '#system/process/exec';
import type { Isolation } from '#system/process/identity';
import type { Paths } from '#system/settings/paths';
import type { Settings } from '#system/settings/settings';
import { StartRefusal } from '../start-refusal';
import { UnixListener } from './unix-listener';

const NAMED_GROUP = /^[^:]+:[^:]*:(\d+):/;

/** Gid of the group that may use the provider API's socket; root's if none is set. */
export async function adminGroup({ ADMIN_SOCKET_GROUP: group }: Settings): Promise<number> {
  if (group === undefined) return 0;
  if (/^\d+$/.test(group)) return Number(group);
  const found = await run({ file: 'getent', args: ['group', group] });
  const number = NAMED_GROUP.exec(found.stdout)?.[1];
  if (number === undefined) throw new StartRefusal(`ADMIN_SOCKET_GROUP: this machine has no group ${group}`);
  return Number(number);
}

/**
 * Opens the provider API's socket for programs on this machine. Unlike a port, only root can replace it: folder and
 * socket belong to root, and only the group may enter and connect.
 */
export async function openAdminSocket(
  { adminSocket: path }: Paths,
  isolation: Isolation,
  gid: number,
): Promise<UnixListener> {
  const isSeparate = isolation.is === 'separate';
  if (isSeparate) await chown(dirname(path), 0, gid);
  const listener = new UnixListener({ path, mode: 0o660, gid: isSeparate ? gid : undefined });
  await listener.open();
  return listener;
}
