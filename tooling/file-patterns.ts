import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Paths below `root` that match a pattern whose `*` stands for any part of one name; sorted, relative. */
export function filesMatching(root: string, pattern: string): readonly string[] {
  return pattern
    .split('/')
    .reduce<readonly string[]>(
      (folders, part) =>
        folders.flatMap((folder) => namesIn(join(root, folder), part).map((name) => join(folder, name))),
      [''],
    );
}

function namesIn(folder: string, part: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const fits = new RegExp(`^${part.split('*').map(literal).join('[^/]*')}$`);
  return readdirSync(folder)
    .filter((name) => fits.test(name))
    .sort();
}

const literal = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
