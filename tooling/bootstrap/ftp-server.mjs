import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** As server/src/system/ftp/engine.ts looks for it. */
const FOLDER = '/opt/sitedeck/pure-ftpd';
const INSTALLED = '/usr/sbin/pure-ftpd';

/**
 * Unpacks Debian's pure-ftpd beside the system: as a package it would remove any other FTP server, bring inetd with it and
 * start both.
 * @param {(line: string) => void} say
 * @returns {string | undefined} why it could not be had
 */
export function unpackFtpServer(say) {
  if (existsSync(INSTALLED) || existsSync(join(FOLDER, INSTALLED))) return undefined;
  if (process.getuid?.() !== 0) return 'not root';
  say('apt-get download pure-ftpd');
  mkdirSync(dirname(FOLDER), { recursive: true, mode: 0o755 });
  const scratch = mkdtempSync(`${FOLDER}.`);
  try {
    const failure = download(scratch) ?? unpack(scratch, join(scratch, 'tree'));
    if (failure !== undefined) return failure;
    rmSync(FOLDER, { recursive: true, force: true });
    renameSync(join(scratch, 'tree'), FOLDER);
    return undefined;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The lists of packages may be empty, or older than what the archive still has. @param {string} folder */
function download(folder) {
  const get = () => run('apt-get', ['download', '-qq', 'pure-ftpd'], folder);
  return get() && (run('apt-get', ['update', '-qq'], folder) ?? get());
}

/** @param {string} folder @param {string} tree */
function unpack(folder, tree) {
  const [archive] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  return archive === undefined ? 'no package came' : run('dpkg', ['-x', archive, tree], folder);
}

/**
 * @param {string} file @param {string[]} args @param {string} cwd
 * @returns {string | undefined} the last line of what it complained about
 */
function run(file, args, cwd) {
  const { status, stderr } = spawnSync(file, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  return status === 0 ? undefined : (stderr ?? '').trim().split('\n').at(-1) || `${file} failed`;
}
