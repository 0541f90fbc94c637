import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../tooling/apps/build-app';
import { openKey, signCatalogue } from '../../tooling/apps/catalogue';
import { debianPackages } from '../../tooling/apps/debian-packages';
import { readRecipe } from '../../tooling/apps/recipe';
import { AppVisitor } from './app-visitor';
import { eventually } from './eventually';
import { startProduct, type OwnProduct } from './product';
import { makeTestSite, type TestSite } from './test-site';

jest.setTimeout(400_000);

const RECIPES = join(import.meta.dirname, '../../tooling/apps/recipes');
const APPS = ['wordpress', 'dokuwiki', 'phpmyadmin'];
const ADMIN = { name: 'owner', password: 'correct horse 1', email: 'owner@example.com' };
const TITLE = 'Notes & <maps>';
/** Pages that no visitor may read at any time. */
const PRIVATE: Readonly<Record<string, readonly string[]>> = {
  dokuwiki: ['/data/pages/start.txt', '/conf/mime.conf'],
};
const SHOWN = /Notes &amp; &lt;maps&gt;/;

interface InstalledApp {
  readonly site: TestSite;
  readonly visitor: AppVisitor;
  /** The app's folder on the disk. */
  readonly folder: string;
}

let folder: string;
let key: Awaited<ReturnType<typeof openKey>>;
let product: OwnProduct;
const missing = new Map<string, string>();

/** Builds the catalogue of all apps whose packages can be had. */
async function buildCatalogue(into: string): Promise<void> {
  for (const app of APPS) {
    const recipe = await readRecipe(join(RECIPES, app));
    const unpacked = debianPackages(...recipe.source.debian);
    if (unpacked.is === 'missing') missing.set(app, unpacked.why);
    else await buildApp({ recipe, unpacked, into, key, now: new Date() });
  }
  if (missing.size < APPS.length) await signCatalogue(into, { key, now: new Date() });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sitedeck-recipes-'));
  chmodSync(folder, 0o755);
  key = await openKey(folder);
  const catalogue = join(folder, 'catalogue');
  await buildCatalogue(catalogue);
  product = await startProduct({ APP_CATALOGUE: catalogue, IMAGE_KEYS: key.publicKey });
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface CatalogueApp {
  readonly app: string;
  readonly version: string;
  readonly folder: string;
  readonly prefix?: string;
  readonly asks: readonly string[];
  readonly installer: readonly string[];
}

/** Installs an app as the dialog does, and configures the site as its prompt does. */
async function install(app: string, language = 'en-US'): Promise<InstalledApp> {
  const site = await makeTestSite(product, `${app}-${language.slice(0, 2)}`);
  const { res } = await site.client.call('GET /api/apps/catalogue');
  const entry = (res['apps'] as readonly CatalogueApp[]).find((one) => one.app === app);
  if (!entry) throw new Error(`${app} is not in the catalogue: ${JSON.stringify(res)}`);
  const { version, prefix = null, asks } = entry;
  const task = await site.begin('POST /api/apps/install', {
    ...{ app, version, folder: `/wwwroot/${entry.folder}`, prefix, language },
    ...(asks.includes('title') && { title: TITLE }),
    ...(asks.includes('admin') && { admin: ADMIN }),
  });
  const status = await site.ended(task);
  const ended = (await site.client.call(`GET /api/task/getTask/${task}`)).res;
  expect([status, ended['taskInfo']]).toEqual(['RUNNING_SUCCESS', expect.any(String)]);
  const { indexPath, rewriteCode } = JSON.parse(String(ended['taskInfo'])) as Record<string, unknown>;
  const image = JSON.stringify({ indexPath, rewriteCode });
  const visitor = new AppVisitor(product, site.hostCode, `/${entry.folder}`);
  // The owner has not allowed the rules of the app yet.
  for (const path of PRIVATE[app] ?? []) {
    expect([path, existsSync(join(site.root, entry.folder, path))]).toEqual([path, true]);
    expect([403, 404]).toContain((await visitor.open(path)).status);
  }
  await eventually(async () => {
    const written = await site.client.call('POST /api/vhost/config/write', { image });
    expect([written.code, written.msg]).toEqual(['200', expect.anything()]);
  });
  for (const path of entry.installer) expect([path, (await visitor.open(path)).status]).toEqual([path, 404]);
  return { site, visitor, folder: join(site.root, entry.folder) };
}

/** Runs the test unless the app's packages can't be had. */
const itInstalls = (app: string, promise: string, run: () => Promise<void>) =>
  it(promise, async () => {
    const why = missing.get(app);
    if (why !== undefined) return void process.stderr.write(`${app} is not tested: ${why}\n`);
    await run();
  });

itInstalls('wordpress', 'installs WordPress, which serves posts, signs in and takes pictures', async () => {
  const { visitor, folder: root } = await install('wordpress');
  expect(await visitor.page('/')).toMatch(SHOWN);
  const link = /href="(http[^"]*\/hello-world\/)"/.exec(await visitor.page('/'))?.[1] ?? '';
  expect(link).toMatch(/\/blog\/\d{4}\/\d\d\/\d\d\/hello-world\/$/);
  expect(await visitor.page(link)).toContain('Welcome to WordPress');
  const form = await visitor.page('/wp-login.php');
  const signedIn = await visitor.send('/wp-login.php', form, { log: ADMIN.name, pwd: ADMIN.password });
  expect([signedIn.status, signedIn.location]).toEqual([302, expect.stringMatching(/\/blog\/wp-admin\/$/)]);
  expect(await visitor.page('/wp-admin/')).toContain('id="dashboard-widgets"');

  const nonce =
    /name="_wpnonce" value="(\w+)"/.exec(await visitor.page('/wp-admin/media-new.php'))?.[1] ?? '';
  const upload = new FormData();
  upload.set('action', 'upload-attachment');
  upload.set('_wpnonce', nonce);
  upload.set('name', 'picture.png');
  const picture = readFileSync(join(root, 'wp-includes/images/w-logo-blue-white-bg.png'));
  upload.set('async-upload', new Blob([picture], { type: 'image/png' }), 'picture.png');
  const reply = await visitor.page('/wp-admin/async-upload.php', upload);
  const { data } = JSON.parse(reply) as { readonly data: { readonly url: string } };
  expect((await visitor.open(data.url)).status).toBe(200);

  const health = await visitor.page('/wp-admin/site-health.php?tab=debug');
  expect(health).toContain('The uploads directory');
  expect(health.match(/Not writable/g) ?? []).toEqual([]);
});

itInstalls('wordpress', 'installs WordPress in Chinese', async () => {
  const { visitor } = await install('wordpress', 'zh-CN');
  expect(await visitor.page('/')).toMatch(/<html lang="zh-(?:Hans|CN)"/);
  expect(await visitor.page('/wp-login.php')).toContain('密码');
});

itInstalls('dokuwiki', 'installs DokuWiki, which serves pages, signs in and saves', async () => {
  const { visitor } = await install('dokuwiki', 'zh-CN');
  expect(await visitor.page('/')).toMatch(SHOWN);
  expect(await visitor.page('/doku.php/start')).toContain('lang="zh"');
  const form = await visitor.page('/doku.php?do=login');
  const signedIn = await visitor.send('/doku.php?do=login', form, { u: ADMIN.name, p: ADMIN.password });
  expect(signedIn.status).toBe(302);
  expect(await visitor.page('/doku.php/start?do=admin')).toContain('page=config');
  const edit = await visitor.page('/doku.php/first?do=edit');
  await visitor.send('/doku.php/first', edit, { wikitext: '<code php>echo 1;</code>', 'do[save]': '1' });
  expect(await visitor.page('/doku.php/first')).toContain('<pre class="code php">');
  expect(await visitor.page('/lib/exe/jquery.php')).toContain('jQuery');
  expect((await visitor.open('/data/pages/first.txt')).status).toBe(403);
});

itInstalls('phpmyadmin', 'installs phpMyAdmin, which signs the database’s user in', async () => {
  const { visitor, site } = await install('phpmyadmin');
  const form = await visitor.page('/index.php');
  expect(form).toContain('phpMyAdmin');
  const signedIn = await visitor.send('/index.php?route=/', form, {
    ...{ pma_username: site.database.name, pma_password: site.database.password, server: '1' },
  });
  expect([signedIn.status, signedIn.location]).toEqual([302, expect.any(String)]);
  const structure = await visitor.page(`/index.php?route=/database/structure&db=${site.database.name}`);
  expect(structure).toContain('pma__bookmark');
  expect(structure).not.toContain('configuration storage is not completely configured');
  expect((await visitor.open('/js/vendor/jquery/jquery.min.js')).status).toBe(200);
  expect((await visitor.open('/vendor/Twig/autoload.php')).status).toBe(403);
});
