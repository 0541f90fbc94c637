import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HostCode } from '@sitedeck/contract';
import { currentGeneration } from '#system/disk/generations';
import { phpConfiguration } from '#system/php/configuration';
import { poolFiles, POOLS_FILE, PHP_INI } from '#system/php/pool-conf';
import type { Paths } from '#system/settings/paths';

/** How the php-fpm of a host is started. Any change needs a new one. */
export interface PoolLaunch {
  readonly hostCode: HostCode;
  /** Undefined without isolation, where everything runs under one uid. */
  readonly uid: number | undefined;
  /** Configuration of its php-fpm, with this host's pool alone. */
  readonly conf: string;
  readonly ini: string;
}

/** The hosts that the live configuration on disk serves; undefined before the first. */
export async function liveLaunches(places: Paths): Promise<ReadonlyMap<HostCode, PoolLaunch> | undefined> {
  const { folder } = phpConfiguration(places);
  const generation = await currentGeneration(folder);
  if (generation === undefined) return undefined;
  const read = (name: string) => readFile(join(folder, generation, name), 'utf8');
  const [pools, phpIni] = await Promise.all([read(POOLS_FILE), read(PHP_INI)]);
  const launches = poolFiles(pools).map(({ name, uid, conf }) => {
    const hostCode = HostCode.parse(name);
    return [hostCode, { hostCode, uid, conf, ini: phpIni }] as const;
  });
  return new Map(launches);
}
