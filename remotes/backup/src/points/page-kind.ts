import type { BackupKind, BackupPoint } from '@sitedeck/contract';

/** The two pages: points that hold the site, and points that hold the database. */
export type PageKind = 'site' | 'database';

export const containsPart = (kind: BackupKind, part: PageKind): boolean => kind === 'both' || kind === part;

/** The size of a point as a page shows it: that of the dump on the database page, elsewhere that of files and dump. */
export const shownSizeOf = ({ bytes, databaseBytes }: BackupPoint, page: PageKind): number =>
  page === 'database' ? databaseBytes : bytes + databaseBytes;
