import type { BackupDatabases } from '#features/backup/worker/tools';
import type { NodeDatabases } from '#features/database/worker/node-databases';

/** Adapts a node's databases to what backups need; undefined if the node has no database engine. */
export function databasesForBackup(databases: NodeDatabases): BackupDatabases | undefined {
  if (!databases.isInstalled) return undefined;
  return {
    has: (hostCode) => databases.has(hostCode),
    dump: (hostCode, request) => databases.dump(hostCode, request),
    checkDump: (source, signal) => databases.checkDump(source, signal),
    replace: (hostCode, { input, bytes, signal, onBytes, table, beforeSwap }) => {
      const read = () => input;
      // Replaces only one table if it is named; the others stay as they are.
      const how =
        table === undefined ? { mode: 'replace' as const } : { mode: 'merge' as const, only: table };
      return databases.replace(hostCode, {
        read,
        signal,
        onBytes,
        ...how,
        ...(bytes !== undefined && { bytes }),
        ...(beforeSwap && { onSwap: beforeSwap }),
      });
    },
  };
}
