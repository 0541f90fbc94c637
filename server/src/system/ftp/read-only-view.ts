import { readFile, readlink } from 'node:fs/promises';
import { run } from '#system/process/exec';
import type { Paths } from '#system/settings/paths';
import type { FtpView } from './engine';

/** Finds a line of `mountinfo` whose fifth field is this folder; blanks are written `\040`. */
async function isMounted(pid: number, folder: string): Promise<boolean> {
  const text = await readFile(`/proc/${pid}/mountinfo`, 'utf8').catch(() => '');
  const written = folder.replace(
    /[\\ \t\n]/g,
    (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return text.split('\n').some((line) => line.split(' ')[4] === written);
}

/**
 * Mounts all trees a second time, read-only, in the daemon's mount namespace. The kernel, not the daemon,
 * refuses every write there, and the mounts end with the daemon.
 * @param pid the daemon, in its own mount namespace
 */
export async function ensureReadOnlyView(view: FtpView, pid: number, places: Paths): Promise<void> {
  const { readOnly } = places.ftp;
  if (await isMounted(pid, readOnly)) return;
  const [ownNamespace, daemonNamespace] = await Promise.all(
    ['self', pid].map((proc) => readlink(`/proc/${proc}/ns/mnt`)),
  );
  if (ownNamespace === daemonNamespace) throw new Error('The FTP server has no mounts of its own');
  const inside = [`--mount=/proc/${pid}/ns/mnt`, '--'];
  const mount = [view.mount, '--bind', '-o', 'ro', '--', places.hosts, readOnly];
  const done = await run({ file: view.nsenter, args: [...inside, ...mount] });
  if (done.code !== 0) throw new Error(`The read-only view can't be mounted: ${done.stderr.trim()}`);
}
