import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The product looks for the unpacked packages here. */
const FOLDER = '/opt/sitedeck';
const ARCHIVE = 'http://deb.debian.org/debian';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * Debian packages that are unpacked instead of installed. Adminer's dependencies would install a web server, and
 * Debian 12 has only 4.8, from 2021. PHP alone runs it, so a package of a newer Debian works on an older one.
 */
export const PACKAGES = [
  {
    name: 'adminer',
    /** The first suite with this major version is used: our PHP around Adminer is written for it. */
    major: 6,
    suites: ['sid', 'forky'],
    /** Named after the major version, so that an older product on this machine keeps its own Adminer. */
    folder: join(FOLDER, 'adminer-6'),
    file: 'usr/share/adminer/adminer.php',
    off: 'databases have no admin tool',
  },
];

/**
 * Unpacks the packages that are missing.
 * @param {(line: string) => void} say
 * @returns {{ name: string, off: string, why: string }[]} packages that could not be unpacked
 */
export function unpackPackages(say) {
  return PACKAGES.flatMap((wanted) => {
    const why = unpackOne(wanted, say);
    return why === undefined ? [] : [{ name: wanted.name, off: wanted.off, why }];
  });
}

/** @typedef {(typeof PACKAGES)[number]} Wanted */

/**
 * @param {Wanted} wanted
 * @param {(line: string) => void} say
 * @returns {string | undefined} reason of a failure
 */
function unpackOne({ name, major, suites, folder, file }, say) {
  if (existsSync(join(folder, file))) return undefined;
  if (process.getuid?.() !== 0) return 'not root';
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 });
  const scratch = mkdtempSync(`${folder}.`);
  try {
    let failure;
    for (const suite of suites) {
      say(`apt-get download ${name}, version ${major} from ${suite}`);
      failure = download({ name, major, suite }, join(scratch, suite));
      if (failure !== undefined) continue;
      failure = unpack(join(scratch, suite), join(scratch, 'tree'));
      if (failure !== undefined) return failure;
      rmSync(folder, { recursive: true, force: true });
      renameSync(join(scratch, 'tree'), folder);
      return undefined;
    }
    return failure;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Downloads from one suite, with package lists of its own: the machine's sources stay as they are.
 * @param {{ name: string, major: number, suite: string }} wanted
 * @param {string} folder
 */
function download({ name, major, suite }, folder) {
  mkdirSync(join(folder, 'lists', 'partial'), { recursive: true });
  const source = join(folder, 'suite.list');
  writeFileSync(source, `deb [signed-by=${KEYRING}] ${ARCHIVE} ${suite} main\n`);
  const ownLists = [
    `Dir::Etc::sourcelist=${source}`,
    'Dir::Etc::sourceparts=-',
    `Dir::State::lists=${join(folder, 'lists')}`,
    `Dir::Cache=${join(folder, 'cache')}`,
    // Its user may not write to a folder that only root may enter.
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
  return (
    run('apt-get', [...ownLists, 'update', '-qq'], folder) ??
    run('apt-get', [...ownLists, 'download', '-qq', `${name}=${major}.*`], folder)
  );
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
