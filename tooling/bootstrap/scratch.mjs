import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes the folder of all temporary files of a run; host processes of other uids must be able to enter. */
export function makeScratch() {
  const folder = mkdtempSync(join(tmpdir(), 'sd-'));
  chmodSync(folder, 0o1777);
  return folder;
}

/** The kernel writes blanks and backslashes of a path as octal numbers. @param {string} path */
const unescaped = (path) =>
  path.replace(/\\(\d{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8)));

/** Mount points below a folder, the last mounted first. @param {string} folder */
const mountsBelow = (folder) =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => unescaped(line.split(' ')[1] ?? ''))
    .filter((path) => path.startsWith(`${folder}/`))
    .reverse();

/**
 * Removes a run's temporary files. A stage that its time limit ends can leave a file system mounted there. Never
 * throws, since the summary of the run comes afterwards.
 * @param {string} folder
 * @returns {string | undefined} why files are left
 */
export function removeScratch(folder) {
  try {
    for (const path of mountsBelow(folder)) spawnSync('umount', ['--lazy', path]);
    // A mounted folder may lie elsewhere: its files are not ours to remove.
    const [mounted] = mountsBelow(folder);
    if (mounted !== undefined) throw new Error(`${mounted} is still mounted`);
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  } catch (error) {
    return `temporary files are left in ${folder}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
