import { execFileSync } from 'node:child_process';
import { chown, link, lstat, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  CallReply,
  copyFile,
  listVersions,
  readText,
  renameFile,
  restoreVersions,
} from '@sitedeck/contract';
import { sendFiles } from '#testing/child-requests';
import { createHostTree } from '#testing/file-hosts';
import { makeHostPerTest } from '#testing/host-per-test';
import { canMount, SmallDisk } from '#testing/small-disk';
import { openDisk } from '../disk';
import { versionFolderName } from './version-id';

const each = makeHostPerTest('ver');
const { own, request, put } = each;
const never = () => ({ signal: new AbortController().signal, progress: () => undefined });
const save = (path: string, content: string, more: object = {}) =>
  request('writeText', { path, content, ...more });
const read = async (path: string) => (await request('readText', { path })) as CallReply<typeof readText>;
const versionsOf = async (path: string) =>
  ((await request('listVersions', { path })) as CallReply<typeof listVersions>).versions;
const restore = async (...files: object[]) =>
  (await request('restoreVersions', { files })) as CallReply<typeof restoreVersions>;
const contents = async (path: string) => {
  const all = (await versionsOf(path)).map(({ id }) => request('readVersion', { path, id }));
  return (await Promise.all(all)).map((one) => (one as { content: string }).content);
};

const asHost = (file: string, ...args: string[]) =>
  execFileSync(file, args, { cwd: each.host.root, uid: each.host.target.uid, gid: each.host.target.uid });

const versionFolder = (...parts: string[]) => `.sitedeck/versions/${versionFolderName(parts)}`;
const idOf = (age: number, cause = 'edit') =>
  `${(Date.now() - age).toString(36).padStart(9, '0')}-${cause}-0123abcd`;

const sweep = () => openDisk(each.host.root, null).versions.sweep(new AbortController().signal);

async function upload(name: string, bytes: Buffer): Promise<void> {
  const { socket } = await each.hosts.parent.handlers.ensureChild(each.host.target, never());
  const { code } = await sendFiles({ socket, id: `up${each.count}`, folder: '/wwwroot' }, [{ name, bytes }]);
  expect(code).toBe('200');
}

describe('replaced content', () => {
  it('stays readable, whatever replaced it, and can be restored without losing the current content', async () => {
    await save('/wwwroot/f', '你好', { encoding: 'gbk' });
    await save('/wwwroot/f', 'two');
    execFileSync('chmod', ['0640', own('wwwroot/f')]);
    await upload('f', Buffer.from('three'));
    await put('data/four', 'four');
    await request('copyFile', { path: '/data/four', to: '/wwwroot/f', overwrite: true });
    await put('data/five', 'five');
    await request('renameFile', { path: '/data/five', to: '/wwwroot/f', overwrite: true });
    const versions = await versionsOf('/wwwroot/f');
    expect(versions.map(({ cause, size }) => [cause, size])).toEqual([
      ['overwrite', 4],
      ['overwrite', 5],
      ['upload', 3],
      ['edit', 4],
    ]);
    expect(await contents('/wwwroot/f')).toEqual(['four', 'three', 'two', '你好']);
    const [, , , first] = versions;
    expect(await request('readVersion', { path: '/wwwroot/f', id: first?.id })).toMatchObject({
      encoding: 'gbk',
      size: 4,
    });
    expect(await request('readVersion', { path: '/wwwroot/f', id: first?.id, encoding: 'utf-8' })).toBe(
      'wrong-encoding',
    );

    execFileSync('chmod', ['0604', own('wwwroot/f')]);
    const { version } = await read('/wwwroot/f');
    const { done } = await restore({ path: '/wwwroot/f', id: first?.id, version });
    expect(await readFile(own('wwwroot/f'), 'hex')).toBe('c4e3bac3');
    expect((await stat(own('wwwroot/f'))).mode & 0o777).toBe(0o604);
    expect(done).toEqual([
      {
        path: '/wwwroot/f',
        version: (await read('/wwwroot/f')).version,
        kept: (await versionsOf('/wwwroot/f'))[0]?.id,
      },
    ]);
    expect(await contents('/wwwroot/f')).toEqual(['five', 'four', 'three', 'two', '你好']);
    // A deleted file, with its folder.
    await request('removeFile', { paths: ['/wwwroot/f'] });
    expect((await restore({ path: '/wwwroot/f', id: first?.id })).done).toEqual([
      { path: '/wwwroot/f', version: (await read('/wwwroot/f')).version },
    ]);
    expect(await request('removeVersions', { path: '/wwwroot/f', ids: [first?.id] })).toEqual({
      removed: 1,
      bytes: 4,
    });
    expect(await request('removeVersions', { path: '/wwwroot/f' })).toEqual({ removed: 4, bytes: 16 });
    expect(await readdir(own('.sitedeck/versions'))).toEqual([]);
  });

  it('detects that another user has saved: the second of two tabs gets a conflict, and so does a late undo', async () => {
    await save('/wwwroot/f', 'read by both');
    const { version } = await read('/wwwroot/f');
    expect(await save('/wwwroot/f', 'first tab', { version })).toMatchObject({ size: 9 });
    expect(await save('/wwwroot/f', 'second tab', { version })).toBe('conflict');
    const [kept] = await versionsOf('/wwwroot/f');
    const files = [
      { path: '/wwwroot/f', id: kept?.id, version },
      { path: '/wwwroot/f', id: idOf(0) },
      { path: '/wwwroot', id: idOf(0) },
      { path: '/logs/php-error.log', id: idOf(0) },
    ];
    expect((await restore(...files)).failed.map(({ fault }) => fault.reason)).toEqual([
      'conflict',
      'no-such-version',
      'root-closed',
      'read-only-place',
    ]);
    expect(await readFile(own('wwwroot/f'), 'utf8')).toBe('first tab');
    expect(await contents('/wwwroot/f')).toEqual(['read by both']);
  });

  it('moves with its file, and with everything in a folder', async () => {
    await request('makeFolder', { path: '/wwwroot/a/b' });
    for (const text of ['1', '2', '3']) await save('/wwwroot/a/b/f', text);
    await save('/wwwroot/a/bc', 'other');
    await save('/wwwroot/a/bc', 'other 2');
    await request('renameFile', { path: '/wwwroot/a/b/f', to: '/wwwroot/a/b/g' });
    await request('renameFile', { path: '/wwwroot/a/b', to: '/data/moved' });
    expect(await contents('/data/moved/g')).toEqual(['2', '1']);
    expect(await contents('/wwwroot/a/bc')).toEqual(['other']);
    await save('/data/moved/h', 'target');
    await request('renameFile', { path: '/data/moved/g', to: '/data/moved/h', overwrite: true });
    expect(await contents('/data/moved/h')).toEqual(['target', '2', '1']);
    expect(await versionsOf('/data/moved/g')).toEqual([]);
  });

  it('goes back to its place when the move that replaced it is undone', async () => {
    await save('/wwwroot/f', 'replaced');
    await save('/data/f', 'mine');
    await save('/data/f', 'moved');
    const inode = (await stat(own('wwwroot/f'))).ino;
    const moved = await request('renameFile', { path: '/data/f', to: '/wwwroot/f', overwrite: true });
    const { versionId } = moved as CallReply<typeof renameFile>;
    const back = { path: '/wwwroot/f', to: '/data/f' };
    expect(await request('renameFile', { ...back, putBack: idOf(0) })).toBe('no-such-version');
    expect(await readFile(own('wwwroot/f'), 'utf8')).toBe('moved');
    expect(await request('renameFile', { ...back, putBack: versionId })).toMatchObject({
      to: '/data/f',
      kept: [],
    });
    expect(await readFile(own('data/f'), 'utf8')).toBe('moved');
    expect(await readFile(own('wwwroot/f'), 'utf8')).toBe('replaced');
    expect((await stat(own('wwwroot/f'))).ino).toBe(inode);
    expect(await contents('/data/f')).toEqual(['mine']);
    expect(await versionsOf('/wwwroot/f')).toEqual([]);
    expect(await request('renameFile', { ...back, putBack: versionId })).toBe('no-such-version');
  });

  it('stays with the replaced file when the move is undone, and what the moved file has follows it back', async () => {
    for (const text of ['older', 'replaced']) await save('/wwwroot/f', text);
    for (const text of ['mine', 'moved']) await save('/data/f', text);
    const moved = await request('renameFile', { path: '/data/f', to: '/wwwroot/f', overwrite: true });
    const { versionId, moveId } = moved as CallReply<typeof renameFile>;
    expect(await contents('/wwwroot/f')).toEqual(['replaced', 'mine', 'older']);
    await save('/wwwroot/f', 'edited since');
    await request('renameFile', { path: '/wwwroot/f', to: '/data/f', putBack: versionId, undoes: moveId });
    expect(await contents('/wwwroot/f')).toEqual(['older']);
    expect(await contents('/data/f')).toEqual(['moved', 'mine']);
  });

  it('stays with what lay below a replaced folder, and with a deleted file, when the move is undone', async () => {
    for (const folder of ['/wwwroot/site', '/data/site']) {
      await request('makeFolder', { path: folder });
      for (const text of ['1', '2']) await save(`${folder}/f`, `${folder} ${text}`);
    }
    for (const text of ['1', '2']) await save('/wwwroot/gone', text);
    await request('removeFile', { paths: ['/wwwroot/gone'], with_self: true });
    await put('data/new', 'new');
    for (const [path, to] of [
      ['/data/site', '/wwwroot/site'],
      ['/data/new', '/wwwroot/gone'],
    ]) {
      const moved = await request('renameFile', { path, to, overwrite: true });
      const { moveId } = moved as CallReply<typeof renameFile>;
      await request('renameFile', { path: to, to: path, undoes: moveId });
    }
    expect(await contents('/wwwroot/site/f')).toEqual(['/wwwroot/site 1']);
    expect(await contents('/data/site/f')).toEqual(['/data/site 1']);
    expect(await contents('/wwwroot/gone')).toEqual(['1']);
    expect(await contents('/data/new')).toEqual([]);
  });

  it('appears in the reply to a copy that replaces a file', async () => {
    await save('/wwwroot/f', 'replaced');
    await save('/data/f', 'copied');
    const copied = await request('copyFile', { path: '/data/f', to: '/wwwroot/f', overwrite: true });
    const { versionId } = copied as CallReply<typeof copyFile>;
    expect((await versionsOf('/wwwroot/f')).map(({ id }) => id)).toEqual([versionId]);
    expect((await restore({ path: '/wwwroot/f', id: versionId })).failed).toEqual([]);
    expect(await contents('/wwwroot/f')).toEqual(['copied', 'replaced']);
  });

  it('is not kept if the file is large or also belongs to another user, and the write succeeds', async () => {
    const foreign = join(each.hosts.hosts, `foreign${each.count}`);
    await writeFile(foreign, 'secret');
    await link(foreign, own('wwwroot/hard'));
    await put('wwwroot/own', 'own');
    asHost('ln', 'wwwroot/own', 'wwwroot/second');
    await writeFile(own('wwwroot/roots'), 'root');
    asHost('ln', '-s', '/etc/passwd', 'wwwroot/link');
    await put('wwwroot/large', '');
    asHost('truncate', '-s', '257M', 'wwwroot/large');
    for (const name of ['hard', 'own', 'roots', 'link', 'large']) {
      await upload(name, Buffer.from('new'));
      expect([name, await readFile(own(`wwwroot/${name}`), 'utf8')]).toEqual([name, 'new']);
      expect([name, await versionsOf(`/wwwroot/${name}`)]).toEqual([name, []]);
    }
    expect(await readFile(foreign, 'utf8')).toBe('secret');
    expect(await readFile(own('wwwroot/second'), 'utf8')).toBe('own');
  });

  it('expires beyond 20 versions or 30 days, and as a second name that a kill left', async () => {
    for (let n = 1; n <= 23; n += 1) await save('/wwwroot/many', String(n));
    expect(await contents('/wwwroot/many')).toEqual(Array.from({ length: 20 }, (_, at) => String(22 - at)));
    await save('/wwwroot/f', 'stands');
    await save('/wwwroot/f', 'stands now');
    const day = 24 * 3600_000;
    const [killed, young, old, month] = [idOf(3600_000), idOf(0), idOf(31 * day), idOf(29 * day)];
    // One killed an hour ago between the second name and the rename; and one that is just about to be
    // renamed.
    for (const id of [killed, young]) asHost('ln', 'wwwroot/f', `${versionFolder('wwwroot', 'f')}/${id}`);
    for (const id of [old, month]) await put(`${versionFolder('wwwroot', 'f')}/${id}`, 'past');
    expect(await contents('/wwwroot/f')).toEqual(['stands', 'past', 'past']);
    await sweep();
    expect((await readdir(own(versionFolder('wwwroot', 'f')))).sort()).toEqual(
      [month, young, 'path', (await versionsOf('/wwwroot/f'))[0]?.id].sort(),
    );
    expect(await readFile(own('wwwroot/f'), 'utf8')).toBe('stands now');
  });
});

describe('a full quota', () => {
  it('deletes the oldest versions before it refuses a write, and the refusal reports the recycle bin’s size', async () => {
    await each.limited(4_000_000);
    const text = (letter: string) => letter.repeat(150_000);
    for (const letter of 'abcdef') await save('/wwwroot/f', text(letter));
    // Together a tenth of the quota.
    const kept = await contents('/wwwroot/f');
    expect(kept.map(([letter]) => letter)).toEqual(['e', 'd'].slice(0, kept.length));
    expect(kept.length).toBeGreaterThan(0);
    await save('/wwwroot/binned', 'x'.repeat(1_000_000));
    await request('removeFile', { paths: ['/wwwroot/binned'], bin: true });
    const { bytes } = await each.hosts.parent.handlers.measure(each.host.target, never());
    expect(await save('/wwwroot/fits', 'x'.repeat(4_000_000 - bytes + 100_000))).toMatchObject({});
    expect((await versionsOf('/wwwroot/f')).length).toBeLessThan(kept.length);
    const refused = each.hosts.parent.handlers.verb(
      {
        ...each.host.target,
        verb: 'writeText',
        body: { path: '/wwwroot/more', content: 'x'.repeat(900_000) },
      },
      never(),
    );
    await expect(refused).rejects.toMatchObject({
      reason: 'over-quota-bin',
      detail: { values: { bin: expect.stringMatching(/^9\d\d\.\d\d KB$|^\d\.\d\d MB$/) as string } },
    });
    expect(await request('listBin', {})).toMatchObject({ total: 1 });
    await request('emptyBin', {});
    expect(await save('/wwwroot/more', 'x'.repeat(900_000))).toMatchObject({ size: 900_000 });
  });
});

(canMount() ? it : it.skip)(
  'makes room on a full disk by deleting the oldest versions, and leaves files that do not fit in the recycle bin (needs a mount)',
  async () => {
    const disk = join(each.hosts.hosts, 'disk');
    await mkdir(disk);
    using _disk = new SmallDisk(disk, '12m');
    const small = { root: join(disk, each.host.target.hostCode), target: each.host.target };
    await createHostTree(small.root, each.host.target.uid);
    await each.hosts.parent.handlers.removeChild({ hostCode: each.host.target.hostCode }, never());
    const nested = await each.hosts.mounted(each.host.target, small.root);
    const put3 = (content: string) =>
      nested.request(small, 'writeText', { path: '/wwwroot/f', content: content.repeat(3_000_000) });
    for (const letter of 'abcdefg')
      expect([letter, await put3(letter)]).toMatchObject([letter, { size: 3_000_000 }]);
    const { versions } = (await nested.request(small, 'listVersions', { path: '/wwwroot/f' })) as CallReply<
      typeof listVersions
    >;
    expect(versions.length).toBeGreaterThan(0);
    expect((await readFile(join(small.root, 'wwwroot/f'), 'utf8')).startsWith('g')).toBe(true);
    execFileSync('sh', ['-c', 'cat /dev/zero > "$0" 2>/dev/null || true', join(small.root, 'filler')]);
    expect(await nested.request(small, 'removeFile', { path: '/wwwroot/f', bin: true })).toBe('disk-full');
    expect((await stat(join(small.root, 'wwwroot/f'))).size).toBe(3_000_000);
    expect(await nested.request(small, 'removeFile', { path: '/wwwroot/f' })).toMatchObject({ removed: 1 });
    await nested.parent.close();
  },
);

describe('a file whose folder is deleted during its upload', () => {
  it('is completed, while its folder is in the bin', async () => {
    const { socket } = await each.hosts.parent.handlers.ensureChild(each.host.target, never());
    const into = { socket, id: `gone${each.count}`, folder: '/wwwroot' };
    await request('makeFolder', { path: '/wwwroot/d' });
    await put('wwwroot/d/f', 'old');
    const [first, second] = [Buffer.alloc(1_000_000, 'a'), Buffer.alloc(1_000_000, 'b')];
    await sendFiles(into, [{ name: 'd/f', bytes: first }], { from: 0, total: 2_000_000 });
    await request('removeFile', { paths: ['/wwwroot/d'], with_self: true, bin: true });
    const last = await sendFiles(into, [{ name: 'd/f', bytes: second }], {
      from: 1_000_000,
      total: 2_000_000,
    });
    expect(last.res.files).toEqual([{ path: '/wwwroot/d/f', size: 2_000_000, done: true }]);
    expect((await readFile(own('wwwroot/d/f'))).equals(Buffer.concat([first, second]))).toBe(true);
    const { items } = (await request('listBin', {})) as { items: { id: string }[] };
    expect(await request('restoreFromBin', { ids: [items[0]?.id], ifExists: 'both' })).toMatchObject({
      restored: [{ path: '/wwwroot/d (2)' }],
    });
    expect(await readFile(own('wwwroot/d (2)/f'), 'utf8')).toBe('old');
    // The finished file alone, sent once more.
    await request('removeFile', { paths: ['/wwwroot/d/f'], bin: true });
    await sendFiles(into, [{ name: 'd/f', bytes: first }], { from: 0, total: 2_000_000 });
    await sendFiles(into, [{ name: 'd/f', bytes: second }], { from: 1_000_000, total: 2_000_000 });
    expect((await stat(own('wwwroot/d/f'))).size).toBe(2_000_000);
  });
});

describe('names of an upload', () => {
  it('reports name conflicts without following symlinks', async () => {
    await request('makeFolder', { path: '/wwwroot/d/sub' });
    await put('wwwroot/d/f.txt', 'text');
    asHost('ln', '-s', '/etc', 'wwwroot/d/etc');
    const names = [
      'f.txt',
      'F.TXT',
      'sub',
      'sub/none',
      'none/f.txt',
      'etc/passwd',
      'etc',
      'f.txt/x',
      'f.txt',
    ];
    expect(await request('checkUpload', { path: '/wwwroot/d', names })).toMatchObject({
      taken: [
        { name: 'f.txt', type: 'file', size: 4 },
        { name: 'sub', type: 'folder' },
        { name: 'etc', type: 'link' },
        { name: 'f.txt' },
      ],
    });
    expect(await request('checkUpload', { path: '/none', names })).toEqual({ taken: [] });
    for (const bad of ['../x', 'a/../../b'])
      expect(await request('checkUpload', { path: '/wwwroot', names: [bad] })).toBe('bad-path');
  });
});

describe('a forged version folder', () => {
  it('leads to no other path', async () => {
    const outside = join(each.hosts.hosts, `outside${each.count}`);
    await mkdir(outside);
    await writeFile(join(outside, idOf(1)), 'secret');
    await chown(outside, each.host.target.uid, each.host.target.uid);
    await put('wwwroot/f', 'mine');
    asHost('mkdir', '-p', '.sitedeck/versions');
    asHost('ln', '-s', outside, versionFolder('wwwroot', 'f'));
    expect(await save('/wwwroot/f', 'saved')).toMatchObject({ size: 5 });
    expect(await versionsOf('/wwwroot/f')).toEqual([]);
    expect(await request('readVersion', { path: '/wwwroot/f', id: idOf(1) })).toBe('no-such-version');
    // A link in place of a version, a fifo, and a note that names another file.
    const id = idOf(1);
    asHost('mkdir', versionFolder('wwwroot', 'g'));
    asHost('ln', '-s', join(outside, id), `${versionFolder('wwwroot', 'g')}/${id}`);
    asHost('mkfifo', `${versionFolder('wwwroot', 'g')}/${idOf(2)}`);
    asHost('ln', '-s', '/wwwroot/f', `${versionFolder('wwwroot', 'g')}/path`);
    expect(await versionsOf('/wwwroot/g')).toEqual([]);
    expect(await request('readVersion', { path: '/wwwroot/g', id })).toBe('no-such-version');
    expect((await restore({ path: '/wwwroot/g', id })).failed).toMatchObject([
      { fault: { reason: 'no-such-version' } },
    ]);
    await request('renameFile', { path: '/wwwroot', to: '/data/x' });
    await sweep();
    expect((await readdir(outside)).length).toBe(1);
    expect((await lstat(own(`${versionFolder('wwwroot', 'g')}/${id}`))).isSymbolicLink()).toBe(true);
    expect(await request('readVersion', { path: '/wwwroot/g', id: 'x'.repeat(64) })).toBe('no-such-version');
    await expect(request('readVersion', { path: '/wwwroot/g', id: '../../info' })).rejects.toThrow();
  });
});
