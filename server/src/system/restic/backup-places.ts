import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import type { Paths } from '#system/settings/paths';

/** Where backups lie, root's alone. Repositories outlive their hosts. */
export interface BackupPlaces {
  readonly folder: string;
  readonly keys: string;
  /** What the engine keeps here of copies elsewhere. */
  readonly cache: string;
  readonly temp: string;
  /** Trees on their way back; on the file system of the hosts, so that they are moved in place. */
  readonly restores: string;
  /** Where trees are looked at while they are backed up. */
  readonly views: string;
}

export function backupPlaces({ data, run }: Pick<Paths, 'data' | 'run'>): BackupPlaces {
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

export async function prepareBackups(places: BackupPlaces): Promise<void> {
  for (const folder of [
    places.folder,
    places.keys,
    places.cache,
    places.temp,
    places.restores,
    places.views,
  ]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  }
}

export const cacheFolder = (places: BackupPlaces, hostCode: HostCode) => join(places.cache, hostCode);

export const repositoryFolder = (places: BackupPlaces, hostCode: HostCode) => join(places.folder, hostCode);

/** Of a repository that could not be opened and began anew. */
export const lostFolder = (places: BackupPlaces, hostCode: HostCode) =>
  join(places.folder, `${hostCode}.lost`);
