import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Kept between runs, and may be deleted at any time. */
const CACHE = join(import.meta.dirname, '../../.cache/debian');
/** An archive that is out of reach is found out soon, ms. */
const PATIENCE_MS = 60_000;
const IN_TIME = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1'];

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

/** The lists of packages may be empty, or older than what the archive still has. */
function download(names: readonly string[], folder: string): string | undefined {
  const get = () => run('apt-get', [...IN_TIME, 'download', '-qq', ...names], folder);
  return get() && (run('apt-get', [...IN_TIME, 'update', '-qq'], folder) ?? get());
}

/** What Debian's packages hold, unpacked and not installed: nothing of them begins to run, or brings others along. */
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
