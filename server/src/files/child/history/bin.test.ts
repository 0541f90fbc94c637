import { execFileSync } from 'node:child_process';
import { chown, lstat, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallReply, listBin, removeFile, restoreFromBin } from '@sitedeck/contract';
import { Folder } from '../tree/walk';
import { openDisk } from '../disk';
import { makeHostPerTest } from '#testing/host-per-test';

const MANY = process.env['SITEDECK_TEST_LONG'] === '1' ? 100_000 : 5000;

const each = makeHostPerTest('bin');
const { own, request, put } = each;
const discard = async (paths: string[], more: object = {}) =>
  (await request('removeFile', { paths, with_self: true, bin: true, ...more })) as CallReply<
    typeof removeFile
  >;
const bin = async (more: object = {}) => (await request('listBin', more)) as CallReply<typeof listBin>;
const restore = async (ids: string[], ifExists?: string) =>
  (await request('restoreFromBin', { ids, ...(ifExists && { ifExists }) })) as CallReply<
    typeof restoreFromBin
  >;

/** Runs as the host's own programs, or this service under the host's uid, would. */
const asHost = (file: string, ...args: string[]) =>
  execFileSync(file, args, { cwd: each.host.root, uid: each.host.target.uid, gid: each.host.target.uid });

const idOf = (at: number) => `${at.toString(36).padStart(9, '0')}-0123abcd`;
const HOUR_AGO = () => Date.now() - 3600_000;

/** A sweep, as the child runs it at its start. */
async function sweep(): Promise<void> {
  const disk = openDisk(each.host.root, null);
  await disk.bin.sweep(new AbortController().signal);
}

describe('the recycle bin', () => {
  it('takes entries of every type and restores them unchanged, with their folders', async () => {
    await request('makeFolder', { path: '/wwwroot/a/b' });
    await put('wwwroot/a/b/f.txt', 'text');
    await symlink('/etc/passwd', own('wwwroot/a/link'));
    await put('wwwroot/one', '1');
    const taken = await discard(['/wwwroot/a/b/f.txt', '/wwwroot/a', '/wwwroot/one']);
    expect(taken).toMatchObject({
      removed: 3,
      kept: [{ path: '/wwwroot/a/b/f.txt' }, { path: '/wwwroot/a' }, { path: '/wwwroot/one' }],
    });
    expect(await readdir(own('wwwroot'))).toEqual([]);
    const listed = await bin();
    expect(listed).toMatchObject({
      total: 3,
      days: 30,
      items: [
        { path: '/wwwroot/one', type: 'file', size: 1 },
        { path: '/wwwroot/a', type: 'folder', files: 2 },
        { path: '/wwwroot/a/b/f.txt', size: 4 },
      ],
    });
    const [one] = listed.items;
    expect((one?.expiresAt ?? 0) - (one?.deletedAt ?? 0)).toBe(30 * 24 * 3600_000);
    expect(listed.bytes).toBeGreaterThanOrEqual(12_288);
    expect(await bin({ filter: 'F.TXT' })).toMatchObject({ total: 1 });
    expect(await bin({ offset: 1, limit: 1 })).toMatchObject({ total: 3, items: [{ path: '/wwwroot/a' }] });
    // Restores the file first: it creates the folders, which then conflict with the folder's own restore.
    const [file, folder, last] = taken.kept.map(({ id }) => id);
    expect((await restore([file ?? ''])).restored).toEqual([{ id: file, path: '/wwwroot/a/b/f.txt' }]);
    expect(await restore([folder ?? '', last ?? ''])).toMatchObject({
      restored: [{ path: '/wwwroot/one' }],
      failed: [{ path: '/wwwroot/a', fault: { code: '409', reason: 'already-exists' } }],
    });
    expect((await restore([folder ?? ''], 'both')).restored).toMatchObject([{ path: '/wwwroot/a (2)' }]);
    expect((await lstat(own('wwwroot/a (2)/link'))).isSymbolicLink()).toBe(true);
    expect(await readFile(own('wwwroot/a/b/f.txt'), 'utf8')).toBe('text');
    expect(await bin()).toMatchObject({ total: 0, bytes: 0 });
    expect(await readdir(own('.sitedeck/bin'))).toEqual([]);
    expect((await restore([last ?? ''])).failed).toMatchObject([{ fault: { reason: 'not-in-bin' } }]);
  });

  it('keeps what a restore replaces: a file becomes a version, a folder moves to the bin', async () => {
    await put('wwwroot/f', 'old');
    const [file] = (await discard(['/wwwroot/f'])).kept;
    await put('wwwroot/f', 'new');
    await restore([file?.id ?? ''], 'overwrite');
    expect(await readFile(own('wwwroot/f'), 'utf8')).toBe('old');
    expect(await request('listVersions', { path: '/wwwroot/f' })).toMatchObject({
      versions: [{ size: 3, cause: 'restore' }],
    });
    const [secondEntry] = (await discard(['/wwwroot/f'])).kept;
    await request('makeFolder', { path: '/wwwroot/f/in' });
    await restore([secondEntry?.id ?? ''], 'overwrite');
    expect(await readFile(own('wwwroot/f'), 'utf8')).toBe('old');
    expect(await bin()).toMatchObject({ items: [{ path: '/wwwroot/f', type: 'folder' }] });
    // Then the reverse direction.
    const { items } = await bin();
    await restore([items[0]?.id ?? ''], 'overwrite');
    expect((await lstat(own('wwwroot/f'))).isDirectory()).toBe(true);
    expect(await bin()).toMatchObject({ items: [{ path: '/wwwroot/f', type: 'file' }] });
  });

  it('keeps entries that a copy or a move replaces and that can’t be versions, and takes no entry if it fails', async () => {
    const over = { ifExists: 'overwrite' };
    await request('makeFolder', { path: '/wwwroot/site/in' });
    await put('wwwroot/site/in/f', 'old');
    await request('makeFolder', { path: '/data/next' });
    await put('data/next/f', 'new');
    await symlink('/nowhere', own('wwwroot/link'));
    const copied = await request('copyFile', { path: '/data/next', to: '/wwwroot/site', ...over });
    expect(copied).toMatchObject({ to: '/wwwroot/site', kept: [{ path: '/wwwroot/site' }] });
    expect(await readdir(own('wwwroot/site'))).toEqual(['f']);
    const moved = await request('renameFile', { path: '/data/next', to: '/wwwroot/link', ...over });
    expect(moved).toMatchObject({ kept: [{ path: '/wwwroot/link' }] });
    const { items } = await bin();
    expect(items.map(({ path, type }) => [path, type])).toEqual([
      ['/wwwroot/link', 'link'],
      ['/wwwroot/site', 'folder'],
    ]);
    // A file replaced by a file becomes a version, as always.
    await put('data/f', 'newer');
    expect(await request('renameFile', { path: '/data/f', to: '/wwwroot/link/f', ...over })).toMatchObject({
      kept: [],
    });
    await restore([items[1]?.id ?? ''], 'overwrite');
    expect(await readFile(own('wwwroot/site/in/f'), 'utf8')).toBe('old');

    // A folder of another owner can't be moved: the entry it would have replaced stays, and no note is left.
    const noted = await readdir(own('.sitedeck/bin'));
    await mkdir(own('data/roots/closed'), { recursive: true });
    const refused = await request('renameFile', { path: '/data/roots/closed', to: '/wwwroot/site', ...over });
    expect(refused).toBe('not-allowed');
    expect(await readFile(own('wwwroot/site/in/f'), 'utf8')).toBe('old');
    expect(await readdir(own('.sitedeck/bin'))).toEqual(noted);
  });

  it('takes and restores a folder of many files in one rename, and deletes it permanently until aborted', async () => {
    const script = `const fs = require('node:fs'); fs.mkdirSync('wwwroot/many');
      for (let n = 0; n < ${MANY}; n += 1) fs.closeSync(fs.openSync('wwwroot/many/' + n, 'w'));`;
    asHost(process.execPath, '-e', script);
    const { ino } = await lstat(own('wwwroot/many'));
    const { kept } = await discard(['/wwwroot/many']);
    await restore(kept.map(({ id }) => id));
    expect((await lstat(own('wwwroot/many'))).ino).toBe(ino);
    await discard(['/wwwroot/many']);
    const stop = new AbortController();
    const { uid, hostCode } = each.host.target;
    const body = { hostCode, uid, quotaBytes: null, verb: 'emptyBin', body: {} } as const;
    const emptied = each.hosts.parent.handlers.verb(body, { signal: stop.signal, progress: () => undefined });
    setImmediate(() => stop.abort());
    await expect(emptied).rejects.toThrow();
    const { items } = await bin();
    expect(items).toMatchObject([{ path: '/wwwroot/many' }]);
    expect(await request('emptyBin', { ids: [items[0]?.id] })).toMatchObject({ removed: 1 });
    expect(await readdir(own('.sitedeck/bin'))).toEqual([]);
  });

  it('takes entries with closed modes, deep trees and names that are not UTF-8, and restores them', async () => {
    asHost('mkdir', '-p', 'wwwroot/shut/in', 'wwwroot/odd');
    asHost('chmod', '000', 'wwwroot/shut');
    asHost('chmod', '500', 'wwwroot');
    const raw = Buffer.concat([Buffer.from(own('wwwroot/odd/')), Buffer.from([0xff, 0x61])]);
    await writeFile(raw, 'odd');
    await writeFile(own('wwwroot/odd/\ufffda'), 'looks the same');
    execFileSync('chown', ['-R', String(each.host.target.uid), own('wwwroot/odd')]);
    const [shut] = (await discard(['/wwwroot/shut'])).kept;
    asHost('chmod', '755', 'wwwroot');
    expect((await restore([shut?.id ?? ''])).restored).toHaveLength(1);
    expect((await lstat(own('wwwroot/shut'))).mode & 0o777).toBe(0);

    const { entries } = (await request('listFolder', { path: '/wwwroot/odd' })) as {
      entries: { name: string; rawName?: string }[];
    };
    expect(entries.map(({ name }) => name)).toEqual(['\ufffda', '\ufffda']);
    const name = entries.find(({ rawName }) => rawName !== undefined)?.rawName ?? '';
    const [odd] = (await discard([], { unreadable: [{ folder: '/wwwroot/odd', name }] })).kept;
    expect(await readdir(own('wwwroot/odd'))).toEqual(['\ufffda']);
    expect(await readFile(own('wwwroot/odd/\ufffda'), 'utf8')).toBe('looks the same');
    await restore([odd?.id ?? '']);
    expect(await readFile(raw, 'utf8')).toBe('odd');
    expect(await request('removeFile', { unreadable: [{ folder: '/wwwroot/odd', name }] })).toEqual({
      removed: 1,
      kept: [],
    });
    for (const bad of ['Lg', 'Li4', 'YS9i', 'YQBi'])
      expect(await request('removeFile', { unreadable: [{ folder: '/wwwroot/odd', name: bad }] })).toBe(
        'bad-input',
      );
    expect(await request('removeFile', { unreadable: [{ folder: '/', name: 'ZGF0YQ' }] })).toBe(
      'root-closed',
    );
    expect(await readdir(own('wwwroot/odd'))).toEqual(['\ufffda']);
  });

  it('distinguishes names that differ only by case or Unicode normalization', async () => {
    const names = ['Name', 'name', 'e\u0301', '\u00e9'];
    for (const name of names) await put(`wwwroot/${name}`, name);
    const { kept } = await discard(names.map((name) => `/wwwroot/${name}`));
    for (const name of names) await put(`wwwroot/${name}`, `new ${name}`);
    await restore(
      kept.map(({ id }) => id),
      'overwrite',
    );
    for (const name of names) {
      expect(await readFile(own(`wwwroot/${name}`), 'utf8')).toBe(name);
      const { versions } = (await request('listVersions', { path: `/wwwroot/${name}` })) as {
        versions: { id: string }[];
      };
      expect(versions).toHaveLength(1);
      expect(await request('readVersion', { path: `/wwwroot/${name}`, id: versions[0]?.id })).toMatchObject({
        content: `new ${name}`,
      });
    }
  });

  it('refuses protected entries, and empties a folder without moving it', async () => {
    await request('makeFolder', { path: '/wwwroot/a/b' });
    await put('logs/php-error.log', '');
    for (const [path, reason] of [
      ['/', 'root-closed'],
      ['/data', 'root-closed'],
      ['/logs/php-error.log', 'read-only-place'],
      ['/.sitedeck', 'no-such-file'],
      ['/.sitedeck/bin', 'no-such-file'],
      ['/wwwroot/none', 'no-such-file'],
    ])
      expect([path, await discard([path ?? ''])]).toEqual([path, reason]);
    expect(await discard(['/wwwroot/a', '/wwwroot/none'])).toBe('no-such-file');
    expect(await discard(['/wwwroot/a'], { with_self: false })).toMatchObject({
      kept: [{ path: '/wwwroot/a/b' }],
    });
    expect(await readdir(own('wwwroot/a'))).toEqual([]);
    expect(await readdir(own('.sitedeck/bin'))).toHaveLength(1);
  });
});

describe('a kill at any point', () => {
  it('leaves an entry in its folder or in the bin, and removes notes without an entry', async () => {
    const at = HOUR_AGO();
    const [empty, noted, lost, young] = [1, 2, 3, 4].map((n) => idOf(at + n)) as [
      string,
      string,
      string,
      string,
    ];
    asHost('mkdir', '-p', ...[empty, noted, lost].map((id) => `.sitedeck/bin/${id}`));
    // One killed after the note and before the rename, and one that is still being moved.
    const note = JSON.stringify({ folder: ['wwwroot'], name: 'f', deletedAt: 1 });
    const now = idOf(Date.now());
    asHost('mkdir', '-p', `.sitedeck/bin/${now}`);
    for (const id of [noted, now]) await put(`.sitedeck/bin/${id}/info.json`, note);
    await put('wwwroot/f', 'still here');
    // A note that a machine crash has emptied.
    await put(`.sitedeck/bin/${lost}/info.json`, '');
    await put(`.sitedeck/bin/${lost}/item`, 'found');
    await sweep();
    expect((await readdir(own('.sitedeck/bin'))).sort()).toEqual([lost, now].sort());
    expect(await readFile(own('wwwroot/f'), 'utf8')).toBe('still here');
    expect(await bin()).toMatchObject({ total: 1, items: [{ id: lost, path: `/data/${lost}` }] });
    await restore([lost]);
    expect(await readFile(own(`data/${lost}`), 'utf8')).toBe('found');
    // Killed during a restore, after the rename.
    asHost('mkdir', '-p', `.sitedeck/bin/${young}`);
    await put(`.sitedeck/bin/${young}/info.json`, note);
    await sweep();
    expect(await readdir(own('.sitedeck/bin'))).toEqual([now]);
  });

  it('deletes entries after 30 days, or after the days that the host has set', async () => {
    const day = 24 * 3600_000;
    const ages = [31, 29, 3].map((days) => idOf(Date.now() - days * day)) as [string, string, string];
    for (const id of ages) {
      asHost('mkdir', '-p', `.sitedeck/bin/${id}/item/tree`);
      await put(`.sitedeck/bin/${id}/info.json`, JSON.stringify({ folder: ['data'], name: id }));
    }
    await sweep();
    expect((await readdir(own('.sitedeck/bin'))).sort()).toEqual([ages[1], ages[2]].sort());
    await put('.sitedeck/settings.json', JSON.stringify({ binDays: 7 }));
    await sweep();
    expect(await readdir(own('.sitedeck/bin'))).toEqual([ages[2]]);
    await put('.sitedeck/settings.json', '{"binDays": "soon"}');
    expect(await bin()).toMatchObject({ days: 30 });
    await put('.sitedeck/settings.json', '{"binDays": null}');
    expect(await bin()).toMatchObject({ days: null, items: [{ expiresAt: null }] });
  });
});

describe('a private folder that the host has changed', () => {
  it('never leads out of the bin: forged notes, links in place of folders, foreign names', async () => {
    const outside = join(each.hosts.hosts, `outside${each.count}`);
    await mkdir(outside);
    await chown(outside, each.host.target.uid, each.host.target.uid);
    await writeFile(join(outside, 'item'), 'secret');
    const at = HOUR_AGO();
    const ids = [1, 2, 3, 4].map((n) => idOf(at - n)) as [string, string, string, string];
    asHost('mkdir', '-p', ...ids.slice(0, 3).map((id) => `.sitedeck/bin/${id}`), '.sitedeck/bin/mine');
    asHost('ln', '-s', outside, `.sitedeck/bin/${ids[3]}`);
    const notes = [
      { folder: ['..', '..'], name: 'escaped' },
      { folder: ['wwwroot', 'out'], name: 'through-link' },
      { folder: ['.sitedeck', 'bin'], name: '../x' },
    ];
    for (const [index, note] of notes.entries()) {
      await put(`.sitedeck/bin/${ids[index]}/info.json`, JSON.stringify(note));
      await put(`.sitedeck/bin/${ids[index]}/item`, 'mine');
    }
    asHost('ln', '-s', outside, 'wwwroot/out');
    const { restored, failed } = await restore([...ids, 'bad-bad-id']);
    expect(restored).toEqual([
      { id: ids[0], path: `/data/${ids[0]}` },
      { id: ids[2], path: `/data/${ids[2]}` },
    ]);
    expect(failed.map(({ fault }) => fault.reason)).toEqual(['link-in-path', 'not-in-bin', 'not-in-bin']);
    expect(await request('emptyBin', {})).toMatchObject({ removed: 1 });
    await sweep();
    expect((await readdir(own('.sitedeck/bin'))).sort()).toEqual([ids[3], 'mine'].sort());
    expect(await readdir(outside)).toEqual(['item']);
    // The bin itself, replaced by a link.
    await rm(own('.sitedeck/bin'), { recursive: true });
    asHost('ln', '-s', outside, '.sitedeck/bin');
    expect(await request('listBin', {})).toBe('link-in-path');
    await put('wwwroot/f', 'x');
    expect(await discard(['/wwwroot/f'])).toBe('link-in-path');
    expect(await readFile(own('wwwroot/f'), 'utf8')).toBe('x');
    expect(await readdir(outside)).toEqual(['item']);
  });

  it('stays hidden from every verb, and counts for the quota', async () => {
    const never = { signal: new AbortController().signal, progress: () => undefined };
    const measured = () => each.hosts.parent.handlers.measure(each.host.target, never);
    const before = await measured();
    await put('.sitedeck/large', 'x'.repeat(100_000));
    const after = await measured();
    expect(after.files).toBe(before.files);
    expect(after.bytes - before.bytes).toBeGreaterThanOrEqual(100_000);
    await put('.sitedeck/secret.txt', 'secret');
    for (const [verb, body] of [
      ['listFolder', { path: '/.sitedeck' }],
      ['readText', { path: '/.sitedeck/secret.txt' }],
      ['writeText', { path: '/.sitedeck/secret.txt', content: '' }],
      ['touchFile', { path: '/.sitedeck/x' }],
      ['makeFolder', { path: '/.sitedeck/x/y' }],
      ['removeFile', { path: '/.sitedeck/secret.txt' }],
      ['renameFile', { path: '/.sitedeck/secret.txt', to: '/data/x' }],
      ['renameFile', { path: '/data/x', to: '/.sitedeck/x' }],
      ['copyFile', { path: '/.sitedeck', to: '/data/x' }],
      ['copyFile', { path: '/.sitedeck/secret.txt', to: '/data/x' }],
      ['resetPermission', { path: '/.sitedeck/secret.txt' }],
    ] as const)
      expect([verb, await request(verb, body)]).toEqual([verb, 'no-such-file']);
    expect(
      await request('checkUpload', { path: '/', names: ['.sitedeck', '.sitedeck/secret.txt', 'data'] }),
    ).toEqual({
      taken: [expect.objectContaining({ name: 'data', type: 'folder' })],
    });
    const { ticket } = each.hosts.parent.handlers;
    const grant = { type: 'download', path: '/.sitedeck/secret.txt', static: true } as never;
    await expect(ticket({ ...each.host.target, grant }, never)).rejects.toMatchObject({
      reason: 'no-such-file',
    });
  });

  it('deletes nothing permanently by mistake, and still saves files, when the private folder is missing', async () => {
    await rename(own('.sitedeck'), own('data/away'));
    await put('wwwroot/f', 'x');
    expect(await discard(['/wwwroot/f'])).toBe('no-private-place');
    expect(await request('writeText', { path: '/wwwroot/f', content: 'saved' })).toMatchObject({ size: 5 });
    expect(await request('listVersions', { path: '/wwwroot/f' })).toEqual({ versions: [] });
    using root = Folder.root(each.host.root);
    expect(root.names()).not.toContain('.sitedeck');
  });
});
