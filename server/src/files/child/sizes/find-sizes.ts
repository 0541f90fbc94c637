import { findProgram, killGroup, run, start, type ChildProcess } from '#system/process/exec';

/** Sums of some folders, including the folders themselves. */
export interface Sizes {
  /** Sum of the files' sizes. */
  bytes: number;
  /** Entries that are not folders. */
  files: number;
  folders: number;
}

let known: Promise<string | undefined> | undefined;

/** GNU's `find`, the only one that prints sizes. */
export function sizeFinder(): Promise<string | undefined> {
  known ??= (async () => {
    const file = await findProgram('find');
    if (file === undefined) return undefined;
    const { stdout } = await run({ file, args: ['--version'] });
    return stdout.includes('GNU findutils') ? file : undefined;
  })();
  return known;
}

const [LINE_END, SPACE, ZERO, FOLDER] = [10, 32, 48, 'd'.charCodeAt(0)];

/** Adds up lines `<type> <size>`, which may arrive in pieces of any length. */
function adder(sizes: Sizes): (chunk: Buffer) => void {
  let [type, size, isSize] = [0, 0, false];
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === LINE_END) {
        if (type === FOLDER) sizes.folders += 1;
        else {
          sizes.files += 1;
          sizes.bytes += size;
        }
        [size, isSize] = [0, false];
      } else if (byte === SPACE) isSize = true;
      else if (isSize) size = size * 10 + byte - ZERO;
      else type = byte;
    }
  };
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
}

/** The first descriptor of a program after the standard ones. */
const FIRST_FD = 3;

/**
 * Counts folders and adds the results to `sizes` as they arrive. Follows no link except the descriptors' own;
 * entries that the host can't read count nothing. Folders are passed by descriptor, since every tenant could
 * read their names in the arguments.
 * @param fds open folders
 */
export async function findSizes(
  { file, fds }: { readonly file: string; readonly fds: readonly number[] },
  sizes: Sizes,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const paths = fds.map((_fd, index) => `/proc/self/fd/${FIRST_FD + index}`);
  const child = start(
    { file, args: ['-H', ...paths, '-printf', '%y %s\\n'] },
    { stdio: ['ignore', 'pipe', 'ignore', ...fds] },
  );
  const kill = () => killGroup(child.pid, 'SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  child.stdout?.on('data', adder(sizes));
  try {
    await ended(child);
  } finally {
    signal.removeEventListener('abort', kill);
  }
  signal.throwIfAborted();
}
