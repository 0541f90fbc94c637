import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '#system/process/exec';
import { livingPid } from '#system/process/pid-file';
import type { Paths } from '#system/settings/paths';
import type { PhpEngine } from './engine';

export interface PhpMaster {
  /** Contains the generations of its configuration and `current`, a link to the live one. */
  readonly folder: string;
  readonly current: string;
  readonly errorLog: string;
  /** Folder of the running masters: the live one, and retired ones that complete their requests. */
  readonly masters: string;
}

export function phpMasterOf(places: Paths): PhpMaster {
  return {
    folder: places.php,
    current: join(places.php, 'current'),
    errorLog: join(places.logs, 'php-fpm.log'),
    masters: places.phpMasters,
  };
}

/** Relative to the folder of a master. */
export const PID_FILE = 'master.pid';
export const IDLE_SOCKET = '.idle.sock';

const reading = (folder: string) => ['-y', join(folder, 'fpm.conf'), '-c', join(folder, 'php.ini')];

/**
 * Runs in the foreground; `run` is the folder of its sockets and pid file: the configuration names them without a
 * folder.
 */
export const servePhp = (engine: PhpEngine, generation: string, run: string): Command => ({
  file: engine.file,
  args: ['-F', '-p', run, ...reading(generation)],
});

export const checkPhp = (engine: PhpEngine, master: PhpMaster, candidate: string): Command => ({
  file: engine.file,
  args: ['-t', '-p', master.masters, ...reading(candidate)],
});

/** Process of the master whose sockets are in `run`. */
export const phpPid = (master: PhpMaster, run: string) => livingPid(join(run, PID_FILE), master.folder);

/** The link to the folder of the master that takes new requests. */
export const currentRun = (master: PhpMaster): string => join(master.masters, 'current');

/** Folders of all masters, including retired ones. */
export async function phpRuns(master: PhpMaster): Promise<readonly string[]> {
  const entries = await readdir(master.masters, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(master.masters, name));
}
