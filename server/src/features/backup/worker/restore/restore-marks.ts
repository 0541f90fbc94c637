import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import { isThere } from '#system/disk/is-there';
import type { BackupWork } from '../backup-work';

const REPLACED = 'database-replaced';
const PLACED = 'files-placed';

/** Where a restore keeps what it has fetched, and how far it is; outside every host's tree. */
export const workFolder = ({ places }: BackupWork, hostCode: HostCode, taskId: number): string =>
  join(places.restores, hostCode, String(taskId));

/** The database may already be another from here on. */
export const markReplaced = (folder: string): Promise<void> => writeFile(join(folder, REPLACED), '');
export const isReplaced = (folder: string): Promise<boolean> => isThere(join(folder, REPLACED));

/** The files are those of the point, and stay. */
export const markPlaced = (folder: string): Promise<void> => writeFile(join(folder, PLACED), '');
export const isPlaced = (folder: string): Promise<boolean> => isThere(join(folder, PLACED));
