import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Offer, openOffered } from './offered-file';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'offered-'));
  chmodSync(folder, 0o711);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const OTHER_USER = { uid: 54_321, gid: 54_321 };

const isTaken = (path: readonly string[], identity?: typeof OTHER_USER): boolean => {
  using file = openOffered({ path: [...path] }, { root: folder, identity });
  return file !== undefined;
};

it('writes at the end of the receiver’s empty file, within its size', () => {
  const path = join(folder, 'work/a.sql');
  mkdirSync(join(folder, 'work'));
  writeFileSync(path, '');
  {
    using first = openOffered({ path: ['work', 'a.sql'], atMost: 9 }, { root: folder, identity: undefined });
    using second = openOffered({ path: ['work', 'a.sql'] }, { root: folder, identity: undefined });
    expect(first?.atMost).toBe(9);
    if (first) writeSync(first.fd, 'one');
    if (second) writeSync(second.fd, 'two');
  }
  expect(readFileSync(path, 'utf8')).toBe('onetwo');
});

const asRoot = process.getuid?.() === 0 ? it : it.skip;

asRoot('takes no file of another user (needs root)', () => {
  const path = join(folder, 'ours');
  writeFileSync(path, '');
  expect(isTaken(['ours'], OTHER_USER)).toBe(false);
  chownSync(path, OTHER_USER.uid, OTHER_USER.gid);
  expect(isTaken(['ours'], OTHER_USER)).toBe(true);
  expect(isTaken(['ours'])).toBe(false);
});

it('refuses a file with content, and anything that is not a regular file', () => {
  writeFileSync(join(folder, 'full'), 'kept');
  expect(isTaken(['full'])).toBe(false);
  expect(readFileSync(join(folder, 'full'), 'utf8')).toBe('kept');
  mkdirSync(join(folder, 'inner'));
  expect(isTaken(['inner'])).toBe(false);
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  expect(isTaken(['pipe'])).toBe(false);
  expect(isTaken(['absent'])).toBe(false);
});

it('takes no file that a link or a path leads to, in the tree or out of it', () => {
  const outside = mkdtempSync(join(tmpdir(), 'outside-'));
  writeFileSync(join(outside, 'empty'), '');
  symlinkSync(outside, join(folder, 'folder'));
  symlinkSync(join(outside, 'empty'), join(folder, 'file'));
  expect(isTaken(['folder', 'empty'])).toBe(false);
  expect(isTaken(['file'])).toBe(false);
  for (const path of [['..', basename(outside), 'empty'], [`../${basename(outside)}/empty`], ['']])
    expect(Offer.safeParse({ path }).success).toBe(false);
  rmSync(outside, { recursive: true });
});

it('does not wait for a holder of a lease on the file', async () => {
  const path = join(folder, 'leased');
  writeFileSync(path, '');
  expect(isTaken(['leased'])).toBe(true);
  // F_SETLEASE, F_WRLCK; then it ignores the kernel's signal.
  const hold = `$SIG{IO} = 'IGNORE'; open(my $f, '<', $ARGV[0]) or die; fcntl($f, 1024, 1) // die;
    $| = 1; print "held\n"; sleep 60`;
  const holder = spawn('perl', ['-e', hold, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  expect(isTaken(['leased'])).toBe(false);
  holder.kill('SIGKILL');
  await once(holder, 'close');
});
