import { existsSync } from 'node:fs';
import { lstat, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { listStagingDifferences, readStaging } from '@sitedeck/contract';
import type { TaskRow } from '#state/tables';
import { makeStagingConsole, type StagingConsole, type StagingHost } from '#testing/staging-console';

jest.setTimeout(300_000);

const Created = z.object({ taskId: z.number(), password: z.string(), url: z.string() });

/** A page that shows a value of its database. */
const INDEX = String.raw`<?php
require __DIR__ . '/wp-config.php';
$link = new mysqli('localhost', $user, $password, $name);
echo $link->query("SELECT option_value FROM {$table_prefix}options WHERE option_name = 'siteurl'")->fetch_row()[0];
echo ' auth=' . ($_SERVER['HTTP_AUTHORIZATION'] ?? 'none');`;

describe('a staging copy', () => {
  let made: StagingConsole;
  let count = 0;

  beforeAll(async () => {
    made = await makeStagingConsole();
  });
  afterAll(() => made.close());

  const live = ({ hostCode }: StagingHost) => `http://${hostCode}.localhost:${made.node.port}`;
  const staged = ({ hostCode }: StagingHost) => `http://staging-${hostCode}.localhost:${made.node.port}`;

  /** A host with what WordPress has: a configuration file, and its prefix in tables and keys. */
  async function makeSite(quotaBytes?: number, fields?: object): Promise<StagingHost> {
    const host = await made.host(`staged${(count += 1)}`, quotaBytes, fields);
    const { name, user, password } = await host.access();
    await host.put(
      'wwwroot/wp-config.php',
      `<?php $name = '${name}'; $user = '${user}'; $password = '${password}';\n$table_prefix = 'wp_';\n`,
    );
    await host.put('wwwroot/index.php', INDEX);
    await host.put('wwwroot/theme/style.css', 'body{color:red}');
    await host.put('wwwroot/old/page.html', 'old');
    for (const statement of [
      `CREATE TABLE wp_options (option_id INT PRIMARY KEY AUTO_INCREMENT, option_name VARCHAR(60) UNIQUE, option_value LONGTEXT)`,
      `INSERT INTO wp_options (option_name, option_value) VALUES ('siteurl', '${live(host)}'), ('wp_user_roles', 'roles'),
        ('wp_page_for_privacy_policy', '3')`,
      'CREATE TABLE wp_usermeta (umeta_id INT PRIMARY KEY AUTO_INCREMENT, meta_key VARCHAR(60), meta_value LONGTEXT)',
      `INSERT INTO wp_usermeta (meta_key, meta_value) VALUES ('wp_capabilities', 'administrator'), ('nickname', 'owner')`,
      'CREATE TABLE wp_shop (id INT PRIMARY KEY, label VARCHAR(20), twice INT AS (id * 2) STORED) ENGINE=InnoDB',
      `CREATE TABLE wp_orders (id INT PRIMARY KEY, shop INT, CONSTRAINT fk_shop FOREIGN KEY (shop) REFERENCES wp_shop (id)
        ON DELETE CASCADE) ENGINE=InnoDB`,
      "INSERT INTO wp_shop (id, label) VALUES (1, 'live')",
      'INSERT INTO wp_orders VALUES (7, 1)',
    ])
      await host.sql(statement);
    return host;
  }

  async function create(host: StagingHost): Promise<{ task: TaskRow; password: string }> {
    const reply = Created.parse(await host.request('/api/siteImage/staging/create', {}));
    const task = await made.console.api.core.tasks.get(reply.taskId);
    if (!task) throw new Error('There is no task');
    return { task: await made.console.run(task), password: reply.password };
  }
  const state = async (host: StagingHost) =>
    readStaging.reply.parse(await host.request('/api/siteImage/staging'));
  const differences = async (host: StagingHost) =>
    listStagingDifferences.reply
      .parse(await host.request('/api/siteImage/staging/differences'))
      .differences.map(({ path, is, type }) => `${is} ${type} ${path}`);
  const push = (host: StagingHost, body: object) => host.task('/api/siteImage/staging/push', body);
  const read = ({ root }: StagingHost, path: string) => readFile(join(root, path), 'utf8');
  const NO_FILES = { is: 'none' };

  it('is served at its address behind a password, with tables of its own, and never indexed', async () => {
    const host = await makeSite();
    const { task, password } = await create(host);
    expect(task).toMatchObject({ status: 'RUNNING_SUCCESS', info: { url: staged(host), missed: 0 } });
    const closed = await host.visit('/', 'wrong');
    expect(closed.status).toBe(401);
    expect(closed.headers['x-robots-tag']).toBe('noindex, nofollow');
    const page = await host.visit('/', password);
    expect(page).toMatchObject({ status: 200, body: `${staged(host)} auth=none` });
    expect(page.headers['x-robots-tag']).toBe('noindex, nofollow');
    expect((await host.visit('/robots.txt', 'wrong')).body).toBe('User-agent: *\nDisallow: /\n');
    expect((await host.visit('/theme/style.css', password)).headers['x-robots-tag']).toBe(
      'noindex, nofollow',
    );
    expect((await host.visit('/')).body).toBe(`${live(host)} auth=none`);
    expect(await host.sql('SELECT meta_key FROM sdstg_wp_usermeta ORDER BY umeta_id')).toEqual([
      'sdstg_wp_capabilities',
      'nickname',
    ]);
    expect(await host.sql('SELECT option_name FROM sdstg_wp_options ORDER BY option_id')).toEqual([
      'siteurl',
      'sdstg_wp_user_roles',
      'wp_page_for_privacy_policy',
    ]);
    expect(await state(host)).toMatchObject({
      removing: false,
      staging: {
        ...{ url: staged(host), user: 'staging', configured: ['/wp-config.php'], cutOff: [] },
        database: { is: 'copied', tables: 4 },
      },
    });
  });

  it('shows what differs, and takes over only what is selected', async () => {
    const host = await makeSite();
    await create(host);
    expect(await differences(host)).toEqual([]);
    await host.put('staging/theme/style.css', 'body{color:tan}');
    await host.put('staging/plugin/new.php', 'new');
    await host.put('staging/index.php', 'changed in the copy');
    await rm(join(host.root, 'staging/old'), { recursive: true });
    expect(await differences(host)).toEqual([
      'changed file /index.php',
      'removed folder /old',
      'added folder /plugin',
      'changed file /theme/style.css',
    ]);
    const text = await host.request('/api/siteImage/staging/file?path=/theme/style.css');
    expect(text).toEqual({ live: 'body{color:red}', staging: 'body{color:tan}', unreadable: false });
    expect(await read(host, 'wwwroot/theme/style.css')).toBe('body{color:red}');
    const files = { is: 'selected', paths: ['/theme/style.css', '/plugin'], removed: ['/old'] };
    const pushed = await push(host, { files, database: false });
    expect(pushed).toMatchObject({
      status: 'RUNNING_SUCCESS',
      info: { files: 2, removed: 1, canUndo: true },
    });
    expect(await read(host, 'wwwroot/theme/style.css')).toBe('body{color:tan}');
    expect(await read(host, 'wwwroot/plugin/new.php')).toBe('new');
    expect(existsSync(join(host.root, 'wwwroot/old'))).toBe(false);
    expect(await read(host, 'wwwroot/index.php')).toBe(INDEX);
    expect(await differences(host)).toEqual(['changed file /index.php']);
    const undone = await host.task('/api/siteImage/staging/undo', { taskId: pushed.id });
    expect(undone.status).toBe('RUNNING_SUCCESS');
    expect(await read(host, 'wwwroot/theme/style.css')).toBe('body{color:red}');
    expect(await read(host, 'wwwroot/old/page.html')).toBe('old');
    expect(existsSync(join(host.root, 'wwwroot/plugin'))).toBe(false);
    expect(await read(host, 'staging/plugin/new.php')).toBe('new');
  });

  it('gives the site its database with live addresses and prefix, and gives the old one back', async () => {
    const host = await makeSite();
    const { password } = await create(host);
    await host.sql("UPDATE sdstg_wp_shop SET label = 'staged' WHERE id = 1");
    await host.sql('CREATE TABLE sdstg_wp_new (id INT PRIMARY KEY)');
    expect(await host.sql('SELECT label FROM wp_shop')).toEqual(['live']);
    await host.put('staging/theme/style.css', 'body{color:tan}');
    const pushed = await push(host, { files: { is: 'all', remove: true }, database: true });
    expect(pushed).toMatchObject({ status: 'RUNNING_SUCCESS', info: { files: 1, canUndo: true } });
    expect(await host.sql('SELECT label, twice FROM wp_shop')).toEqual(['staged', 2]);
    expect(await host.sql('SELECT meta_key FROM wp_usermeta ORDER BY umeta_id')).toEqual([
      'wp_capabilities',
      'nickname',
    ]);
    expect(await host.sql('SELECT option_name FROM wp_options ORDER BY option_id')).toEqual([
      'siteurl',
      'wp_user_roles',
      'wp_page_for_privacy_policy',
    ]);
    expect(await host.sql('SELECT COUNT(*) FROM wp_new')).toEqual([0]);
    await host.sql('DELETE FROM wp_shop');
    expect(await host.sql('SELECT * FROM wp_orders')).toEqual([]);
    expect((await host.visit('/')).body).toContain(live(host));
    expect((await host.visit('/', password)).body).toContain(staged(host));
    expect(await read(host, 'wwwroot/wp-config.php')).toContain("'wp_'");
    const undone = await host.task('/api/siteImage/staging/undo', { taskId: pushed.id });
    expect(undone).toMatchObject({ status: 'RUNNING_SUCCESS', info: { canUndo: true } });
    expect(await host.sql('SELECT label FROM wp_shop')).toEqual(['live']);
    expect(await host.sql("SHOW TABLES LIKE 'wp\\_new'")).toEqual([]);
    expect(await host.sql('SELECT label FROM sdstg_wp_shop')).toEqual(['staged']);
    expect(await read(host, 'wwwroot/theme/style.css')).toBe('body{color:red}');
  });

  it('gets a new password, and goes with files, tables and address', async () => {
    const host = await makeSite();
    const { password } = await create(host);
    const reset = (await host.request('/api/siteImage/staging/password', {})) as { password: string };
    expect((await host.visit('/', password)).status).toBe(401);
    expect((await host.visit('/', reset.password)).status).toBe(200);
    expect(await host.request('/api/siteImage/staging/create', {})).toBe('staging-exists');
    expect(await host.request('/api/siteImage/staging/remove', {})).toEqual({});
    expect((await host.visit('/', reset.password)).status).toBe(421);
    expect(existsSync(join(host.root, 'staging'))).toBe(false);
    expect(await host.sql("SHOW TABLES LIKE 'sdstg%'")).toEqual([]);
    expect(await state(host)).toEqual({ staging: null, removing: false });
    expect((await host.visit('/')).body).toContain(live(host));
    expect((await create(host)).task.status).toBe('RUNNING_SUCCESS');
  });

  it('has no tables, and no password to those of the site, if their prefix is not known', async () => {
    const host = await makeSite();
    const { name, user, password } = await host.access();
    const config = `<?php mysqli_connect('localhost', '${user}', '${password}', '${name}');`;
    await host.put('wwwroot/wp-config.php', config);
    expect((await create(host)).task.status).toBe('RUNNING_SUCCESS');
    expect(await read(host, 'staging/wp-config.php')).not.toContain(password);
    expect(await read(host, 'wwwroot/wp-config.php')).toBe(config);
    expect((await state(host)).staging).toMatchObject({
      database: { is: 'none', why: 'unconfigured' },
      cutOff: ['/wp-config.php'],
    });
    expect(await differences(host)).toEqual([]);
    expect(await push(host, { files: NO_FILES, database: true }).catch(String)).toContain(
      'staging-no-database',
    );
  });

  it('is not made with views, whose queries name the tables of the site', async () => {
    const host = await makeSite();
    await host.sql('CREATE VIEW wp_labels AS SELECT label FROM wp_shop');
    await create(host);
    expect((await state(host)).staging?.database).toEqual({ is: 'none', why: 'objects' });
  });

  it('leaves nothing if the quota is too small, or the names are taken', async () => {
    const small = await makeSite(2_000_000);
    await small.put('wwwroot/large.bin', 'x'.repeat(1_500_000));
    const failed = await create(small);
    expect(failed.task).toMatchObject({ status: 'RUNNING_FAIL', info: { reason: 'staging-over-quota' } });
    const taken = await makeSite();
    await mkdir(join(taken.root, 'staging'));
    await taken.put('staging/mine.txt', 'mine');
    expect((await create(taken)).task.info).toMatchObject({ reason: 'staging-name-taken' });
    expect(await read(taken, 'staging/mine.txt')).toBe('mine');
    await rm(join(taken.root, 'staging'), { recursive: true });
    await taken.sql('CREATE TABLE sdstg_mine (id INT)');
    expect((await create(taken)).task.info).toMatchObject({ reason: 'staging-tables-taken' });
    expect(await taken.sql("SHOW TABLES LIKE 'sdstg%'")).toEqual(['sdstg_mine']);
    expect(existsSync(join(taken.root, 'staging'))).toBe(false);
    expect(await state(taken)).toEqual({ staging: null, removing: false });
  });

  it('follows no link of the site, neither when it is made nor when it is pushed', async () => {
    const host = await makeSite();
    await symlink('/etc', join(host.root, 'wwwroot/etc'));
    const { task, password } = await create(host);
    expect(task.status).toBe('RUNNING_SUCCESS');
    expect((await lstat(join(host.root, 'staging/etc'))).isSymbolicLink()).toBe(true);
    expect((await host.visit('/etc/passwd', password)).status).toBe(404);
    await symlink('/etc/passwd', join(host.root, 'staging/secret.txt'));
    await symlink('/etc', join(host.root, 'staging/dir'));
    const shown = await host.request('/api/siteImage/staging/file?path=/secret.txt');
    expect(shown).toEqual({ live: null, staging: null, unreadable: true });
    const files = { is: 'selected', paths: ['/secret.txt', '/dir/passwd', '/etc/passwd'], removed: [] };
    const pushed = await push(host, { files, database: false });
    expect(pushed).toMatchObject({ status: 'RUNNING_SUCCESS', info: { files: 1 } });
    expect((await lstat(join(host.root, 'wwwroot/secret.txt'))).isSymbolicLink()).toBe(true);
    expect(existsSync(join(host.root, 'wwwroot/dir'))).toBe(false);
    const nothing = await push(host, { files: { ...files, paths: ['/dir/passwd'] }, database: false });
    expect(nothing.info).toMatchObject({ reason: 'staging-nothing' });
  });

  it('is no part of backups, and survives a restore', async () => {
    const host = await makeSite();
    await create(host);
    const backup = await host.task('create', { kind: 'both', note: '' });
    await host.sql("UPDATE wp_shop SET label = 'later'");
    const restored = await host.task('restore', {
      ...{ point: Number(backup.info?.['point']), parts: 'both', mode: 'mirror' },
    });
    expect(restored.status).toBe('RUNNING_SUCCESS');
    expect(await host.sql('SELECT label FROM wp_shop')).toEqual(['live']);
    expect(await host.sql('SELECT label FROM sdstg_wp_shop')).toEqual(['live']);
    expect(existsSync(join(host.root, 'staging/index.php'))).toBe(true);
  });
});
