import type { HostCode } from '@sitedeck/contract';
import type { HostDatabase } from '#system/mariadb/connection/server';
import { dropTablesWith, tablesWith } from '#system/mariadb/prefixed-tables';
import type { NodeDatabases } from './node-databases';

/** The part of a host's database that an app has: the tables whose names begin with its prefix. */
export const prefixedTables = (databases: NodeDatabases) => ({
  has: (hostCode: HostCode): Promise<boolean> => databases.has(hostCode),
  access: async (hostCode: HostCode): Promise<HostDatabase> => (await databases.facts(hostCode)).access,
  tablesWith: (hostCode: HostCode, prefix: string): Promise<readonly string[]> =>
    databases.asAdmin(hostCode, (admin, { name: database }) => tablesWith(admin, { database, prefix })),
  dropTablesWith: (hostCode: HostCode, prefix: string): Promise<void> =>
    databases.asAdmin(hostCode, (admin, { name: database }) => dropTablesWith(admin, { database, prefix })),
});
