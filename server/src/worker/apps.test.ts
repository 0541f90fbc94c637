import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppCheck } from '@sitedeck/contract';
import { makeAppConsole, type AppConsole } from '#testing/app-console';
import { ADMIN, makeAppHost, type AppHost } from '#testing/app-host';
import { treeFingerprint } from '#testing/tree-fingerprint';

jest.setTimeout(300_000);

const isCaged = process.env['SITEDECK_TEST_CAGES'] === 'on';

const ONE = { 'index.php': '<?php echo 1;', 'lib/core.php': 'one', 'old.php': 'old' };
const TWO = { 'index.php': '<?php echo 2;', 'lib/core.php': 'two', 'new.php': 'new' };

(isCaged ? describe : describe.skip)('an app', () => {
  let made: AppConsole;
  let host: AppHost;

  beforeAll(async () => {
    made = await makeAppConsole();
  });
  afterAll(() => made.close());
  beforeEach(async () => {
    host = await makeAppHost(made);
    await host.issue('1.0', ONE);
  });

  it('works when it is installed, and asks for the configuration of the site', async () => {
    const task = await host.install();
    expect(task).toMatchObject({
      status: 'RUNNING_SUCCESS',
      post_status: 'CONFIGURATION',
      info: { indexPath: 'index.php', rewriteCode: 'rewrite ^/notes/(\\d+)$ /notes/index.php?note=$1 last;' },
    });
    expect(task.params).toMatchObject({
      ...{ appName: 'Notes 1.0', targetPath: '/wwwroot/notes', size: expect.any(Number) as unknown },
    });
    expect(JSON.stringify(task.params)).not.toContain(ADMIN.password);
    expect(await host.rows('SELECT note FROM notes_notes')).toEqual(['Mine']);
    const config = await host.read('wwwroot/notes/config.php');
    for (const part of [ADMIN.password, '/wwwroot/notes', 'http://', "'path' => '/notes'"])
      expect(config).toContain(part);
    expect(await host.read('wwwroot/notes/lib/core.php')).toBe('one');
    expect(await host.installed()).toEqual([
      expect.objectContaining({ app: 'notes', version: '1.0', folder: '/wwwroot/notes', update: null }),
    ]);
    expect(await readdir(host.root)).not.toContain('setup.php');
  });

  it('leaves folder and database as they were if its setup program fails', async () => {
    await host.put('wwwroot/notes/mine.txt', 'mine');
    const before = await treeFingerprint(host.root);
    const task = await host.install({ title: 'breaks', overwrite: true });
    expect(task).toMatchObject({ status: 'RUNNING_FAIL', info: { reason: 'app-setup-failed' } });
    expect(JSON.stringify(task.info)).toContain('the title breaks it');
    expect([await treeFingerprint(host.root), await host.tables(), await host.installed()]).toEqual([
      before,
      [],
      [],
    ]);
  });

  it('is not installed over files or tables unless the owner allows it', async () => {
    await host.put('wwwroot/notes/index.php', 'mine');
    expect(await host.install()).toMatchObject({ info: { reason: 'app-folder-occupied' } });
    expect((await host.install({ overwrite: true })).status).toBe('RUNNING_SUCCESS');
    const again = await host.install({ folder: '/wwwroot/other' });
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
    await host.install();
    await host.put('wwwroot/notes/upload.png', 'mine');
    await host.put('wwwroot/notes/lib/core.php', 'changed');
    const before = await treeFingerprint(host.root);
    await host.issue('2.0', TWO);
    const [{ id, update } = { id: 0, update: null }] = await host.installed();
    expect(update).toBe('2.0');
    const check = (await host.request('/api/apps/check', { act: 'update', id })) as AppCheck;
    expect(check).toEqual({ act: 'update', missing: [], changed: ['lib/core.php'], changedCount: 1 });
    const task = await host.task('/api/apps/update', { id, version: '2.0' });
    expect(task).toMatchObject({ status: 'RUNNING_SUCCESS', info: { canUndo: true } });
    expect([
      await host.read('wwwroot/notes/lib/core.php'),
      await host.read('wwwroot/notes/upload.png'),
    ]).toEqual(['two', 'mine']);
    expect(existsSync(join(host.root, 'wwwroot/notes/old.php'))).toBe(false);
    expect(await host.rows("SHOW COLUMNS FROM notes_notes LIKE 'seen'")).not.toEqual([]);
    expect((await host.installed())[0]).toMatchObject({ version: '2.0', update: null });
    expect(await host.request('undo', { taskId: task.id })).toBe('backup-undo-app');
    const undone = await host.task('/api/apps/undo', { taskId: task.id });
    expect(undone.status).toBe('RUNNING_SUCCESS');
    expect(await treeFingerprint(host.root)).toEqual(before);
    expect(await host.rows("SHOW COLUMNS FROM notes_notes LIKE 'seen'")).toEqual([]);
    expect((await host.installed())[0]).toMatchObject({ version: '1.0', update: '2.0' });
  });

  it('stays in its old version if the setup program of the new one fails', async () => {
    await host.install();
    const before = await treeFingerprint(host.root);
    await host.issue('2.0', { ...TWO, breaks: '' });
    const [{ id } = { id: 0 }] = await host.installed();
    const task = await host.task('/api/apps/update', { id, version: '2.0' });
    expect(task).toMatchObject({ status: 'RUNNING_FAIL', info: { reason: 'app-setup-failed' } });
    expect(await treeFingerprint(host.root)).toEqual(before);
    expect(await host.rows("SHOW COLUMNS FROM notes_notes LIKE 'seen'")).toEqual([]);
    expect((await host.installed())[0]).toMatchObject({ version: '1.0' });
  });

  it('is uninstalled with its folder and its tables, and comes back by an undo', async () => {
    await host.install();
    await host.put('wwwroot/notes/upload.png', 'mine');
    const before = await treeFingerprint(host.root);
    const [{ id } = { id: 0 }] = await host.installed();
    expect(await host.request('/api/apps/check', { act: 'uninstall', id })).toMatchObject({
      files: 5,
      tables: ['notes_notes'],
    });
    const task = await host.task('/api/apps/uninstall', { id });
    expect(task.status).toBe('RUNNING_SUCCESS');
    expect([
      await host.tables(),
      await host.installed(),
      existsSync(join(host.root, 'wwwroot/notes')),
    ]).toEqual([[], [], false]);
    expect((await host.task('/api/apps/undo', { taskId: task.id })).status).toBe('RUNNING_SUCCESS');
    expect(await treeFingerprint(host.root)).toEqual(before);
    expect(await host.rows('SELECT note FROM notes_notes')).toEqual(['Mine']);
    expect(await host.installed()).toHaveLength(1);
  });
});
