import { BackupPoint } from '@sitedeck/contract';

/** A point of the site and the database; what matters to a case is given. */
export const pointOf = (id: number, given: Partial<BackupPoint> = {}): BackupPoint =>
  BackupPoint.parse({
    id,
    kind: 'site',
    reason: 'manual',
    note: '',
    createdAt: new Date(Date.now() - id * 3600_000).toISOString(),
    bytes: 1_288_490_189,
    files: 12_408,
    databaseBytes: 0,
    addedBytes: 39_950_746,
    missed: 0,
    kept: false,
    verified: null,
    expiresAt: null,
    undoes: null,
    taskId: null,
    copies: [],
    isLast: false,
    ...given,
  });
