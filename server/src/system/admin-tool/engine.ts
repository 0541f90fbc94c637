import { readFile } from 'node:fs/promises';

/** A tool for databases that a browser shows: Adminer, in one file. */
export interface AdminTool {
  readonly file: string;
  readonly version: string;
}

/** As a package, or unpacked beside the system: the package would bring a web server with it. */
const FILES = ['/opt/sitedeck/adminer/usr/share/adminer/adminer.php', '/usr/share/adminer/adminer.php'];
/** Its first lines name its version. */
const HEAD_CHARACTERS = 2000;

/** The tool of this machine; undefined where there is none. */
export async function findAdminTool(): Promise<AdminTool | undefined> {
  for (const file of FILES) {
    const text = await readFile(file, 'latin1').catch(() => undefined);
    const version = text && /@version (\S+)/.exec(text.slice(0, HEAD_CHARACTERS))?.[1];
    if (version) return { file, version };
  }
  return undefined;
}
