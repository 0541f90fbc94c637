import { join } from 'node:path';
import type { Command } from '../exec';
import type { Places } from '../places';
import type { PhpEngine } from './engine';

export interface PhpMaster {
  readonly folder: string;
  readonly current: string;
  readonly pidFile: string;
  readonly errorLog: string;
  readonly idleSocket: string;
}

export function phpMasterOf(places: Places): PhpMaster {
  return {
    folder: places.php,
    current: join(places.php, 'current'),
    pidFile: join(places.phpSockets, '.master.pid'),
    errorLog: join(places.logs, 'php-fpm.log'),
    idleSocket: join(places.phpSockets, '.idle.sock'),
  };
}

const reading = (folder: string) => ['-y', join(folder, 'fpm.conf'), '-c', join(folder, 'php.ini')];

/** Runs in the foreground; a reload (USR2) reads its files anew through the link. */
export const servePhp = (engine: PhpEngine, master: PhpMaster): Command => ({
  file: engine.file,
  args: ['-F', ...reading(master.current)],
});

export const checkPhp = (engine: PhpEngine, candidate: string): Command => ({
  file: engine.file,
  args: ['-t', ...reading(candidate)],
});
