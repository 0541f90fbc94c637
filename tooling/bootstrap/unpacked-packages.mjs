import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The product looks for the unpacked packages here. */
const FOLDER = '/opt/sitedeck';

/** Debian packages that are unpacked instead of installed: Adminer's dependencies would install a web server. */
export const PACKAGES = [
  { name: 'adminer', file: '/usr/share/adminer/adminer.php', off: 'databases have no admin tool' },
];

/**
 * Unpacks the packages that are missing.
 * @param {(line: string) => void} say
 * @returns {{ name: string, off: string, why: string }[]} packages that could not be unpacked
 */
export function unpackPackages(say) {
  return PACKAGES.flatMap(({ name, file, off }) => {
    const why = unpackOne(name, file, say);
    return why === undefined ? [] : [{ name, off, why }];
  });
}

/**
 * @param {string} name
 * @param {string} file whose existence shows that the package is there
 * @param {(line: string) => void} say
 * @returns {string | undefined} reason of a failure
 */
function unpackOne(name, file, say) {
  const folder = join(FOLDER, name);
  if (existsSync(file) || existsSync(join(folder, file))) return undefined;
  if (process.getuid?.() !== 0) return 'not root';
  say(`apt-get download ${name}`);
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 });
  const scratch = mkdtempSync(`${folder}.`);
  try {
    const failure = download(name, scratch) ?? unpack(scratch, join(scratch, 'tree'));
    if (failure !== undefined) return failure;
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(scratch, 'tree'), folder);
    return undefined;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Updates the package lists after a first failure: they may be empty or older than the archive.
 * @param {string} name
 * @param {string} folder
 */
function download(name, folder) {
  const get = () => run('apt-get', ['download', '-qq', name], folder);
  return get() && (run('apt-get', ['update', '-qq'], folder) ?? get());
}

/** @param {string} folder @param {string} tree */
function unpack(folder, tree) {
  const [archive] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  return archive === undefined ? 'no package came' : run('dpkg', ['-x', archive, tree], folder);
}

/**
 * @param {string} file
 * @param {string[]} args
 * @param {string} cwd
 * @returns {string | undefined} its last line on standard error if it failed
 */
function run(file, args, cwd) {
  const { status, stderr } = spawnSync(file, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  return status === 0 ? undefined : (stderr ?? '').trim().split('\n').at(-1) || `${file} failed`;
}
