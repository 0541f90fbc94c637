import { mkdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import { pathExists } from '#system/disk/exists';
import { findProgram, run, type Command } from '#system/process/exec';

export interface View {
  /** The path to read the tree at. */
  readonly root: string;
  /** The kernel follows no link below `root`, so a folder that becomes a link while root reads is harmless. */
  readonly isSafe: boolean;
  close(): Promise<void>;
}

const mountCommand = (file: string, from: string, to: string): Command => ({
  file,
  args: ['--bind', '-o', 'ro,nosymfollow,nosuid,nodev', '--', from, to],
});
const unmountCommand = (file: string, to: string): Command => ({ file, args: ['-l', '--', to] });

/** Checks the mount: old kernels ignore options they don't know, and without `protected_hardlinks` hard links lead out, too. */
async function followsNoLink(root: string): Promise<boolean> {
  const [mounts, guard] = await Promise.all(
    ['/proc/self/mountinfo', '/proc/sys/fs/protected_hardlinks'].map((file) =>
      readFile(file, 'utf8').catch(() => ''),
    ),
  );
  const options = mounts
    ?.split('\n')
    .map((line) => line.split(' '))
    .findLast((words) => words[4] === root)?.[5];
  return guard?.trim() === '1' && (options?.split(',').includes('nosymfollow') ?? false);
}

/**
 * Mounts a host's tree read-only, so that root can read it without following symbolic links. If mounting is not permitted,
 * as in some containers, returns the tree itself; the caller then has to check what was read.
 * @param folder a folder that only root can open
 */
export async function openView(hostRoot: string, folder: string, hostCode: HostCode): Promise<View> {
  const unmounted: View = { root: hostRoot, isSafe: false, close: () => Promise.resolve() };
  const [mount, umount] = await Promise.all([findProgram('mount'), findProgram('umount')]);
  if (process.getuid?.() !== 0 || mount === undefined || umount === undefined) return unmounted;
  const root = join(folder, hostCode);
  await mkdir(root, { recursive: true, mode: 0o700 });
  const unmount = async () => {
    await run(unmountCommand(umount, root));
  };
  // A killed worker may have left a mount.
  await unmount();
  const { code } = await run(mountCommand(mount, hostRoot, root));
  if (code !== 0) return unmounted;
  return {
    root,
    isSafe: await followsNoLink(root),
    close: async () => {
      await unmount();
      await rmdir(root).catch(() => undefined);
    },
  };
}

/** Closes the view that a killed worker may have left. */
export async function closeLeftView(folder: string, hostCode: HostCode): Promise<void> {
  const umount = await findProgram('umount');
  const root = join(folder, hostCode);
  if (process.getuid?.() !== 0 || umount === undefined || !(await pathExists(root))) return;
  await run(unmountCommand(umount, root));
  await rmdir(root).catch(() => undefined);
}
