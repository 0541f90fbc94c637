import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Kept between runs; may be deleted at any time. */
const CACHE = join(import.meta.dirname, '../../.cache/debian');
/** Gives up soon on an archive that can't be reached, ms. */
const PATIENCE_MS = 60_000;
const WITHIN_PATIENCE = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1'];

export type DebianFiles =
  { readonly is: 'there'; readonly folder: string } | { readonly is: 'missing'; readonly why: string };

function run(file: string, args: readonly string[], cwd: string): string | undefined {
  const env = { ...process.env, LC_ALL: 'C' };
  const { status, stderr, error } = spawnSync(file, args, {
    cwd,
    env,
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  if (status === 0) return undefined;
  return error?.message ?? (stderr.trim().split('\n').at(-1) || `${file} failed`);
}

/** Updates the package lists, which may be empty or older than the archive. */
function download(names: readonly string[], folder: string): string | undefined {
  const get = () => run('apt-get', [...WITHIN_PATIENCE, 'download', '-qq', ...names], folder);
  return get() && (run('apt-get', [...WITHIN_PATIENCE, 'update', '-qq'], folder) ?? get());
}

/** Unpacks Debian packages without installing them, so that no daemon starts and no dependency comes along. */
export function debianFiles(...names: readonly string[]): DebianFiles {
  const folder = join(CACHE, names.join('+'));
  if (existsSync(folder)) return { is: 'there', folder };
  mkdirSync(CACHE, { recursive: true });
  const scratch = mkdtempSync(`${folder}.`);
  try {
    const tree = join(scratch, 'tree');
    mkdirSync(tree);
    const unpack = () =>
      readdirSync(scratch)
        .filter((name) => name.endsWith('.deb'))
        .map((name) => run('dpkg', ['-x', name, tree], scratch))
        .find((why) => why !== undefined);
    const why = download(names, scratch) ?? unpack();
    if (why !== undefined) return { is: 'missing', why };
    renameSync(tree, folder);
    return { is: 'there', folder };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
