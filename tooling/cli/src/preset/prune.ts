import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes files of an earlier build from `dist` after a new one has succeeded: a failed build leaves the old result
 * complete, and a running server keeps its files. Hidden files belong to the start command.
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
