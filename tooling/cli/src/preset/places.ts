import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** First folder at or above `from` that holds `name`; undefined where none does. */
export function folderWith(name: string, from: string): string | undefined {
  if (existsSync(join(from, name))) return from;
  const above = dirname(from);
  return above === from ? undefined : folderWith(name, above);
}

/** Folder of this package, whether it runs from source or from what was published. */
export const PACKAGE = folderWith('package.json', dirname(fileURLToPath(import.meta.url))) ?? '.';

/** What takes the place of a module in the pages' scripts. */
export const standIn = (file: string): string => join(PACKAGE, 'stand-ins', file);
