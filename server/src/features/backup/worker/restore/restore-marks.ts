import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import { pathExists } from '#system/disk/exists';
import type { BackupTools } from '../tools';

const REPLACED = 'database-replaced';
const PLACED = 'files-placed';

/** A restore keeps its files and its progress marks here; only root can open it. */
export const restoreFolder = ({ paths }: BackupTools, hostCode: HostCode, taskId: number): string =>
  join(paths.restores, hostCode, String(taskId));

/** Set before the database is replaced: from here on it may be the restored one. */
export const markDatabaseReplaced = (folder: string): Promise<void> => writeFile(join(folder, REPLACED), '');
export const isDatabaseReplaced = (folder: string): Promise<boolean> => pathExists(join(folder, REPLACED));

/** Set when the restored files are in their final position. */
export const markFilesPlaced = (folder: string): Promise<void> => writeFile(join(folder, PLACED), '');
export const areFilesPlaced = (folder: string): Promise<boolean> => pathExists(join(folder, PLACED));
