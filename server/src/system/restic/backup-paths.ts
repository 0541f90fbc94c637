import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import type { Paths } from '#system/settings/paths';

/** Folders of backups; only root can open them. Repositories outlive their hosts. */
export interface BackupPaths {
  readonly folder: string;
  readonly keys: string;
  /** restic's caches of targets. */
  readonly cache: string;
  readonly temp: string;
  /** Trees being restored; on the same file system as the hosts, so that a rename can move them. */
  readonly restores: string;
  /** Mount points of read-only views of trees that are being backed up. */
  readonly views: string;
}

export function backupPaths({ data, run }: Pick<Paths, 'data' | 'run'>): BackupPaths {
  const folder = join(data, 'backups');
  return {
    folder,
    keys: join(folder, '.keys'),
    cache: join(folder, '.cache'),
    temp: join(folder, '.temp'),
    restores: join(data, 'restores'),
    views: join(run, 'backup'),
  };
}

export async function prepareBackupFolders(paths: BackupPaths): Promise<void> {
  for (const folder of [paths.folder, paths.keys, paths.cache, paths.temp, paths.restores, paths.views]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  }
}

export const cacheFolder = (paths: BackupPaths, hostCode: HostCode) => join(paths.cache, hostCode);

export const repositoryFolder = (paths: BackupPaths, hostCode: HostCode) => join(paths.folder, hostCode);

/** Keeps a repository that could not be opened and was replaced by an empty one. */
export const lostFolder = (paths: BackupPaths, hostCode: HostCode) => join(paths.folder, `${hostCode}.lost`);
