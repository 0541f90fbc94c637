import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderWith } from './package-folders';

/** webpack's cache on disk, and the version that invalidates it. */
export interface BuildCache {
  readonly directory: string;
  /** webpack's own tracking of its configuration does not follow TypeScript: a changed rule kept the old output. */
  readonly version: string;
}

const LOCK_FILES = ['pnpm-lock.yaml', 'package-lock.json', 'yarn.lock'];
const HERE = dirname(fileURLToPath(import.meta.url));

/** Hash of everything but the sources that decides the output: this folder and the lockfile. */
export function buildCache(folder: string, also: readonly string[] = []): BuildCache {
  const root = LOCK_FILES.map((file) => folderWith(file, folder)).find((found) => found !== undefined);
  const files = [...LOCK_FILES.map((file) => join(root ?? folder, file)), ...rulesIn(HERE), ...also];
  return {
    directory: join(root ?? folder, 'node_modules/.cache/sitedeck'),
    version: digestOf(files.filter(existsSync)),
  };
}

export const rulesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => /(?<!\.test|\.d)\.[jt]s$/.test(file))
    .sort()
    .map((file) => join(folder, file));

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
}
