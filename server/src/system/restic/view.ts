import { mkdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import { findProgram, run, type Command } from '#system/process/exec';

export interface View {
  /** Where the tree is seen. */
  readonly root: string;
  /** The kernel itself follows no link there: nobody can swap a folder for one while root reads. */
  readonly isSafe: boolean;
  close(): Promise<void>;
}

const mountWords = (file: string, from: string, to: string): Command => ({
  file,
  args: ['--bind', '-o', 'ro,nosymfollow,nosuid,nodev', '--', from, to],
});
const leaveWords = (file: string, to: string): Command => ({ file, args: ['-l', '--', to] });

/** Old programs and kernels pass over what they don't know; without the guard for hard links those lead out too. */
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
 * A host's tree for the eyes of root alone: read-only, and no symbolic link in it leads anywhere. Where nothing can be
 * mounted (a container without the right to) the tree itself, and whoever reads it has to check what was read.
 * @param folder root's, closed to all others
 */
export async function openView(hostRoot: string, folder: string, hostCode: HostCode): Promise<View> {
  const asIs: View = { root: hostRoot, isSafe: false, close: () => Promise.resolve() };
  const [mount, umount] = await Promise.all([findProgram('mount'), findProgram('umount')]);
  if (process.getuid?.() !== 0 || mount === undefined || umount === undefined) return asIs;
  const root = join(folder, hostCode);
  await mkdir(root, { recursive: true, mode: 0o700 });
  const leave = async () => {
    await run(leaveWords(umount, root));
  };
  // What a worker that was killed has left.
  await leave();
  const { code } = await run(mountWords(mount, hostRoot, root));
  if (code !== 0) return asIs;
  return {
    root,
    isSafe: await followsNoLink(root),
    close: async () => {
      await leave();
      await rmdir(root).catch(() => undefined);
    },
  };
}
