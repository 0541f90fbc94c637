import { join } from 'node:path';
import type { Command } from '#system/process/exec';
import type { Paths } from '#system/settings/paths';
import type { PhpEngine } from './engine';

/** The generations of PHP's configuration, with the pools of all hosts. */
export interface PhpConfiguration {
  /** Contains the generations and `current`, a link to the live one. */
  readonly folder: string;
  readonly current: string;
}

export const phpConfiguration = (places: Paths): PhpConfiguration => ({
  folder: places.php,
  current: join(places.php, 'current'),
});

const reading = (folder: string) => ['-y', join(folder, 'fpm.conf'), '-c', join(folder, 'php.ini')];

/**
 * Runs in the foreground and logs to its standard error output, which a program of the host can't open by name.
 * `folder` holds its configuration.
 */
export const servePhp = (engine: PhpEngine, folder: string): Command => ({
  file: engine.file,
  args: ['-F', '-O', '-p', folder, ...reading(folder)],
});

export const checkPhp = (engine: PhpEngine, candidate: string): Command => ({
  file: engine.file,
  args: ['-t', '-p', candidate, ...reading(candidate)],
});
