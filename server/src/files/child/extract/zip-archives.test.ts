import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { lstat, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractArchive, inspectArchive, type CallInput } from '@sitedeck/contract';
import { makeFileHosts, type FileHosts, type TestHost } from '#testing/file-hosts';
import { isRefusal } from '#faults/refusal';
import { encodeText } from '../text/text-encoding';
import { makeZip } from '#testing/archives/zip';

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
  scratch = await mkdtemp(join(tmpdir(), 'sd-archive-'));
});
afterEach(() => rm(scratch, { recursive: true }));

const own = (path: string) => join(host.root, path);
const inScratch = (file: string, args: readonly string[], input?: string) =>
  execFileSync(file, args, {
    cwd: scratch,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
    input,
  });

/** Writes a tree below the scratch folder. */
function lay(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(scratch, path, '..'), { recursive: true });
    writeFileSync(join(scratch, path), content);
  }
}

/** Copies an archive into the host's tree. */
function bring(name: string, bytes: Buffer = readFileSync(join(scratch, name))): string {
  writeFileSync(own(`data/${name}`), bytes);
  chownSync(own(`data/${name}`), host.target.uid, host.target.uid);
  return `/data/${name}`;
}

function give(path: string, content: string): void {
  writeFileSync(own(path), content);
  chownSync(own(path), host.target.uid, host.target.uid);
}

const NEVER = new AbortController().signal;
const quiet = { signal: NEVER, progress: () => undefined };
type More = Partial<CallInput<typeof extractArchive>['body']>;

const reported = (error: unknown) => {
  if (!isRefusal(error)) throw error;
  const path = error.detail.values?.['path'];
  return typeof path === 'string' ? `${error.reason} ${path}` : error.reason;
};
const inspect = (path: string, more: More = {}) =>
  hosts.parent.handlers
    .inspectArchive(
      { ...host.target, ...inspectArchive.body.parse({ path, to: '/wwwroot/out', ...more }) },
      quiet,
    )
    .catch(reported);
const extract = (path: string, more: More = {}, control: Partial<typeof quiet> = {}) =>
  hosts.parent.handlers
    .extract(
      {
        ...host.target,
        ...extractArchive.body.parse({ path, to: '/wwwroot/out', ...more }),
        taskId: ++taskId,
      },
      { ...quiet, ...control },
    )
    .catch(reported);

/** Every path below a folder with its type and content; links are not followed. */
async function treeOf(folder: string, below = ''): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  const entries = await readdir(own(`${folder}/${below}`), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const name = `${below}${entry.name}`;
    const path = own(`${folder}/${name}`);
    if (entry.isSymbolicLink()) tree[name] = `-> ${await readlink(path)}`;
    else if (entry.isFile()) tree[name] = await readFile(path, 'utf8');
    else Object.assign(tree, { [name]: 'folder' }, await treeOf(folder, `${name}/`));
  }
  return tree;
}

describe('a zip', () => {
  it('inspects a zip without a change, and extracts it with modes, times, links and folders', async () => {
    const big = Buffer.alloc(3_000_000, 'abc123\n');
    lay({ 'a.txt': 'A', 'd/e/run.sh': '#!/bin/sh', 'd/中文.txt': '字', 'd/big.log': big });
    mkdirSync(join(scratch, 'empty'));
    symlinkSync('../a.txt', join(scratch, 'd/link'));
    chmodSync(join(scratch, 'd/e/run.sh'), 0o4755);
    inScratch('touch', ['-d', '2020-02-02T02:02:02Z', 'a.txt']);
    inScratch('zip', ['-qry', 'x.zip', 'a.txt', 'd', 'empty']);
    const path = bring('x.zip');
    expect(await inspect(path)).toEqual({
      format: 'zip',
      names: 'utf-8',
      files: 5,
      folders: 3,
      bytes: big.length + 1 + 9 + 3,
      sample: expect.arrayContaining(['a.txt', 'd/中文.txt', 'empty']) as unknown,
      taken: 0,
      takenSample: [],
      refused: 0,
      refusedSample: [],
      encrypted: false,
      complete: true,
    });
    expect(await treeOf('wwwroot')).toEqual({});
    const seen: unknown[] = [];
    const done = await extract(path, {}, { progress: (value?: unknown) => void seen.push(value) });
    expect(done).toEqual({ files: 5, bytes: big.length + 13, skipped: 0, refused: 0, failed: [] });
    expect(await treeOf('wwwroot/out')).toEqual({
      'a.txt': 'A',
      d: 'folder',
      'd/big.log': big.toString(),
      'd/e': 'folder',
      'd/e/run.sh': '#!/bin/sh',
      'd/link': '-> ../a.txt',
      'd/中文.txt': '字',
      empty: 'folder',
    });
    const script = await lstat(own('wwwroot/out/d/e/run.sh'));
    expect([script.mode & 0o7777, script.uid]).toEqual([0o755, host.target.uid]);
    expect((await lstat(own('wwwroot/out/a.txt'))).mtime.toISOString()).toBe('2020-02-02T02:02:02.000Z');
  });

  it('handles existing files as requested: keeps, skips or replaces, with replaced contents as versions', async () => {
    lay({ 'a.txt': 'new', 'd/b.txt': 'new' });
    inScratch('zip', ['-qr', 'x.zip', 'a.txt', 'd']);
    const path = bring('x.zip');
    const standing = () => {
      give('wwwroot/a.txt', 'old');
    };
    standing();
    expect(await inspect(path, { to: '/wwwroot' })).toMatchObject({ taken: 1, takenSample: ['a.txt'] });
    expect(await extract(path, { to: '/wwwroot', ifExists: 'skip' })).toMatchObject({ files: 1, skipped: 1 });
    expect(await treeOf('wwwroot')).toEqual({ 'a.txt': 'old', d: 'folder', 'd/b.txt': 'new' });
    await extract(path, { to: '/wwwroot', ifExists: 'both' });
    expect(await treeOf('wwwroot')).toMatchObject({
      'a.txt': 'old',
      'a (2).txt': 'new',
      'd/b (2).txt': 'new',
    });
    await extract(path, { to: '/wwwroot' });
    expect(await treeOf('wwwroot')).toMatchObject({ 'a.txt': 'new', 'd/b.txt': 'new' });
    const kept = await readdir(own('.sitedeck/versions'), { recursive: true });
    const contents = await Promise.all(
      kept
        .filter((name) => name.includes('-extract-'))
        .map((name) => readFile(own(`.sitedeck/versions/${name}`), 'utf8')),
    );
    expect(contents.sort()).toEqual(['new', 'old']);
  });

  it('reads names of Windows programs: chosen, or guessed from their characters', async () => {
    const names = ['网站备份/首页模板.html', '网站备份/图片/商品列表.jpg', '说明文档.txt'];
    const gbk = bring(
      'gbk.zip',
      makeZip(names.map((name) => ({ name: encodeText(name, 'gbk', false), host: 0 }))),
    );
    expect(await inspect(gbk)).toMatchObject({ names: 'gbk', sample: names });
    expect(await inspect(gbk, { names: 'cp437' })).toMatchObject({ names: 'cp437', files: 3 });
    await extract(gbk);
    expect(Object.keys(await treeOf('wwwroot/out'))).toEqual(expect.arrayContaining(names));

    const others = [
      ['big5', '網站備份/圖片說明.txt'],
      ['shift_jis', 'ウェブサイト/写真の説明.txt'],
    ] as const;
    for (const [encoding, name] of others) {
      const path = bring(`${encoding}.zip`, makeZip([{ name: encodeText(name, encoding, false), host: 0 }]));
      expect(await inspect(path)).toMatchObject({ names: encoding, sample: [name] });
    }
    const german = Buffer.from('M\x81ller\\caf\x82.txt', 'latin1');
    expect(await inspect(bring('dos.zip', makeZip([{ name: german, host: 0 }])))).toMatchObject({
      names: 'cp437',
      sample: ['Müller/café.txt'],
    });
  });

  it('extracts no entry outside or through a link, and reports which were left out', async () => {
    const path = bring(
      'evil.zip',
      makeZip([
        { name: '../up.txt' },
        { name: '/etc/absolute.txt' },
        { name: 'C:\\windows.txt', host: 0 },
        { name: 'a/../../up.txt' },
        { name: 'nul\0byte' },
        { name: 'x'.repeat(256) },
        { name: Array.from({ length: 600 }, () => 'd').join('/') },
        { name: 'out', link: '../..' },
        { name: 'root', link: '/etc' },
        { name: 'dir/in', link: '..' },
        { name: 'chain', link: 'dir/in/..' },
        { name: 'here', link: 'good' },
        { name: 'here/through.txt' },
        { name: 'fifo', mode: 0o010644 },
        { name: 'file' },
        { name: 'file/below.txt' },
        { name: 'good/only.txt', content: 'good' },
        { name: 'Good/only.txt', content: 'other case' },
        { name: 'twice', content: 'first' },
        { name: 'twice', content: 'second' },
        { name: 'packed', method: 99 },
      ]),
    );
    const refused = [
      ['../up.txt', 'entry-outside'],
      ['/etc/absolute.txt', 'entry-outside'],
      ['C:/windows.txt', 'entry-outside'],
      ['a/../../up.txt', 'entry-outside'],
      ['nul\0byte', 'bad-path'],
      [`${'x'.repeat(199)}…`, 'bad-name'],
      [`${'d/'.repeat(99)}d…`, 'bad-path'],
      ['out', 'entry-link-outside'],
      ['root', 'entry-link-outside'],
      ['chain', 'entry-link-outside'],
      ['here/through.txt', 'entry-through-link'],
      ['fifo', 'entry-special'],
      ['file/below.txt', 'entry-in-the-way'],
      ['packed', 'entry-packing'],
    ].map(([name, reason]) => ({ path: name, reason }));
    expect(await inspect(path)).toMatchObject({ refused: refused.length, refusedSample: refused });
    expect(await extract(path)).toMatchObject({ refused: refused.length, files: 6 });
    expect(await treeOf('wwwroot')).toEqual({
      out: 'folder',
      'out/dir': 'folder',
      'out/dir/in': '-> ..',
      'out/file': '',
      'out/good': 'folder',
      'out/good/only.txt': 'good',
      'out/Good': 'folder',
      'out/Good/only.txt': 'other case',
      'out/here': '-> good',
      'out/twice': 'second',
    });
  });

  it('follows no link in the target and replaces no file in the way', async () => {
    lay({ 'away/evil.txt': 'evil', 'ok.txt': 'ok', 'name/x.txt': 'x', folder: 'a file' });
    inScratch('zip', ['-qr', 'x.zip', 'away', 'ok.txt', 'name', 'folder']);
    const path = bring('x.zip');
    const outside = join(scratch, 'outside');
    mkdirSync(outside, { mode: 0o777 });
    symlinkSync(outside, own('wwwroot/away'));
    give('wwwroot/name', 'a file');
    mkdirSync(own('wwwroot/folder'));
    expect(await inspect(path, { to: '/wwwroot' })).toMatchObject({
      refused: 5,
      refusedSample: expect.arrayContaining([
        { path: 'away/evil.txt', reason: 'entry-in-the-way' },
      ]) as unknown,
    });
    expect(await extract(path, { to: '/wwwroot' })).toMatchObject({ files: 1, refused: 5 });
    expect(await treeOf('wwwroot')).toEqual({
      away: `-> ${outside}`,
      folder: 'folder',
      name: 'a file',
      'ok.txt': 'ok',
    });
    expect(await extract(path, { to: '/wwwroot/away' })).toBe('link-in-path');
    expect(await extract(path, { to: '/logs/x' })).toBe('read-only-place');
    expect(await extract(path, { to: '/' })).toBe('root-closed');
  });

  it('refuses a damaged, cut or encrypted zip or a bomb with its reason, and leaves nothing of it', async () => {
    lay({ 'good.txt': 'good', 'bad.txt': 'bad content'.repeat(100) });
    inScratch('zip', ['-q0', 'x.zip', 'good.txt', 'bad.txt']);
    const bytes = readFileSync(join(scratch, 'x.zip'));
    const flipped = Buffer.from(bytes);
    flipped.write('X', bytes.indexOf('bad content') + 5);
    expect(await extract(bring('crc.zip', flipped))).toBe('archive-entry-broken bad.txt');
    expect(await extract(bring('cut.zip', bytes.subarray(0, bytes.length - 30)))).toBe('archive-broken');
    expect(await extract(bring('text.zip', Buffer.from('no archive')))).toBe('archive-broken');
    expect(await extract(bring('text.txt', Buffer.from('no archive')))).toBe('archive-unknown');
    inScratch('zip', ['-qP', 'secret', 'locked.zip', 'good.txt']);
    expect(await inspect(bring('locked.zip'))).toMatchObject({ encrypted: true });
    expect(await extract('/data/locked.zip')).toBe('archive-encrypted');
    const zeros = { content: Buffer.alloc(30_000_000).toString('latin1'), packs: true };
    const bomb = makeZip(Array.from({ length: 9 }, (_, index) => ({ name: `${index}`, ...zeros })));
    expect(await extract(bring('bomb.zip', bomb))).toBe('archive-too-much');
    expect(await inspect('/data/bomb.zip')).toBe('archive-too-much');
    const overlapping = makeZip([
      { name: 'a', content: 'x'.repeat(500) },
      { name: 'b', sharesFirst: true },
    ]);
    expect(await extract(bring('overlap.zip', overlapping))).toBe('archive-broken');
    const lying = makeZip([{ name: 'a', content: 'x'.repeat(5000), packs: true, saysSize: 10 }]);
    expect(await extract(bring('lying.zip', lying))).toBe('archive-entry-broken a');
    expect(await treeOf('wwwroot')).toEqual({});
  });

  it('reads a zip with more entries than 16 bits count', async () => {
    const script = [
      'import zipfile',
      'with zipfile.ZipFile("x.zip", "w") as z:',
      '  for i in range(66000): z.writestr(zipfile.ZipInfo(f"d{i % 7}/{i}"), b"")',
    ].join('\n');
    inScratch('python3', ['-c', script]);
    expect(await inspect(bring('x.zip'))).toMatchObject({ files: 66_000, refused: 0 });
  });
});
