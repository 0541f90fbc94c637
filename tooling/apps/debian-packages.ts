import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Kept between runs; may be deleted at any time. */
const CACHE = join(import.meta.dirname, '../../.cache/debian-packages');
/** Gives up soon on an archive that can't be reached, ms. */
const PATIENCE_MS = 180_000;
const WITHIN_PATIENCE = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1'];

export type DebianPackages =
  | {
      readonly is: 'there';
      /** The files of all packages, as on a system. */
      readonly top: string;
      /** Of the first one. */
      readonly version: string;
    }
  | { readonly is: 'missing'; readonly why: string };

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

const TREE = 'tree';
const VERSION = 'version';

const versionOf = (file: string): string =>
  spawnSync('dpkg-deb', ['--field', file, 'Version'], { encoding: 'utf8' }).stdout.trim();

/** Longest name of a folder in the cache, of 255 that file systems take. */
const NAME_MAX = 200;

function folderFor([first = '', ...others]: readonly string[]): string {
  const name = [first, ...others].join('+');
  if (name.length <= NAME_MAX) return join(CACHE, name);
  return join(CACHE, `${first}+${createHash('sha256').update(name).digest('hex').slice(0, 16)}`);
}

/** Removes what ended downloads of the same packages have left. */
function removeLeft(folder: string): void {
  for (const name of readdirSync(CACHE)) {
    const path = join(CACHE, name);
    const isLeft = path.startsWith(`${folder}.`) && statSync(path).mtimeMs < Date.now() - 2 * PATIENCE_MS;
    if (isLeft) rmSync(path, { recursive: true, force: true });
  }
}

const CANDIDATE = /^\s*Candidate: (?!\(none\))(\S+)$/m;

/** The version that the machine's package lists offer, without asking the archive; undefined: none. */
export function offeredVersion(name: string): string | undefined {
  const env = { ...process.env, LC_ALL: 'C' };
  const { status, stdout } = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8', env });
  return status === 0 ? CANDIDATE.exec(stdout)?.[1] : undefined;
}

/** Removes packages from the cache if the first one has another version. */
export function dropOtherVersions(names: readonly [string, ...string[]], version: string): void {
  const folder = folderFor(names);
  if (!existsSync(folder) || readFileSync(join(folder, VERSION), 'utf8') === version) return;
  const aside = mkdtempSync(`${folder}.`);
  renameSync(folder, join(aside, TREE));
  rmSync(aside, { recursive: true, force: true });
}

/** Unpacks Debian packages without installing them, so that no daemon starts and no dependency comes along. */
export function debianPackages(...names: readonly [string, ...string[]]): DebianPackages {
  const folder = folderFor(names);
  const found = (): DebianPackages => ({
    ...{ is: 'there', top: join(folder, TREE) },
    version: readFileSync(join(folder, VERSION), 'utf8'),
  });
  if (existsSync(folder)) return found();
  mkdirSync(CACHE, { recursive: true });
  removeLeft(folder);
  const scratch = mkdtempSync(`${folder}.`);
  try {
    mkdirSync(join(scratch, TREE));
    const files = () => readdirSync(scratch).filter((name) => name.endsWith('.deb'));
    const unpack = () =>
      files()
        .map((name) => run('dpkg', ['-x', name, TREE], scratch))
        .find((why) => why !== undefined);
    const why = download(names, scratch) ?? unpack();
    if (why !== undefined) return { is: 'missing', why };
    const first = files().find((name) => name.startsWith(`${names[0]}_`)) ?? '';
    writeFileSync(join(scratch, VERSION), versionOf(join(scratch, first)));
    for (const name of files()) rmSync(join(scratch, name));
    // Another process may have been faster.
    if (!existsSync(folder)) renameSync(scratch, folder);
    return found();
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
