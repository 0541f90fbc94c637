import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShareInUse } from '@sitedeck/contract';
import { debianPackages } from '../../tooling/apps/debian-packages';
import { eventually } from './eventually';
import { openMailbox, type Mailbox } from '../../server/testing/mailbox';
import { callProvider } from './api';
import { requestSite, startProduct, visitSite, type OwnProduct, type SiteReply } from './product';
import { chownToSite, makeTestSite, newestPoint, type SiteState, type TestSite } from './test-site';

jest.setTimeout(300_000);

const wordpress = debianPackages('wordpress', 'wordpress-theme-twentytwentythree');
if (wordpress.is === 'missing') process.stderr.write(`WordPress is not tested: ${wordpress.why}\n`);

const TITLE = 'A site to lose';

/** A small plan, far above the least that the provider API takes, but little for WordPress. */
const PLAN = { memoryMib: 128, processes: 32, cpuPercent: 50, mailsPerHour: 5 };

const OWNER = { name: 'owner', password: 'correct horse 1' } as const;

/** As the page of its installer sends it. */
const INSTALLER_FORM = new URLSearchParams({
  weblog_title: TITLE,
  user_name: OWNER.name,
  admin_password: OWNER.password,
  admin_password2: OWNER.password,
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
  let product: OwnProduct;
  let mailbox: Mailbox;
  let site: TestSite;
  let name: string;
  let original: SiteState;
  let defaced: SiteState;
  let restore: number;
  let answered: string;

  beforeAll(async () => {
    mailbox = await openMailbox();
    product = await startProduct({ MAIL_RELAY: mailbox.url });
    site = await makeTestSite(product, 'wordpress');
    expect((await callProvider(product, `PATCH /provider/hosts/${site.hostCode}`, PLAN)).status).toBe(200);
    name = `${site.hostCode}.localhost`;
    const from = join(wordpress.is === 'there' ? wordpress.top : '', 'usr/share/wordpress');
    execFileSync('bash', [
      '-euc',
      'find "$2" -mindepth 1 -delete; cp -a --no-preserve=ownership "$1/." "$2/"',
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
  afterAll(async () => {
    await product.stop();
    await mailbox.close();
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

  /** Signs the owner in. Resolves with the cookies. */
  async function signIn(): Promise<string> {
    const form = new URLSearchParams({ log: OWNER.name, pwd: OWNER.password, testcookie: '1' });
    const cookie = 'wordpress_test_cookie=WP%20Cookie%20check';
    const { status, headers } = await requestSite(product, { name, path: '/wp-login.php', form, cookie });
    expect([status, headers.location]).toEqual([302, `http://${name}/wp-admin/`]);
    return (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
  }

  /** Uploads a picture to the media library. Resolves with the paths of the picture and of its small copy. */
  async function uploadPicture(cookie: string) {
    const page = await requestSite(product, { name, path: '/wp-admin/media-new.php', cookie });
    const nonce = /name="_wpnonce" value="(\w+)"/.exec(page.body)?.[1];
    const form = new FormData();
    form.set('action', 'upload-attachment');
    form.set('_wpnonce', nonce ?? '');
    form.set('name', 'picture.png');
    const picture = readFileSync(join(site.root, 'wp-includes/images/w-logo-blue-white-bg.png'));
    form.set('async-upload', new Blob([picture], { type: 'image/png' }), 'picture.png');
    const reply = await requestSite(product, { name, path: '/wp-admin/async-upload.php', form, cookie });
    const { success, data } = JSON.parse(reply.body) as {
      readonly success: boolean;
      readonly data: { readonly url?: string; readonly message?: string };
    };
    expect([success, data.message]).toEqual([true, undefined]);
    return { picture, path: new URL(data.url ?? '').pathname };
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

  it('signs its owner in and takes a picture within a small plan, without reaching a limit', async () => {
    const { res } = await site.client.call('POST /api/vhost/share');
    const share = res as ShareInUse;
    if (share.memory) expect([share.memory.limit, share.cpu?.limit]).toEqual([128 * 1024 ** 2, 50]);
    const cookie = await signIn();
    const dashboard = await requestSite(product, { name, path: '/wp-admin/', cookie });
    expect([dashboard.status, dashboard.body.includes('id="dashboard-widgets"')]).toEqual([200, true]);
    const { picture, path } = await uploadPicture(cookie);
    const served = await requestSite(product, { name, path });
    expect([served.status, served.headers['content-length']]).toEqual([200, String(picture.length)]);
    const after = (await site.client.call('POST /api/vhost/share')).res as ShareInUse;
    expect([after.memory?.hit, after.processes?.hit]).toEqual([undefined, undefined]);
  });

  it('sends mail through the mail server of the provider, which counts it', async () => {
    const form = new URLSearchParams({ user_login: OWNER.name });
    const path = '/wp-login.php?action=lostpassword';
    const { status, headers } = await requestSite(product, { name, path, form });
    expect([status, headers.location]).toEqual([302, expect.stringContaining('checkemail=confirm')]);
    const mail = mailbox.mails.at(-1);
    expect(mail).toMatchObject({ from: `wordpress@${name}`, to: ['owner@example.com'] });
    expect(mail?.headers).toMatch(/^Subject: .*Password Reset/m);
    expect(mail?.body).toContain(`http://${name}/wp-login.php?action=rp`);
    const metrics = await fetch(`${product.provider.origin}/metrics`, {
      headers: { authorization: `Bearer ${product.provider.key}` },
    });
    const count = `sitedeck_host_mails_total{host="${site.hostCode}"} ${mailbox.mails.length}`;
    expect(await metrics.text()).toContain(count);
  });

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
