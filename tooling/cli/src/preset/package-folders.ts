import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Nearest folder at or above `from` that holds `name`; undefined if there is none. */
export function folderWith(name: string, from: string): string | undefined {
  if (existsSync(join(from, name))) return from;
  const above = dirname(from);
  return above === from ? undefined : folderWith(name, above);
}

/** Folder of this package, whether it runs from source or from a published package. */
export const PACKAGE = folderWith('package.json', dirname(fileURLToPath(import.meta.url))) ?? '.';

/** Path of the file that replaces a module in the pages' scripts. */
export const standIn = (file: string): string => join(PACKAGE, 'stand-ins', file);
