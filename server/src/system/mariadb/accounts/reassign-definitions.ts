import { remoteDefiner } from './host-accounts';
import { definitionsOwnedBy, createDefinitions } from '../swap/definitions';
import { openConnection, withAdmin, type DatabaseServer, type HostDatabase } from '../connection/server';

/**
 * Objects that a host's user created over a remote connection run with the rights of the remote account, and
 * stop working when it is dropped. So this changes the definer of those views, routines, triggers and events
 * to the local account of the same user. Idempotent.
 * @returns names of objects that can't be recreated because something they depend on is missing
 */
export async function reassignDefinitions(server: DatabaseServer, host: HostDatabase): Promise<string[]> {
  const left = await withAdmin(server, (admin) =>
    definitionsOwnedBy(admin, host.name, remoteDefiner(host.user)),
  );
  if (left.length === 0) return [];
  const owner = await openConnection(server, { login: host, database: host.name });
  try {
    return await createDefinitions(owner, left, 'or-replace');
  } finally {
    await owner.close();
  }
}
