import { readFile } from 'node:fs/promises';

/** The admin tool for databases: Adminer, in one PHP file. */
export interface AdminTool {
  readonly file: string;
  readonly version: string;
}

/**
 * Adminer as a Debian package, or copied into the system by hand: the package would install a web server too.
 */
const FILES = ['/opt/sitedeck/adminer/usr/share/adminer/adminer.php', '/usr/share/adminer/adminer.php'];
/** Its version is in its first lines. */
const HEAD_CHARACTERS = 2000;

/** Finds the admin tool of this machine; undefined if there is none. */
export async function findAdminTool(): Promise<AdminTool | undefined> {
  for (const file of FILES) {
    const text = await readFile(file, 'latin1').catch(() => undefined);
    const version = text && /@version (\S+)/.exec(text.slice(0, HEAD_CHARACTERS))?.[1];
    if (version) return { file, version };
  }
  return undefined;
}
