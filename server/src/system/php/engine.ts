import { basename } from 'node:path';
import { findProgram, run } from '#system/process/exec';

export interface PhpEngine {
  readonly file: string;
  /** PHP of the same version on the command line; undefined if it is not installed. */
  readonly cli: string | undefined;
  readonly version: string;
}

/** Newest version first: the first one that is installed serves every host. */
const NAMES = ['php-fpm8.5', 'php-fpm8.4', 'php-fpm8.3', 'php-fpm8.2', 'php-fpm8.1', 'php-fpm'];

/** Finds the php-fpm of this machine; undefined if there is none. */
export async function findPhp(): Promise<PhpEngine | undefined> {
  const file = await findProgram(...NAMES);
  if (file === undefined) return undefined;
  const output = await run({ file, args: ['-v'] });
  const version = /^PHP (\S+)/.exec(output.stdout)?.[1];
  if (version === undefined) return undefined;
  return { file, version, cli: await findProgram(`/usr/bin/${basename(file).replace('-fpm', '')}`) };
}
