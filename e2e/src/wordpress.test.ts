import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianFiles } from './debian-files';
import { eventually } from './eventually';
import { requestSite, visitSite, type Product, type SiteReply } from './product';
import { sharedProduct } from './shared-product';
import { chownToSite, makeTestSite, newestPoint, type SiteState, type TestSite } from './test-site';

jest.setTimeout(300_000);

const wordpress = debianFiles('wordpress', 'wordpress-theme-twentytwentythree');
if (wordpress.is === 'missing') process.stderr.write(`WordPress is not tested: ${wordpress.why}\n`);

const TITLE = 'A site to lose';

/** As the page of its installer sends it. */
const INSTALLER_FORM = new URLSearchParams({
  weblog_title: TITLE,
  user_name: 'owner',
  admin_password: 'correct horse 1',
  admin_password2: 'correct horse 1',
  pw_weak: 'on',
  admin_email: 'owner@example.com',
  blog_public: '0',
  language: '',
});

/** Makes no requests to other servers and runs no scheduled work. */
const configOf = ({ database: { name, port, password } }: TestSite): string => `<?php
define('DB_NAME', '${name}');
define('DB_USER', '${name}');
define('DB_PASSWORD', '${password}');
define('DB_HOST', '127.0.0.1:${port}');
define('DB_CHARSET', 'utf8mb4');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('AUTH_KEY', 'fixed');
$table_prefix = 'wp_';
define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;

const title =
  wordpress.is === 'there'
    ? 'a real WordPress'
    : `a real WordPress (skipped, it could not be had: ${wordpress.why})`;

(wordpress.is === 'there' ? describe : describe.skip)(title, () => {
  let product: Product;
  let site: TestSite;
  let name: string;
  let original: SiteState;
  let defaced: SiteState;
  let restore: number;
  let answered: string;

  beforeAll(async () => {
    product = sharedProduct();
    site = await makeTestSite(product, 'wordpress');
    name = `${site.hostCode}.localhost`;
    const from = join(wordpress.is === 'there' ? wordpress.folder : '', 'usr/share/wordpress');
    execFileSync('bash', [
      '-euc',
      'find "$2" -mindepth 1 -delete; cp -a "$1/." "$2/"',
      'bash',
      from,
      site.root,
    ]);
    // Debian's own file is a link that leads out of the site.
    rmSync(join(site.root, 'wp-config.php'));
    writeFileSync(join(site.root, 'wp-config.php'), configOf(site));
    chownToSite(site);
    await eventually(async () =>
      expect(await visitSite(product, name, '/wp-admin/install.php')).toMatchObject({
        status: 200,
        body: expect.stringContaining('weblog_title') as unknown,
      }),
    );
    expect(await install()).toMatchObject({
      status: 200,
      body: expect.stringContaining('wp-login.php') as unknown,
    });
    answered = await answer();
  });

  const install = (): Promise<SiteReply> =>
    requestSite(product, { name, path: '/wp-admin/install.php?step=2', form: INSTALLER_FORM });

  /** The list of WordPress's API routes, which shows the title and every plugin; checks the front page, too. */
  async function answer(): Promise<string> {
    const { status, body } = await visitSite(product, name, '/index.php?rest_route=/');
    expect([status, (JSON.parse(body) as { name: string }).name]).toEqual([200, TITLE]);
    const front = await visitSite(product, name);
    expect(front.status).toBe(200);
    expect(front.body).toContain('Hello world!');
    return body;
  }

  /** Changes files and database as an intruder would; the planted program is harmless. */
  function deface(): SiteState {
    const at = (path: string) => join(site.root, path);
    appendFileSync(at('index.php'), '\n<!-- was here -->\n');
    writeFileSync(at('wp-includes/class-wp-cache-old.php'), "<?php /* eval(base64_decode('')) */ ?>");
    rmSync(at('wp-content/themes'), { recursive: true });
    chownToSite(site);
    site.sql(
      'DROP TABLE wp_comments',
      "UPDATE wp_options SET option_value = 'was here' WHERE option_name = 'blogname'",
    );
    return site.state();
  }

  it('restores a defaced site from a backup, and serves the same replies as before', async () => {
    original = site.state();
    expect(await site.ended(await site.begin('POST /api/backup/create', { kind: 'both' }))).toBe(
      'RUNNING_SUCCESS',
    );
    const point = await newestPoint(site);
    defaced = deface();
    expect(defaced.tree).not.toBe(original.tree);
    expect(defaced.database).not.toBe(original.database);
    restore = await site.begin('POST /api/backup/restore', { point, mode: 'mirror' });
    expect(await site.ended(restore)).toBe('RUNNING_SUCCESS');
    expect(site.state()).toEqual(original);
    expect(await answer()).toBe(answered);
  });

  it('undoes the restore, and brings back the state before it', async () => {
    expect(await site.ended(await site.begin('POST /api/backup/undo', { taskId: restore }))).toBe(
      'RUNNING_SUCCESS',
    );
    expect(site.state()).toEqual(defaced);
  });
});
