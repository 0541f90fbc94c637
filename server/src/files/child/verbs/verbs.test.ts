import { execFileSync } from 'node:child_process';
import {
  appendFile,
  chown,
  link,
  lstat,
  mkdir,
  readFile,
  readdir,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { makeHostPerTest } from '#testing/host-per-test';
import { fileChildPid } from '#testing/find-file-child';

const each = makeHostPerTest('verb');
const { own, request, put } = each;

const STRANGE_NAMES = [
  `it's "quoted"`,
  'line\nbreak',
  'emoji 🎉',
  'right-to-left \u202egnp.exe',
  '中文目录',
  ' leading and trailing ',
  '-rf',
  '%2e%2e',
  'a\\b',
  'x'.repeat(255),
  '字'.repeat(85),
];

describe('entries', () => {
  it('handles any name a Linux file may have: creates, lists, renames, copies and removes', async () => {
    for (const name of STRANGE_NAMES) {
      const path = `/wwwroot/${name}`;
      expect(await request('touchFile', { path })).toEqual({});
      expect((await lstat(own(path))).uid).toBe(each.host.target.uid);
      expect(await request('listFolder', { path: '/wwwroot' })).toMatchObject({
        entries: [{ name, type: 'file', size: 0 }],
      });
      expect(await request('copyFile', { path, to: '/data/copy' })).toMatchObject({ files: 1, bytes: 0 });
      expect(await request('renameFile', { path, to: `/data/${name}` })).toEqual({
        to: `/data/${name}`,
        kept: [],
        moveId: expect.any(String) as string,
      });
      expect(await request('removeFile', { paths: [`/data/${name}`, '/data/copy'] })).toEqual({
        removed: 2,
        kept: [],
      });
    }
    expect(await readdir(own('wwwroot'))).toEqual([]);
  });

  it('refuses names that Linux refuses', async () => {
    expect(await request('touchFile', { path: `/wwwroot/${'x'.repeat(255)}` })).toEqual({});
    await expect(request('touchFile', { path: `/wwwroot/${'x'.repeat(256)}` })).rejects.toThrow();
    await expect(request('touchFile', { path: '/wwwroot/a\0b' })).rejects.toThrow();
  });

  it('lists names whose bytes are not UTF-8, and removes the folder that holds them', async () => {
    const bytes = Buffer.from([0x2f, 0xff, 0xfe, 0x61]);
    await mkdir(own('wwwroot/old'));
    await writeFile(Buffer.concat([Buffer.from(own('wwwroot/old')), bytes]), 'x');
    execFileSync('chown', ['-R', String(each.host.target.uid), own('wwwroot/old')]);
    expect(await request('listFolder', { path: '/wwwroot/old' })).toMatchObject({
      entries: [{ name: '\ufffd\ufffda', unreadableName: true, size: 1 }],
    });
    expect(await request('copyFile', { path: '/wwwroot/old', to: '/data/old' })).toMatchObject({
      files: 1,
      bytes: 1,
    });
    expect(await readdir(own('data/old'), 'buffer')).toEqual([bytes.subarray(1)]);
    expect(await request('removeFile', { path: '/wwwroot/old', with_self: true })).toEqual({
      removed: 2,
      kept: [],
    });
  });

  it('lists folders first, in pages, sorted and filtered', async () => {
    await request('makeFolder', { path: '/wwwroot/sub' });
    for (let index = 0; index < 300; index += 1)
      await put(`wwwroot/f${String(index).padStart(3, '0')}`, 'x'.repeat(index));
    const page = await request('listFolder', { path: '/wwwroot', offset: 0, limit: 3 });
    expect(page).toMatchObject({
      total: 301,
      folders: 1,
      writable: true,
      entries: [{ name: 'sub' }, { name: 'f000' }, { name: 'f001' }],
    });
    const largest = await request('listFolder', {
      path: '/wwwroot',
      sort: 'size',
      order: 'desc',
      offset: 1,
      limit: 1,
    });
    expect(largest).toMatchObject({ entries: [{ name: 'f299', size: 299 }] });
    expect(await request('listFolder', { path: '/wwwroot', filter: 'F29', limit: 2 })).toMatchObject({
      total: 10,
      folders: 0,
    });
    await put('wwwroot/f0000', 'new');
    expect(await request('listFolder', { path: '/wwwroot', limit: 3 })).toMatchObject({
      total: 302,
      entries: [{}, {}, { name: 'f0000' }],
    });
  });

  it('lists a long folder as it was when the caller requested it', async () => {
    const names = Array.from({ length: 4100 }, (_, index) => `f${String(index).padStart(4, '0')}`);
    const folder = own('wwwroot/long');
    await mkdir(folder);
    for (const name of names) await writeFile(join(folder, name), '');
    execFileSync('chown', ['-R', String(each.host.target.uid), folder]);
    const page = async (offset: number) => {
      const reply = await request('listFolder', { path: '/wwwroot/long', offset, limit: 2000 });
      return (reply as { entries: { name: string; mode: string }[] }).entries;
    };
    const [first, second, third] = [await page(0), await page(2000), await page(4000)];
    expect([first, second, third].flat().map(({ name }) => name)).toEqual(names);
    expect(await page(0)).toEqual(first);
    await request('changeMode', { paths: ['/wwwroot/long/f2000'], files: '600' });
    expect((await page(2000))[0]).toMatchObject({ name: 'f2000', mode: '600' });
    await request('touchFile', { path: '/wwwroot/long/f00000' });
    expect((await page(4000))[0]).toMatchObject({ name: 'f3999' });
    // A program that resets the folder's modification time can't hide a file.
    await utimes(folder, 1, 1);
    await page(0);
    await writeFile(join(folder, 'a'), '');
    await utimes(folder, 1, 1);
    expect((await page(0))[0]).toMatchObject({ name: 'a' });
  });

  it('shortens long link targets, so that thousands fit into one reply', async () => {
    const folder = own('wwwroot/links');
    await mkdir(folder);
    const target = '\u0001'.repeat(4094);
    for (let index = 0; index < 5000; index += 1) await symlink(target, join(folder, `l${index}`));
    const reply = await request('listFolder', { path: '/wwwroot/links', limit: 5000 });
    const { entries } = reply as { entries: { target: string }[] };
    expect(entries).toHaveLength(5000);
    expect(entries[0]?.target).toBe(`${target.slice(0, 511)}…`);
    const pid = await fileChildPid(each.host.root);
    expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).toMatch(/--max-old-space-size=\d+/);
  });

  it('creates parent folders and refuses existing names', async () => {
    expect(await request('makeFolder', { path: '/wwwroot/a/b/c' })).toEqual({});
    expect(await request('makeFolder', { path: '/wwwroot/a/b/c' })).toBe('already-exists');
    expect(await request('touchFile', { path: '/wwwroot/a/b/c' })).toBe('already-exists');
    expect(await request('touchFile', { path: '/wwwroot/none/x' })).toBe('no-such-file');
    expect(await request('listFolder', { path: '/wwwroot/none' })).toBe('no-such-file');
  });

  it('keeps the folder itself when it empties it without with_self', async () => {
    await request('makeFolder', { path: '/wwwroot/a/b' });
    await request('touchFile', { path: '/wwwroot/a/x' });
    expect(await request('removeFile', { path: '/wwwroot/a' })).toEqual({ removed: 2, kept: [] });
    expect(await readdir(own('wwwroot'))).toEqual(['a']);
    expect(await request('removeFile', { path: '/wwwroot/a', with_self: true })).toEqual({
      removed: 1,
      kept: [],
    });
    expect(await request('removeFile', { path: '/wwwroot/a' })).toBe('no-such-file');
    expect(await request('removeFile', {})).toBe('bad-input');
  });

  it('removes a folder itself when its content takes longer than one turn', async () => {
    await mkdir(own('wwwroot/many'));
    for (let n = 0; n < 4000; n += 1) await writeFile(own(`wwwroot/many/${n}`), '');
    await chown(own('wwwroot/many'), each.host.target.uid, each.host.target.uid);
    expect(await request('removeFile', { paths: ['/wwwroot/many'], with_self: true })).toEqual({
      removed: 4001,
      kept: [],
    });
    expect(await readdir(own('wwwroot'))).toEqual([]);
  });

  it('removes trees deeper than any path, and folders their owner closed', async () => {
    const script = `const fs = require('node:fs'); const name = 'd'.repeat(40);
      for (let depth = 0; depth < 1500; depth += 1) { fs.mkdirSync(name); process.chdir(name); }
      fs.writeFileSync('end', '');`;
    execFileSync(process.execPath, ['-e', script], {
      cwd: own('wwwroot'),
      uid: each.host.target.uid,
      gid: each.host.target.uid,
    });
    await request('makeFolder', { path: '/wwwroot/closed/in' });
    execFileSync('chmod', ['000', own('wwwroot/closed')]);
    expect(await request('removeFile', { path: '/wwwroot' })).toEqual({ removed: 1503, kept: [] });
    expect(await readdir(own('wwwroot'))).toEqual([]);
    const lives = await readdir(own('tmp/.sitedeck-work'));
    for (const life of lives) expect(await readdir(own(`tmp/.sitedeck-work/${life}`))).toEqual([]);
  });

  it('hides and protects the service’s own unfinished files below /tmp', async () => {
    await put('tmp/session', 'x');
    await put('wwwroot/closed', 'x');
    await request('changeMode', { paths: ['/wwwroot/closed'], files: '000' });
    // Its owner has closed it: the mode still has three digits.
    expect(await request('listFolder', { path: '/wwwroot', filter: 'closed' })).toMatchObject({
      entries: [{ mode: '000' }],
    });
    await request('removeFile', { path: '/wwwroot/closed' });
    expect(await readdir(own('tmp'))).toEqual(['.sitedeck-uploads', '.sitedeck-work', 'session']);
    expect(await request('listFolder', { path: '/tmp' })).toMatchObject({
      total: 1,
      folders: 0,
      writable: true,
      entries: [{ name: 'session' }],
    });
    const work = '/tmp/.sitedeck-work';
    expect(await request('listFolder', { path: work })).toMatchObject({ writable: false });
    expect(await request('removeFile', { path: work, with_self: true })).toBe('no-such-file');
    expect(await request('removeFile', { path: work })).toBe('no-such-file');
    expect(await request('renameFile', { path: work, to: '/wwwroot/work' })).toBe('no-such-file');
    expect(await request('touchFile', { path: `${work}/x` })).toBe('no-such-file');
    expect(await request('changeMode', { paths: [work], folders: '777', deep: true })).toBe('no-such-file');
    expect(await request('removeFile', { path: '/tmp' })).toEqual({ removed: 1, kept: [] });
    expect(await readdir(own('tmp'))).toEqual(['.sitedeck-uploads', '.sitedeck-work']);
  });

  it('renames over an entry only on request, and never into itself', async () => {
    await request('makeFolder', { path: '/wwwroot/a/b' });
    await put('wwwroot/one', '1');
    await put('wwwroot/two', '2');
    expect(await request('renameFile', { path: '/wwwroot/one', to: '/wwwroot/two' })).toBe('already-exists');
    expect(
      await request('renameFile', { path: '/wwwroot/one', to: '/wwwroot/two', overwrite: true }),
    ).toEqual({
      to: '/wwwroot/two',
      kept: [],
      moveId: expect.any(String) as string,
      versionId: expect.any(String) as string,
    });
    expect(await readFile(own('wwwroot/two'), 'utf8')).toBe('1');
    expect(await request('renameFile', { path: '/wwwroot/a', to: '/wwwroot/a/b/c' })).toBe('into-itself');
    expect(await request('copyFile', { path: '/wwwroot/a', to: '/wwwroot/a/b/c' })).toBe('into-itself');
    expect(await request('renameFile', { path: '/wwwroot/a/b', to: '/wwwroot/a', overwrite: true })).toBe(
      'already-exists',
    );
    expect(await request('renameFile', { path: '/wwwroot/two', to: '/wwwroot/a', overwrite: true })).toEqual({
      to: '/wwwroot/a',
      kept: [{ id: expect.any(String) as string, path: '/wwwroot/a' }],
      moveId: expect.any(String) as string,
    });
    expect(await readFile(own('wwwroot/a'), 'utf8')).toBe('1');
  });

  it('copies a tree with modes and links, and leaves no files behind when it fails', async () => {
    await request('makeFolder', { path: '/wwwroot/t/in' });
    await put('wwwroot/t/in/run.sh', 'x'.repeat(3_000_000));
    execFileSync('chmod', ['4750', own('wwwroot/t/in/run.sh')]);
    execFileSync('ln', ['-s', '/etc/passwd', own('wwwroot/t/link')]);
    expect(await request('copyFile', { path: '/wwwroot/t', to: '/data/t' })).toEqual({
      files: 1,
      bytes: 3_000_000,
      to: '/data/t',
      kept: [],
    });
    expect((await stat(own('data/t/in/run.sh'))).mode & 0o7777).toBe(0o750);
    expect((await lstat(own('data/t/link'))).isSymbolicLink()).toBe(true);
    expect(await request('copyFile', { path: '/wwwroot/t', to: '/data/t' })).toBe('already-exists');
    execFileSync('mkfifo', [own('wwwroot/fifo')]);
    expect(await request('copyFile', { path: '/wwwroot/fifo', to: '/data/f' })).toBe('not-a-file');
    expect(await readdir(own('data'))).toEqual(['t']);
  });

  it('sets modes of folders and files below a path and leaves links alone', async () => {
    await request('makeFolder', { path: '/wwwroot/p/q' });
    await put('wwwroot/p/f', '');
    execFileSync('chmod', ['-R', '000', own('wwwroot/p')]);
    await writeFile(join(each.hosts.hosts, 'outside'), '', { mode: 0o600 });
    await symlink(join(each.hosts.hosts, 'outside'), own('wwwroot/out'));
    expect(await request('resetPermission', { path: '/wwwroot' })).toEqual({ changed: 3 });
    expect((await stat(own('wwwroot/p/f'))).mode & 0o7777).toBe(0o644);
    expect((await stat(join(each.hosts.hosts, 'outside'))).mode & 0o777).toBe(0o600);
  });
});

describe('text', () => {
  it('reads and writes back every encoding, with its byte order mark', async () => {
    const samples = {
      'utf-8': '你好 🎉',
      gbk: '你好，世界',
      big5: '你好，世界',
      shift_jis: 'こんにちは ｱ 髙',
      latin1: 'é\u0085ÿ',
    } as const;
    for (const [encoding, content] of Object.entries(samples)) {
      await request('writeText', { path: '/wwwroot/t', content, encoding });
      const bytes = await readFile(own('wwwroot/t'));
      expect(await request('readText', { path: '/wwwroot/t', encoding })).toMatchObject({
        content,
        encoding,
        bom: false,
      });
      await request('writeText', { path: '/wwwroot/t', content, encoding });
      expect(await readFile(own('wwwroot/t'))).toEqual(bytes);
    }
    await put('wwwroot/bom', '\ufeffx');
    expect(await request('readText', { path: '/wwwroot/bom' })).toMatchObject({ content: 'x', bom: true });
    await request('writeText', { path: '/wwwroot/bom', content: 'y', bom: true });
    expect(await readFile(own('wwwroot/bom'), 'utf8')).toBe('\ufeffy');
  });

  it.each([
    ['gbk', '你好世界', 'c4e3bac3cac0bde7'],
    ['big5', '你好世界', 'a741a66ea540acc9'],
    ['shift_jis', 'こんにちは', '82b182f182c982bf82cd'],
    ['latin1', 'café déjà', '636166e92064e96ae0'],
  ])(
    'detects %s as the encoding of bytes by their most common characters',
    async (encoding, content, hex) => {
      await put('wwwroot/guess', Buffer.from(hex, 'hex'));
      expect(await request('readText', { path: '/wwwroot/guess' })).toMatchObject({ content, encoding });
    },
  );

  it('detects GBK if no encoding is given, and refuses to save what an encoding can’t represent', async () => {
    await put('wwwroot/g', Buffer.from('c4e3bac3', 'hex'));
    expect(await request('readText', { path: '/wwwroot/g' })).toMatchObject({
      content: '你好',
      encoding: 'gbk',
    });
    expect(await request('readText', { path: '/wwwroot/g', encoding: 'utf-8' })).toBe('wrong-encoding');
    expect(await request('writeText', { path: '/wwwroot/g', content: '🎉', encoding: 'gbk' })).toBe(
      'not-encodable',
    );
    expect((await readFile(own('wwwroot/g'))).toString('hex')).toBe('c4e3bac3');
  });

  it('refuses binary content and files too large to edit', async () => {
    await put('wwwroot/b', Buffer.from([1, 0, 2]));
    expect(await request('readText', { path: '/wwwroot/b' })).toBe('not-a-text');
    execFileSync('truncate', ['-s', '11M', own('wwwroot/b')]);
    expect(await request('readText', { path: '/wwwroot/b' })).toBe('file-too-large');
    expect(await request('readText', { path: '/wwwroot' })).toBe('not-a-file');
  });

  it('shows any part of a file of a gigabyte, cut at line ends, and reads none of the rest', async () => {
    const [head, tail] = ['第一行 of many\n'.repeat(5000), '最后 one\n'.repeat(5000)];
    const size = 1024 ** 3;
    await put('wwwroot/big.log', head);
    execFileSync('truncate', ['-s', String(size - Buffer.byteLength(tail)), own('wwwroot/big.log')]);
    await appendFile(own('wwwroot/big.log'), tail);
    const window = (offset: number) =>
      request('readWindow', { path: '/wwwroot/big.log', offset, bytes: 1000 });
    const lines = (line: string) => new RegExp(`^(?:${line}\\n)+$`);
    expect(await window(0)).toMatchObject({
      from: 0,
      size,
      content: expect.stringMatching(lines('第一行 of many')) as string,
    });
    expect(await window(1001)).toMatchObject({
      content: expect.stringMatching(lines('第一行 of many')) as string,
    });
    expect(await window(-1000)).toMatchObject({
      to: size,
      content: expect.stringMatching(lines('最后 one')) as string,
    });
    // The middle of the file contains no text, and after its end there is no content.
    expect(await window(size / 2)).toBe('not-a-text');
    expect(await window(size + 1)).toBe('bad-input');
    expect(await request('readText', { path: '/wwwroot/big.log' })).toBe('file-too-large');
  });

  it('saves only over the version that was read, and keeps the mode', async () => {
    await put('wwwroot/v', 'one');
    execFileSync('chmod', ['0666', own('wwwroot/v')]);
    const read = (await request('readText', { path: '/wwwroot/v' })) as { version: string };
    await put('wwwroot/v', 'two');
    await utimes(own('wwwroot/v'), 0, 0);
    expect(await request('writeText', { path: '/wwwroot/v', content: 'mine', version: read.version })).toBe(
      'conflict',
    );
    expect(await readFile(own('wwwroot/v'), 'utf8')).toBe('two');
    await put('wwwroot/v', 'one');
    expect(
      await request('writeText', { path: '/wwwroot/v', content: 'mine', version: read.version }),
    ).toMatchObject({ size: 4 });
    expect((await stat(own('wwwroot/v'))).mode & 0o7777).toBe(0o666);
    expect(await request('writeText', { path: '/wwwroot/gone', content: '', version: read.version })).toBe(
      'conflict',
    );
  });
});

describe('protection of the root and the logs', () => {
  it('keeps the entries of the root, and accepts no new ones there', async () => {
    for (const [verb, body] of [
      ['touchFile', { path: '/x' }],
      ['makeFolder', { path: '/x' }],
      ['makeFolder', { path: '/x/y' }],
      ['writeText', { path: '/x', content: '' }],
      ['removeFile', { path: '/' }],
      ['removeFile', { path: '/', with_self: true }],
      ['removeFile', { path: '/data', with_self: true }],
      ['renameFile', { path: '/data', to: '/wwwroot/data' }],
      ['renameFile', { path: '/wwwroot/x', to: '/x' }],
      ['copyFile', { path: '/data', to: '/x' }],
      ['resetPermission', { path: '/' }],
    ] as const) {
      expect([verb, await request(verb, body)]).toEqual([
        verb,
        expect.stringMatching(/root-closed|no-such-file/),
      ]);
    }
    expect((await readdir(each.host.root)).sort()).toEqual(['.sitedeck', 'data', 'logs', 'tmp', 'wwwroot']);
    expect(await request('listFolder', { path: '/' })).toMatchObject({ total: 4, writable: false });
  });

  it('lets the host read the logs but not change them, even if it owns a file', async () => {
    await writeFile(own('logs/access.log'), 'line\n');
    await put('logs/php-error.log', 'oops\n');
    expect(await request('readText', { path: '/logs/access.log' })).toMatchObject({ content: 'line\n' });
    expect(await request('listFolder', { path: '/logs' })).toMatchObject({ total: 2, writable: false });
    for (const [verb, body] of [
      ['writeText', { path: '/logs/php-error.log', content: '' }],
      ['touchFile', { path: '/logs/x' }],
      ['removeFile', { path: '/logs/php-error.log' }],
      ['removeFile', { path: '/logs' }],
      ['renameFile', { path: '/logs/php-error.log', to: '/data/x' }],
      ['copyFile', { path: '/data', to: '/logs/x' }],
      ['resetPermission', { path: '/logs' }],
    ] as const) {
      expect([verb, await request(verb, body)]).toEqual([verb, 'read-only-place']);
    }
  });
});

describe('confinement to the host’s tree', () => {
  it('reaches no file outside, by any spelling of a path', async () => {
    for (const path of ['/../../etc/passwd', '/wwwroot/../../x', '/wwwroot/..', '/./etc', '/wwwroot/./x']) {
      await expect(request('readText', { path })).rejects.toThrow();
    }
    for (const path of [
      '/wwwroot/%2e%2e/%2e%2e/etc/passwd',
      '/wwwroot/..%2f..%2fetc',
      '/wwwroot/..\\..\\etc',
      '/wwwroot/\u2025/x',
      '/etc/passwd',
    ]) {
      expect(await request('readText', { path })).toBe('no-such-file');
    }
  });

  it('follows no link out, in the middle or at the end of a path', async () => {
    await symlink('/etc', own('wwwroot/etc'));
    await symlink('/etc/passwd', own('wwwroot/passwd'));
    await symlink('.', own('wwwroot/here'));
    for (const [verb, body, reason] of [
      ['readText', { path: '/wwwroot/etc/passwd' }, 'link-in-path'],
      ['readText', { path: '/wwwroot/passwd' }, 'not-a-file'],
      ['listFolder', { path: '/wwwroot/etc' }, 'link-in-path'],
      ['listFolder', { path: '/wwwroot/here' }, 'link-in-path'],
      ['writeText', { path: '/wwwroot/passwd', content: 'x' }, 'not-a-file'],
      ['touchFile', { path: '/wwwroot/etc/x' }, 'link-in-path'],
      ['makeFolder', { path: '/wwwroot/etc/x' }, 'link-in-path'],
      ['renameFile', { path: '/wwwroot/etc/passwd', to: '/data/x' }, 'link-in-path'],
      ['renameFile', { path: '/wwwroot/passwd', to: '/wwwroot/etc/x' }, 'link-in-path'],
      ['copyFile', { path: '/wwwroot/etc/passwd', to: '/data/x' }, 'link-in-path'],
      ['removeFile', { path: '/wwwroot/etc/passwd' }, 'link-in-path'],
      ['resetPermission', { path: '/wwwroot/etc/passwd' }, 'link-in-path'],
    ] as const) {
      expect([verb, await request(verb, body)]).toEqual([verb, reason]);
    }
    expect(await request('listFolder', { path: '/wwwroot' })).toMatchObject({
      entries: [{ name: 'etc', type: 'link', target: '/etc' }, { name: 'here' }, { name: 'passwd' }],
    });
    expect(await request('renameFile', { path: '/wwwroot/passwd', to: '/data/p' })).toEqual({
      to: '/data/p',
      kept: [],
      moveId: expect.any(String) as string,
    });
    expect(await request('removeFile', { paths: ['/data/p', '/wwwroot/etc'], with_self: true })).toEqual({
      removed: 2,
      kept: [],
    });
    expect((await stat('/etc/passwd')).isFile()).toBe(true);
  });

  it('returns no content of hard links to foreign files, devices, fifos or sockets', async () => {
    const foreign = join(each.hosts.hosts, `secret${each.count}`);
    await writeFile(foreign, 'secret', { mode: 0o644 });
    await link(foreign, own('wwwroot/hard'));
    execFileSync('mknod', ['-m', '666', own('wwwroot/null'), 'c', '1', '3']);
    execFileSync('mkfifo', ['-m', '666', own('wwwroot/fifo')]);
    const listening = createServer();
    await new Promise<void>((resolve) => listening.listen(own('wwwroot/sock'), resolve));
    for (const name of ['hard', 'null', 'fifo', 'sock']) {
      expect([name, await request('readText', { path: `/wwwroot/${name}` })]).toEqual([name, 'not-a-file']);
      expect([name, await request('copyFile', { path: `/wwwroot/${name}`, to: '/data/c' })]).toEqual([
        name,
        'not-a-file',
      ]);
    }
    for (const name of ['null', 'fifo', 'sock']) {
      expect(await request('writeText', { path: `/wwwroot/${name}`, content: '' })).toBe('not-a-file');
    }
    expect(await request('writeText', { path: '/wwwroot/hard', content: 'mine' })).toMatchObject({ size: 4 });
    expect(await readFile(foreign, 'utf8')).toBe('secret');
    await new Promise((resolve) => listening.close(resolve));
  });

  it('lets no host enter another host’s tree by uid, or request it under a foreign uid', async () => {
    const other = await each.hosts.host('other');
    await writeFile(join(other.root, 'data/env'), 'secret', { mode: 0o600 });
    await chown(join(other.root, 'data/env'), other.target.uid, other.target.uid);
    const forged = { ...each.host, target: { ...other.target, uid: each.host.target.uid } };
    expect(await each.hosts.request(forged, 'readText', { path: '/data/env' })).toBe('host-gone');
    expect(await each.hosts.request(other, 'readText', { path: '/data/env' })).toMatchObject({
      content: 'secret',
    });
  });
});
