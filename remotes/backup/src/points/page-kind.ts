import type { BackupKind, BackupPoint } from '@sitedeck/contract';

/** The two pages: points that hold the site, and points that hold the database. */
export type PageKind = 'site' | 'database';

export const holds = (kind: BackupKind, part: PageKind): boolean => kind === 'both' || kind === part;

/** The size of a point that a page shows: on the database page the dump's, else everything's. */
export const sizeOf = ({ bytes, databaseBytes }: BackupPoint, page: PageKind): number =>
  page === 'database' ? databaseBytes : bytes + databaseBytes;
