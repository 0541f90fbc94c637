import { execFileSync } from 'node:child_process';
import { chownSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { lstat, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compressFiles, extractArchive, inspectArchive, type CallInput } from '@sitedeck/contract';
import { makeFileHosts, type FileHosts, type TestHost } from '#testing/file-hosts';
import { isRefusal } from '#faults/refusal';
import { makeRar } from '#testing/archives/rar';
import { makeTar } from '#testing/archives/tar';

let hosts: FileHosts;
let host: TestHost;
let scratch: string;
let count = 0;
let taskId = 0;

beforeAll(async () => {
  hosts = await makeFileHosts();
});
afterAll(() => hosts.close());
beforeEach(async () => {
  host = await hosts.host(`vh${++count}`);
  scratch = await mkdtemp(join(tmpdir(), 'sd-streams-'));
});
afterEach(() => rm(scratch, { recursive: true }));

const own = (path: string) => join(host.root, path);
const inScratch = (file: string, ...args: readonly string[]) =>
  execFileSync(file, args, { cwd: scratch, stdio: ['ignore', 'pipe', 'ignore'] });

function bring(name: string, bytes: Buffer = readFileSync(join(scratch, name))): string {
  writeFileSync(own(`data/${name}`), bytes);
  chownSync(own(`data/${name}`), host.target.uid, host.target.uid);
  return `/data/${name}`;
}

const quiet = { signal: new AbortController().signal, progress: () => undefined };
type More = Partial<CallInput<typeof extractArchive>['body']>;
const reported = (error: unknown) => {
  if (isRefusal(error)) return error.reason;
  throw error;
};
const packing = (to: string) => ({
  ...host.target,
  ...compressFiles.body.parse({ paths: ['/wwwroot/site'], to }),
});
const inspect = (path: string, to = '/wwwroot/out') =>
  hosts.parent.handlers
    .inspectArchive({ ...host.target, ...inspectArchive.body.parse({ path, to }) }, quiet)
    .catch(reported);
const extract = (path: string, more: More = {}) => {
  const body = extractArchive.body.parse({ path, to: '/wwwroot/out', ...more });
  return hosts.parent.handlers.extract({ ...host.target, ...body, taskId: ++taskId }, quiet).catch(reported);
};

/** Every path below a folder with its type and content; links are not followed. */
async function treeOf(folder: string, below = ''): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  const entries = await readdir(own(`${folder}/${below}`), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const name = `${below}${entry.name}`;
    const path = own(`${folder}/${name}`);
    if (entry.isSymbolicLink()) tree[name] = `-> ${await readlink(path)}`;
    else if (entry.isFile()) tree[name] = await readFile(path, 'latin1');
    else Object.assign(tree, { [name]: 'folder' }, await treeOf(folder, `${name}/`));
  }
  return tree;
}

const LONG = `d/${'long-'.repeat(45)}name.txt`;
function laySite(): void {
  mkdirSync(join(scratch, 'd/e'), { recursive: true });
  writeFileSync(join(scratch, 'd/a.txt'), 'A', { mode: 0o640 });
  writeFileSync(join(scratch, 'd/big.bin'), Buffer.alloc(2_500_000, 'text to pack\n'));
  writeFileSync(join(scratch, LONG), 'long');
  symlinkSync('../a.txt', join(scratch, 'd/e/link'));
  linkSync(join(scratch, 'd/a.txt'), join(scratch, 'd/hard'));
}
const SITE = {
  d: 'folder',
  'd/a.txt': 'A',
  'd/hard': 'A',
  'd/big.bin': 'text to pack\n'.repeat(200_000).slice(0, 2_500_000),
  'd/e': 'folder',
  'd/e/link': '-> ../a.txt',
  [LONG]: 'long',
};

const MADE = [
  ['tar', 'site.tar', ['tar', '-cf', 'site.tar', 'd']],
  ['tar', 'pax.tar', ['tar', '--format=pax', '-cf', 'pax.tar', 'd']],
  ['tar.gz', 'site.tgz', ['tar', '-czf', 'site.tgz', 'd']],
  ['tar.bz2', 'site.tar.bz2', ['tar', '-cjf', 'site.tar.bz2', 'd']],
  ['tar.xz', 'site.tar.xz', ['tar', '-cJf', 'site.tar.xz', 'd']],
  ['tar.zst', 'site.tar.zst', ['tar', '--zstd', '-cf', 'site.tar.zst', 'd']],
  ['7z', 'site.7z', ['bsdtar', '--format=7zip', '-cf', 'site.7z', 'd']],
] as const;

it('extracts tars of every compression and 7z unchanged, from GNU tar and bsdtar', async () => {
  laySite();
  for (const [format, name, [file, ...args]] of MADE) {
    inScratch(file, ...args);
    const path = bring(name);
    expect(await inspect(path)).toMatchObject({ format, names: null, folders: 2, files: 5, complete: true });
    const to = `/wwwroot/${name}`;
    expect(await extract(path, { to })).toMatchObject({ files: 5, refused: 0 });
    expect(await treeOf(`wwwroot/${name}`)).toEqual(SITE);
  }
  const [file, hard] = [
    await lstat(own('wwwroot/site.tar/d/a.txt')),
    await lstat(own('wwwroot/site.tar/d/hard')),
  ];
  expect([file.ino === hard.ino, file.mode & 0o777, file.uid]).toEqual([true, 0o640, host.target.uid]);
});

it('packs tar.gz and tar.zst that GNU tar extracts, and refuses a name without a known format', async () => {
  laySite();
  inScratch('tar', '-cf', 'site.tar', 'd');
  await extract(bring('site.tar'), { to: '/wwwroot/site' });
  writeFileSync(own('data/x.tar.gz.partial'), 'the owner’s');
  for (const [name, flag] of [
    ['x.tar.gz', '-z'],
    ['x.tar.zst', '--zstd'],
  ] as const) {
    const request = packing(`/data/${name}`);
    expect(await hosts.parent.handlers.compress(request, quiet)).toMatchObject({ files: 4, failed: [] });
    inScratch('tar', flag, '-xf', own(`data/${name}`));
    inScratch('diff', '-r', '--no-dereference', 'd', 'site/d');
    expect(inScratch('find', 'site/d/a.txt', '-printf', '%m %T@').toString()).toBe(
      inScratch('find', own('wwwroot/site/d/a.txt'), '-printf', '%m %T@')
        .toString()
        .replace(/\.\d+$/, '.0000000000'),
    );
    await extract(`/data/${name}`, { to: `/wwwroot/again-${name}` });
    expect(await treeOf(`wwwroot/again-${name}/site`)).toEqual(SITE);
    rmSync(join(scratch, 'site'), { recursive: true });
  }
  const odd = packing('/data/x.rar');
  await expect(hosts.parent.handlers.compress(odd, quiet)).rejects.toMatchObject({ reason: 'pack-unknown' });
  // Packing writes, empties and leaves no other file.
  expect(readFileSync(own('data/x.tar.gz.partial'), 'utf8')).toBe('the owner’s');
  const made = ['site.tar', 'x.tar.gz', 'x.tar.gz.partial', 'x.tar.zst'];
  expect((await readdir(own('data'))).sort()).toEqual(made);
});

it('extracts rar 5 unchanged, and a single packed file under its own name', async () => {
  const rar = bring(
    'x.rar',
    makeRar([
      ['a.txt', 'A'],
      ['d/中.txt', 'B'],
    ]),
  );
  expect(await inspect(rar)).toMatchObject({ format: 'rar', files: 2, bytes: 2 });
  await extract(rar);
  expect(await treeOf('wwwroot/out')).toMatchObject({
    'a.txt': 'A',
    'd/中.txt': Buffer.from('B').toString('latin1'),
  });
  writeFileSync(join(scratch, 'dump.sql'), 'select 1;\n'.repeat(120_000));
  for (const [file, ending] of [
    ['gzip', 'gz'],
    ['xz', 'xz'],
    ['bzip2', 'bz2'],
    ['zstd', 'zst'],
  ] as const) {
    inScratch(file, '-kq', 'dump.sql');
    const path = bring(`dump.sql.${ending}`);
    expect(await inspect(path)).toMatchObject({
      format: ending,
      files: 1,
      bytes: null,
      sample: ['dump.sql'],
    });
    await extract(path, { to: `/wwwroot/${ending}` });
    inScratch('cmp', 'dump.sql', own(`wwwroot/${ending}/dump.sql`));
  }
});

it('extracts no entry of a tar outside the folder: by name, link, hard link, device, long name or chain of links', async () => {
  const tar = makeTar([
    { name: '../up' },
    { name: '/abs' },
    { name: 'pax', pax: { path: '../../pax-up' } },
    { name: 'long', gnuLong: '/gnu/absolute' },
    { name: 'out', type: '2', target: '../..' },
    { name: 'paxout', type: '2', target: 'x', pax: { linkpath: '/etc' } },
    { name: 'steal', type: '1', target: '/etc/hostname' },
    { name: 'steal2', type: '1', target: '../../.sitedeck/settings.json' },
    { name: 'a', type: '2', target: 'real' },
    { name: 'a/through', content: 'x' },
    { name: 'viahard', type: '1', target: 'a' },
    { name: 'null', type: '3' },
    { name: 'fifo', type: '6' },
    { name: 'sparse', type: 'S', content: 'hole' },
    { name: 'paxsparse', content: 'hole', pax: { 'GNU.sparse.major': '1' } },
    { name: 'real/ok', content: 'ok' },
    { name: 'again', content: 'first' },
    { name: 'again', content: 'second' },
    { name: 'suid', content: 's', mode: 0o6777 },
  ]);
  const path = bring('evil.tar', tar);
  const found = await inspect(path);
  expect(found).toMatchObject({ refused: 14 });
  expect(await extract(path)).toMatchObject({ refused: 14, files: 4 });
  expect(await treeOf('wwwroot')).toEqual({
    out: 'folder',
    'out/a': '-> real',
    'out/again': 'second',
    'out/real': 'folder',
    'out/real/ok': 'ok',
    'out/suid': 's',
  });
  expect((await lstat(own('wwwroot/out/suid'))).mode & 0o7000).toBe(0);
});

it('refuses a cut, changed or encrypted archive or a bomb, and leaves nothing of it', async () => {
  laySite();
  inScratch('tar', '-czf', 'x.tgz', 'd');
  inScratch('bsdtar', '--format=7zip', '-cf', 'x.7z', 'd');
  inScratch('tar', '-cJf', 'x.tar.xz', 'd');
  for (const name of ['x.tgz', 'x.7z', 'x.tar.xz']) {
    const bytes = readFileSync(join(scratch, name));
    const cut = bring(`cut-${name}`, bytes.subarray(0, bytes.length - 40));
    expect([name, await extract(cut)]).toEqual([name, expect.stringMatching(/^archive-(entry-)?broken$/)]);
  }
  inScratch('7zz', 'a', '-pSecret', 'locked.7z', 'd/a.txt');
  inScratch('7zz', 'a', '-pSecret', '-mhe=on', 'hidden.7z', 'd/a.txt');
  for (const name of ['locked.7z', 'hidden.7z']) {
    const path = bring(name);
    expect(await inspect(path)).toMatchObject({ encrypted: true });
    expect(await extract(path)).toBe('archive-encrypted');
  }
  const zeros = gzipSync(Buffer.alloc(300 * 1024 * 1024), { level: 1 });
  expect(await extract(bring('bomb.gz', zeros))).toBe('archive-too-much');
  expect(await treeOf('wwwroot')).toEqual({});
});
