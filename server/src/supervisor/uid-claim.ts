import { mkdir, open, readdir, readFile, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { overlaps, type UidRange } from '#system/process/identity';
import { tryLock, waitForLock } from './lock';
import { StartRefusal } from './start-refusal';

/** Claims of all installations on this machine; only root can enter. */
const CLAIMS = '/run/sitedeck-uids';
const GUARD = 'guard';

export interface UidClaim {
  release(): Promise<void>;
}

const nameOf = ({ first, last }: UidRange): string => `${first}-${last}`;

function rangeOf(name: string): UidRange | undefined {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(name) ?? [];
  return first === undefined || last === undefined ? undefined : { first: Number(first), last: Number(last) };
}

/** Whether the process that wrote the claim still lives: the kernel releases its lock when it ends. */
async function isHeld(file: string): Promise<boolean> {
  const handle = await open(file, 'r+').catch(() => undefined);
  if (!handle) return false;
  try {
    return !(await tryLock(handle));
  } finally {
    await handle.close();
  }
}

async function refuseTaken(folder: string, range: UidRange): Promise<void> {
  for (const name of await readdir(folder)) {
    const other = rangeOf(name);
    const file = join(folder, name);
    if (!other || !overlaps(range, other)) continue;
    if (await isHeld(file)) {
      const owner = (await readFile(file, 'utf8')).trim();
      throw new StartRefusal(
        `HOST_UIDS: ${nameOf(range)} overlaps with ${name}, the uids of the installation in ${owner}`,
      );
    }
    await rm(file, { force: true });
  }
}

async function withGuard<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const guard: FileHandle = await open(join(folder, GUARD), 'a+', 0o600);
  try {
    if (!(await waitForLock(guard)))
      throw new StartRefusal(`HOST_UIDS: another start still holds ${join(folder, GUARD)}`);
    return await work();
  } finally {
    await guard.close();
  }
}

/**
 * Claims a range of uids for this process. If two installations shared uids, hosts of one could enter the trees of the
 * other, and each would end the other's programs.
 * @param owner data directory, named when another installation is refused
 */
export async function claimUids(range: UidRange, owner: string, folder = CLAIMS): Promise<UidClaim> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return withGuard(folder, async () => {
    await refuseTaken(folder, range);
    const path = join(folder, nameOf(range));
    const file = await open(path, 'w+', 0o600);
    if (!(await tryLock(file))) throw new Error(`${path} can't be locked`);
    await file.write(`${owner}\n`);
    return {
      release: async () => {
        await rm(path, { force: true });
        await file.close();
      },
    };
  });
}
