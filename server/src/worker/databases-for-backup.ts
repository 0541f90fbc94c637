import type { BackupDatabases } from '#features/backup/worker/tools';
import type { NodeDatabases } from '#features/database/worker/node-databases';

/** What backups need of a node's databases; undefined where the node has no engine for them. */
export function databasesForBackup(databases: NodeDatabases): BackupDatabases | undefined {
  if (!databases.isInstalled) return undefined;
  return {
    has: (hostCode) => databases.has(hostCode),
    dump: (hostCode, request) => databases.dump(hostCode, request),
    judge: (source, signal) => databases.judge(source, signal),
    replace: (hostCode, { input, bytes, signal, onBytes, table, beforeSwap }) => {
      const read = () => input;
      // Of one table: the others stay as they are.
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
