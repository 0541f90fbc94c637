import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { AppCheck, InstalledApp } from '@sitedeck/contract';
import { openConnection } from '#system/mariadb/connection/server';
import { makeAppConsole, type AppConsole } from '#testing/app-console';
import type { BackupHost } from '#testing/backup-console';
import { addFastRepository } from '#testing/fast-repository';
import { buildTestApp, issueTestCatalogue } from '#testing/test-app';
import { treeFingerprint } from '#testing/tree-fingerprint';

jest.setTimeout(300_000);

const isCaged = process.env['SITEDECK_TEST_CAGES'] === 'on';

const ADMIN = { name: 'owner', password: 'correct horse 1', email: 'owner@example.com' };
const ONE = { 'index.php': '<?php echo 1;', 'lib/core.php': 'one', 'old.php': 'old' };
const TWO = { 'index.php': '<?php echo 2;', 'lib/core.php': 'two', 'new.php': 'new' };

(isCaged ? describe : describe.skip)('an app', () => {
  let made: AppConsole;
  let host: BackupHost;
  let count = 0;

  beforeAll(async () => {
    made = await makeAppConsole();
  });
  afterAll(() => made.close());
  beforeEach(async () => {
    host = await made.console.host(`apps${(count += 1)}`);
    await addFastRepository(made.console.tools, host.hostCode);
    await made.databases.provision(host.hostCode);
    await issue('1.0', ONE);
  });

  let serial = 0;
  async function issue(version: string, files: Readonly<Record<string, string>>): Promise<void> {
    const app = await buildTestApp(made.catalogue, made.key, { version, files });
    await issueTestCatalogue(made.catalogue, made.key, { app, serial: (serial += 1) });
    await host.request('/api/apps/catalogue?fresh=1');
  }
  async function put(path: string, content: string): Promise<void> {
    const file = join(host.root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    await chown(dirname(file), host.uid, host.uid);
    await chown(file, host.uid, host.uid);
  }
  const read = (path: string) => readFile(join(host.root, path), 'utf8');
  const install = (changes: Record<string, unknown> = {}) =>
    host.task('/api/apps/install', {
      ...{ app: 'notes', version: '1.0', folder: '/wwwroot/notes', prefix: 'notes_', title: 'Mine' },
      ...{ language: 'en-US', admin: ADMIN, ...changes },
    });
  const installed = async () =>
    ((await host.request('/api/apps/installed')) as { apps: readonly InstalledApp[] }).apps;
  async function rows(query: string): Promise<readonly unknown[]> {
    const { name } = (await made.databases.facts(host.hostCode)).access;
    const connection = await openConnection(made.mariadb.server, { database: name });
    try {
      return (await connection.rows(z.record(z.string(), z.unknown()), query)).flatMap((row) =>
        Object.values(row),
      );
    } finally {
      await connection.close();
    }
  }
  const tables = () => rows('SHOW TABLES');

  it('works when it is installed, and asks for the configuration of the site', async () => {
    const task = await install();
    expect(task).toMatchObject({
      status: 'RUNNING_SUCCESS',
      post_status: 'CONFIGURATION',
      info: { indexPath: 'index.php', rewriteCode: 'rewrite ^/notes/(\\d+)$ /notes/index.php?note=$1 last;' },
    });
    expect(JSON.stringify(task.params)).not.toContain(ADMIN.password);
    expect(await rows('SELECT note FROM notes_notes')).toEqual(['Mine']);
    const config = await read('wwwroot/notes/config.php');
    for (const part of [ADMIN.password, '/wwwroot/notes', 'http://', "'path' => '/notes'"])
      expect(config).toContain(part);
    expect(await read('wwwroot/notes/lib/core.php')).toBe('one');
    expect(await installed()).toEqual([
      expect.objectContaining({ app: 'notes', version: '1.0', folder: '/wwwroot/notes', update: null }),
    ]);
    expect(await readdir(host.root)).not.toContain('setup.php');
  });

  it('leaves folder and database as they were if its setup program fails', async () => {
    await put('wwwroot/notes/mine.txt', 'mine');
    const before = await treeFingerprint(host.root);
    const task = await install({ title: 'breaks', overwrite: true });
    expect(task).toMatchObject({ status: 'RUNNING_FAIL', info: { reason: 'app-setup-failed' } });
    expect(JSON.stringify(task.info)).toContain('the title breaks it');
    expect([await treeFingerprint(host.root), await tables(), await installed()]).toEqual([before, [], []]);
  });

  it('is not installed over files or tables unless the owner allows it', async () => {
    await put('wwwroot/notes/index.php', 'mine');
    expect(await install()).toMatchObject({ info: { reason: 'app-folder-occupied' } });
    expect((await install({ overwrite: true })).status).toBe('RUNNING_SUCCESS');
    const again = await install({ folder: '/wwwroot/other' });
    expect(again).toMatchObject({ info: { reason: 'app-prefix-taken' } });
    expect(existsSync(join(host.root, 'wwwroot/other'))).toBe(false);
    expect(await host.request('/api/apps/install', { ...(await body()), overwrite: true })).toBe(
      'app-folder-taken',
    );
  });
  const body = () =>
    Promise.resolve({
      ...{ app: 'notes', version: '1.0', folder: '/wwwroot/notes', prefix: 'n_', title: 'Mine' },
      ...{ language: 'en-US', admin: ADMIN },
    });

  it('is updated to the version in the catalogue, and the update is undone', async () => {
    await install();
    await put('wwwroot/notes/upload.png', 'mine');
    await put('wwwroot/notes/lib/core.php', 'changed');
    const before = await treeFingerprint(host.root);
    await issue('2.0', TWO);
    const [{ id, update } = { id: 0, update: null }] = await installed();
    expect(update).toBe('2.0');
    const check = (await host.request('/api/apps/check', { act: 'update', id })) as AppCheck;
    expect(check).toEqual({ act: 'update', missing: [], changed: ['lib/core.php'], changedCount: 1 });
    const task = await host.task('/api/apps/update', { id, version: '2.0' });
    expect(task).toMatchObject({ status: 'RUNNING_SUCCESS', info: { canUndo: true } });
    expect([await read('wwwroot/notes/lib/core.php'), await read('wwwroot/notes/upload.png')]).toEqual([
      'two',
      'mine',
    ]);
    expect(existsSync(join(host.root, 'wwwroot/notes/old.php'))).toBe(false);
    expect(await rows("SHOW COLUMNS FROM notes_notes LIKE 'seen'")).not.toEqual([]);
    expect((await installed())[0]).toMatchObject({ version: '2.0', update: null });
    const undone = await host.task('/api/apps/undo', { taskId: task.id });
    expect(undone.status).toBe('RUNNING_SUCCESS');
    expect(await treeFingerprint(host.root)).toEqual(before);
    expect(await rows("SHOW COLUMNS FROM notes_notes LIKE 'seen'")).toEqual([]);
    expect((await installed())[0]).toMatchObject({ version: '1.0', update: '2.0' });
  });

  it('stays in its old version if the setup program of the new one fails', async () => {
    await install();
    const before = await treeFingerprint(host.root);
    await issue('2.0', { ...TWO, breaks: '' });
    const [{ id } = { id: 0 }] = await installed();
    const task = await host.task('/api/apps/update', { id, version: '2.0' });
    expect(task).toMatchObject({ status: 'RUNNING_FAIL', info: { reason: 'app-setup-failed' } });
    expect(await treeFingerprint(host.root)).toEqual(before);
    expect(await rows("SHOW COLUMNS FROM notes_notes LIKE 'seen'")).toEqual([]);
    expect((await installed())[0]).toMatchObject({ version: '1.0' });
  });

  it('is uninstalled with its folder and its tables, and comes back by an undo', async () => {
    await install();
    await put('wwwroot/notes/upload.png', 'mine');
    const before = await treeFingerprint(host.root);
    const [{ id } = { id: 0 }] = await installed();
    expect(await host.request('/api/apps/check', { act: 'uninstall', id })).toMatchObject({
      files: 5,
      tables: ['notes_notes'],
    });
    const task = await host.task('/api/apps/uninstall', { id });
    expect(task.status).toBe('RUNNING_SUCCESS');
    expect([await tables(), await installed(), existsSync(join(host.root, 'wwwroot/notes'))]).toEqual([
      [],
      [],
      false,
    ]);
    expect((await host.task('/api/apps/undo', { taskId: task.id })).status).toBe('RUNNING_SUCCESS');
    expect(await treeFingerprint(host.root)).toEqual(before);
    expect(await rows('SELECT note FROM notes_notes')).toEqual(['Mine']);
    expect(await installed()).toHaveLength(1);
  });
});
