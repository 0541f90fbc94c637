import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ini, iniSection } from './ini';
import { databaseSettings } from './pool-conf';
import { SENDMAIL_OPTIONS } from './sendmail';

export interface CliFacts {
  readonly databaseSocket: string;
  /** What `mail()` starts: in a cage it finds out the host by itself. Undefined: it does not work. */
  readonly sendmail: string | undefined;
}

/**
 * Writes a file of settings for PHP on the command line, so that its scripts reach the database as `localhost` and send
 * mail like the site's pages. Returns the environment in which PHP reads it, beside its own files.
 * @param folder readable for every host
 */
export async function writeCliIni(
  folder: string,
  { databaseSocket, sendmail }: CliFacts,
): Promise<Record<string, string>> {
  const own = join(folder, 'cli');
  await mkdir(own, { recursive: true, mode: 0o755 });
  const entries = {
    ...databaseSettings(databaseSocket),
    sendmail_path: sendmail && `${sendmail} ${SENDMAIL_OPTIONS}`,
  };
  const section = iniSection({ name: 'PHP', entries });
  await writeFile(join(own, 'sitedeck.ini'), ini([section]), { mode: 0o644 });
  // An empty part stands for the folder that PHP was built with.
  return { PHP_INI_SCAN_DIR: `:${own}` };
}
