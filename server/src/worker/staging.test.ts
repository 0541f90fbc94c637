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
    expect((await host.visit('/theme/style.css', password)).headers['x-robots-tag']).toBe('noindex, nofollow');
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
});
