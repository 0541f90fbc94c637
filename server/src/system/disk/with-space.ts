import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '#faults/refusal';
import { SPARE_BYTES } from './spare-bytes';

const CHECK_MS = 1000;
const SPARE_FILES = 64;

interface WithSpaceOptions<Value> {
  /** A folder on the disk that the work writes to. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly work: (signal: AbortSignal) => Promise<Value>;
  readonly spare?: number;
}

/** If the free space is unknown, the work continues. */
export async function hasSpace({ folder, spare }: { folder: string; spare: number }): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined);
  return !disk || disk.bavail * disk.bsize >= spare;
}

/** A disk can run out of inodes too. Some file systems don't count them. */
export async function hasRoomForFiles(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined);
  return !disk || disk.files === 0 || disk.ffree >= SPARE_FILES;
}

/** Refuses with `disk-full` if `bytes` would use up the disk space that other processes need. */
export async function ensureSpace(folder: string, bytes = 0): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + SPARE_BYTES) throw new Refusal('disk-full');
}

/** Aborts work before it uses the disk space that other processes need. Refuses with `disk-full`. */
export async function withSpace<Value>({
  folder,
  signal,
  work,
  spare = SPARE_BYTES,
}: WithSpaceOptions<Value>): Promise<Value> {
  const [full, over] = [new AbortController(), new AbortController()];
  const check = async () => {
    while (!over.signal.aborted) {
      if (!(await hasSpace({ folder, spare }))) full.abort(new Refusal('disk-full'));
      await sleep(CHECK_MS, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };
  const checking = check();
  try {
    return await work(AbortSignal.any([signal, full.signal]));
  } catch (error) {
    // Streams of Node.js reject with an error of their own.
    full.signal.throwIfAborted();
    throw error;
  } finally {
    over.abort();
    await checking;
  }
}
