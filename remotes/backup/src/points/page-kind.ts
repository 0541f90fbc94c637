import type { BackupKind, BackupPoint } from '@sitedeck/contract';

/** The two pages: points that hold the site, and points that hold the database. */
export type PageKind = 'site' | 'database';

export const holds = (kind: BackupKind, part: PageKind): boolean => kind === 'both' || kind === part;

/** What the page tells of a point's size: of the database page its dump, else all of it. */
export const sizeOf = ({ bytes, databaseBytes }: BackupPoint, page: PageKind): number =>
  page === 'database' ? databaseBytes : bytes + databaseBytes;
