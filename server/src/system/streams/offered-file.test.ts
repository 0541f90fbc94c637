import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canMount } from '#testing/small-disk';
import { openOffered } from './offered-file';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'offered-'));
  chmodSync(folder, 0o711);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const OTHER_USER = { uid: 54_321, gid: 54_321 };

/** A file that this process offers as its own. */
function offering<Result>(
  path: string,
  flags: string,
  then: (offer: { pid: number; fd: number }) => Result,
): Result {
  const fd = openSync(path, flags);
  try {
    return then({ pid: process.pid, fd });
  } finally {
    closeSync(fd);
  }
}

const isTaken = (path: string, flags: string, identity: typeof OTHER_USER | undefined): boolean =>
  offering(path, flags, (offer) => {
    using file = openOffered(offer, identity);
    return file !== undefined;
  });

it('writes at the end of the receiver’s empty file, even if it has no name any more', () => {
  const path = join(folder, 'a.sql');
  const fd = openSync(path, 'wx+');
  rmSync(path);
  {
    using first = openOffered({ pid: process.pid, fd, atMost: 9 }, undefined);
    using second = openOffered({ pid: process.pid, fd }, undefined);
    expect(first?.atMost).toBe(9);
    if (first) writeSync(first.fd, 'one');
    if (second) writeSync(second.fd, 'two');
  }
  expect(readFileSync(fd, 'utf8')).toBe('onetwo');
  closeSync(fd);
});

const asRoot = process.getuid?.() === 0 ? it : it.skip;

asRoot('takes no file of somebody else, however it was opened (needs root)', () => {
  const path = join(folder, 'ours');
  writeFileSync(path, '');
  expect(isTaken(path, 'r', OTHER_USER)).toBe(false);
  chownSync(path, OTHER_USER.uid, OTHER_USER.gid);
  expect(isTaken(path, 'r', OTHER_USER)).toBe(true);
  expect(isTaken(path, 'r', undefined)).toBe(false);
});

it('refuses a file with content, and anything that is not a regular file', () => {
  const path = join(folder, 'full');
  writeFileSync(path, 'kept');
  expect(isTaken(path, 'r', undefined)).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('kept');
  expect(isTaken(folder, 'r', undefined)).toBe(false);
  expect(isTaken('/dev/null', 'r', undefined)).toBe(false);
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  expect(isTaken(join(folder, 'pipe'), 'r+', undefined)).toBe(false);
});

it('refuses an offer whose file does not exist', () => {
  expect(openOffered({ pid: process.pid, fd: 1_000_000 }, undefined)).toBeUndefined();
  expect(openOffered({ pid: 2 ** 30, fd: 1 }, undefined)).toBeUndefined();
});

/** Offers a file that a program has open, with the given flags; the program keeps running. */
async function isTakenOf(file: string, args: readonly string[]): Promise<boolean> {
  const holder = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [fd] = (await once(holder.stdout, 'data')) as [Buffer];
    using taken = openOffered({ pid: holder.pid ?? 0, fd: Number(fd.toString()) }, undefined);
    return taken !== undefined;
  } finally {
    holder.kill('SIGKILL');
    await once(holder, 'close');
  }
}

it('does not wait for a holder of a lease on the file', async () => {
  const path = join(folder, 'leased');
  writeFileSync(path, '');
  // F_SETLEASE, F_WRLCK; then it ignores the kernel's signal.
  const hold = (lease: string) => `$SIG{IO} = 'IGNORE'; open(my $f, '<', $ARGV[0]) or die; ${lease};
    $| = 1; print fileno($f), "\\n"; sleep 60`;
  expect(await isTakenOf('perl', ['-e', hold('1'), path])).toBe(true);
  expect(await isTakenOf('perl', ['-e', hold('fcntl($f, 1024, 1) // die'), path])).toBe(false);
});

(canMount() ? it : it.skip)(
  'takes nothing of a file system that they alone have mounted (needs a mount)',
  async () => {
    const script = `mount -t tmpfs none '${folder}' && exec 3>'${folder}/theirs' && echo 3 && exec sleep 60`;
    expect(await isTakenOf('unshare', ['-m', 'sh', '-c', script])).toBe(false);
  },
);
