import type { BackupKind } from '@sitedeck/contract';

export const holdsSite = (kind: BackupKind): boolean => kind !== 'database';
export const holdsDatabase = (kind: BackupKind): boolean => kind !== 'site';

/** What two have in common; undefined where that is nothing. */
export function sharedParts(one: BackupKind, other: BackupKind): BackupKind | undefined {
  const site = holdsSite(one) && holdsSite(other);
  const database = holdsDatabase(one) && holdsDatabase(other);
  if (site && database) return 'both';
  if (site) return 'site';
  return database ? 'database' : undefined;
}

/** Path under which a task tells of a point (decisions, "Tasks"). */
export const pointPath = (id: number): string => `/backups/${id}.tar.zst`;
