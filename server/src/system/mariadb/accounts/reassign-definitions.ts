import { remoteDefiner } from './host-accounts';
import { definitionsOwnedBy, createDefinitions } from '../swap/definitions';
import { openConnection, withAdmin, type DatabaseServer, type HostDatabase } from '../connection/server';

/**
 * What a host's user has made from elsewhere runs with the rights of that account: once it is gone, it runs no more. So
 * views, routines, triggers and events become those of the same user here. May be done again.
 * @returns names of those that can't: they need what is not there
 */
export async function reassignDefinitions(server: DatabaseServer, host: HostDatabase): Promise<string[]> {
  const left = await withAdmin(server, (admin) =>
    definitionsOwnedBy(admin, host.name, remoteDefiner(host.user)),
  );
  if (left.length === 0) return [];
  const owner = await openConnection(server, { login: host, database: host.name });
  try {
    return await createDefinitions(owner, left, 'over');
  } finally {
    await owner.close();
  }
}
