import { run } from '#system/process/exec';

const TIMEOUT_MS = 10 * 60_000;

const bytesOf = async (tree: string, ...options: readonly string[]): Promise<number> => {
  const { stdout } = await run({ file: 'du', args: [...options, '--', tree] }, { timeoutMs: TIMEOUT_MS });
  return Number(/^\d+/.exec(stdout)?.[0] ?? 0);
};

/** Bytes of all files of a tree; those of a sparse file count completely. */
export const treeBytes = (tree: string): Promise<number> => bytesOf(tree, '-sb');

/** Bytes that a tree takes on the disk. */
export const treeBytesOnDisk = (tree: string): Promise<number> => bytesOf(tree, '-s', '--block-size=1');
