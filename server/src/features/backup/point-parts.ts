import type { BackupKind, TaskKind } from '@sitedeck/contract';
import type { PointRow } from '#state/backup-tables';

export const holdsSite = (kind: BackupKind): boolean => kind !== 'database';
export const holdsDatabase = (kind: BackupKind): boolean => kind !== 'site';

/** The parts that both hold; undefined if they share none. */
export function sharedParts(one: BackupKind, other: BackupKind): BackupKind | undefined {
  const site = holdsSite(one) && holdsSite(other);
  const database = holdsDatabase(one) && holdsDatabase(other);
  if (site && database) return 'both';
  if (site) return 'site';
  return database ? 'database' : undefined;
}

/** What a task that is no restore has replaced a site by; undefined: it is one. */
export function otherReplacement(type: TaskKind): 'deploy' | 'app' | 'staging' | undefined {
  if (type === 'IMAGE_DEPLOY') return 'deploy';
  if (type === 'STAGING_PUSH') return 'staging';
  return type === 'APP_UPDATE' || type === 'APP_UNINSTALL' ? 'app' : undefined;
}

/** Bytes of files and dump, before compression and deduplication. */
export const pointSize = ({ bytes, database_bytes }: Pick<PointRow, 'bytes' | 'database_bytes'>): number =>
  bytes + database_bytes;

/** The restic ids of a point's snapshots, the database first. */
export const snapshotIdsOf = ({
  files_snapshot,
  database_snapshot,
}: Pick<PointRow, 'files_snapshot' | 'database_snapshot'>): string[] =>
  [database_snapshot, files_snapshot].filter((id) => id !== null);

/** The path that names a point in task rows and in the operation log. */
export const pointPath = (id: number): string => `/backups/${id}.tar.zst`;
