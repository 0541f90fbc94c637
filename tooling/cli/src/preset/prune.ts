import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes what an earlier build left in `dist`, once the new one stands: a build that fails leaves the old result whole,
 * and a server that runs meanwhile keeps its files. Hidden files belong to the start command.
 */
export function prune(dist: string, kept: ReadonlySet<string>): void {
  for (const file of filesBelow(dist)) {
    if (!kept.has(file)) rmSync(join(dist, file));
  }
}

function filesBelow(folder: string, path = ''): readonly string[] {
  return readdirSync(join(folder, path), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap((entry) => {
      const below = path === '' ? entry.name : `${path}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(folder, below) : [below];
    });
}
