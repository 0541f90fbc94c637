import { readFile } from 'node:fs/promises';

/** The admin tool for databases: Adminer, in one PHP file. */
export interface AdminTool {
  readonly file: string;
  readonly version: string;
}

/**
 * Adminer as a Debian package, or copied into the system by hand: the package would install a web server too.
 */
const FILES = ['/opt/sitedeck/adminer-6/usr/share/adminer/adminer.php', '/usr/share/adminer/adminer.php'];
/** The PHP in `server/admin-tool` is written for this major version. */
const MAJOR = '6';
/** Its version is in its first lines. */
const HEAD_CHARACTERS = 2000;

/** Finds the admin tool of this machine; undefined if there is none of the right version. */
export async function findAdminTool(): Promise<AdminTool | undefined> {
  for (const file of FILES) {
    const text = await readFile(file, 'latin1').catch(() => undefined);
    const version = text && /@version (\S+)/.exec(text.slice(0, HEAD_CHARACTERS))?.[1];
    if (version?.startsWith(`${MAJOR}.`)) return { file, version };
  }
  return undefined;
}
