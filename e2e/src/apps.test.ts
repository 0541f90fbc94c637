import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { buildApp } from '../../tooling/apps/build-app';
import { openKey, signCatalogue } from '../../tooling/apps/catalogue';
import { debianPackages } from '../../tooling/apps/debian-packages';
import { readRecipe } from '../../tooling/apps/recipe';
import { loginForm, sendLogin } from './api';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { axeFindings, overflowX } from './page-checks';
import { makeHost } from './portal';
import { startProduct, type OwnProduct } from './product';

jest.setTimeout(400_000);

const recipeFolder = join(import.meta.dirname, '../../tooling/apps/recipes/wordpress');
const source = (JSON.parse(readFileSync(join(recipeFolder, 'recipe.json'), 'utf8')) as WordPress).source;
const [first = '', ...others] = source.debian;
const wordpress = debianPackages(first, ...others);
if (wordpress.is === 'missing') process.stderr.write(`Apps are not tested: ${wordpress.why}\n`);

interface WordPress {
  readonly source: { readonly debian: readonly string[] };
}

const HOST = 'blogger';
const PASSWORD = `password of ${HOST}`;
const TITLE = 'Notes of a gardener';
/** Below the app's folder. */
const PICTURE = 'wp-includes/images/w-logo-blue-white-bg.png';
const LONG = { timeout: 180_000 };

const title =
  wordpress.is === 'there'
    ? 'an app of the catalogue'
    : `an app of the catalogue (skipped, it could not be had: ${wordpress.why})`;

(wordpress.is === 'there' ? describe : describe.skip)(title, () => {
  let product: OwnProduct;
  let browser: Browser;
  let folder: string;
  let key: Awaited<ReturnType<typeof openKey>>;
  let hostCode: string;
  let name: string;
  let root: string;
  let page: Page;
  let password: string;

  const catalogue = () => join(folder, 'catalogue');

  /** Builds WordPress and issues the catalogue. */
  async function publish(): Promise<void> {
    if (wordpress.is === 'missing') return;
    const build = { recipe: await readRecipe(recipeFolder), unpacked: wordpress, key, now: new Date() };
    await buildApp({ ...build, into: catalogue() });
    await signCatalogue(catalogue(), build);
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sitedeck-apps-'));
    // The worker reads the catalogue without root's rights.
    chmodSync(folder, 0o755);
    key = await openKey(folder);
    await publish();
    product = await startProduct({ APP_CATALOGUE: catalogue(), IMAGE_KEYS: key.publicKey });
    ({ hostCode } = await makeHost(product, HOST, { plugin: 1 }));
    name = `${hostCode}.localhost`;
    root = join(product.data, 'hosts', hostCode, 'wwwroot');
    browser = await openBrowser();
    page = await openPage('en-US', 1440);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Signs the owner in by password: a sign-in by token would need no other proof. */
  async function openPage(language: 'zh-CN' | 'en-US', width: number): Promise<Page> {
    const { client } = await sendLogin(product, await loginForm(product, HOST, PASSWORD));
    const session = await withSession(browser, product, { client, language, width });
    await session.addInitScript((locale) => localStorage.setItem('sitedeck.locale', locale), language);
    const opened = await session.newPage();
    await opened.goto(`${product.origin}/tool/plugInManager`);
    return opened;
  }
  const examine = async (shown: Page) =>
    expect([await axeFindings(shown), await overflowX(shown)]).toEqual([[], 0]);
  const button = (label: string | RegExp) => page.getByRole('button', { name: label });

  it('is found in the menu, and installed with one dialog behind a mask', async () => {
    await page.goto(product.origin);
    await page.getByRole('menuitem', { name: 'Tools' }).click();
    await page.getByRole('menuitem', { name: /^App management/ }).click();
    await button('Install WordPress').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('/wwwroot/blog is empty').waitFor();
    await dialog.getByLabel('Site title').fill(TITLE);
    await dialog.getByLabel('Administrator email').fill('gardener@example.com');
    await dialog.getByRole('button', { name: /^Show / }).click();
    password = await dialog.locator('.sd-secret .sd-mono').innerText();
    expect(password).toMatch(/^[A-Za-z0-9]{20}$/);
    await examine(page);
    await dialog.getByRole('button', { name: 'Install app' }).click();
    await page.getByRole('heading', { name: 'Installing, please wait...' }).waitFor(LONG);
    await page
      .getByRole('dialog')
      .getByText(/^WordPress .*Step \d of \d/)
      .waitFor();
  });

  it('asks for the configuration once it is installed, and says which step the engine has refused', async () => {
    await button('Start configuration').waitFor(LONG);
    // The engine refuses a rule with a directive that it does not know.
    await page.route('**/api/vhost/config/rewrite/save', async (route) => {
      const body = route.request().postDataJSON() as Record<string, unknown>;
      await route.continue({ postData: JSON.stringify({ ...body, content: 'no_such_directive on;' }) });
    });
    await button('Start configuration').click();
    await page.getByText('1 of 6 steps done; step 2 failed').waitFor(LONG);
    expect(await page.getByRole('alert').filter({ hasText: 'no_such_directive' }).count()).toBe(1);
    expect(await button('Finish').getAttribute('aria-disabled')).toBe('true');
    await examine(page);
    await page.unroute('**/api/vhost/config/rewrite/save');
  });

  it('is configured by a retry, and examined', async () => {
    await button('Retry from step 2').click();
    await page.getByText('6 of 6 steps done').waitFor(LONG);
    await button('Finish').click();
    await page.getByText(/^WordPress .* was installed in \/wwwroot\/blog$/).waitFor();
    const results = page.getByRole('list', { name: 'Check results' });
    await results.getByText('The app answers at /blog/').waitFor();
    await results.getByText('The sign-in page answers at /blog/wp-login.php').waitFor();
    await results.getByText('/wwwroot/blog/wp-content/uploads is writable').waitFor();
    await results.getByText('The installer /blog/wp-admin/install.php is closed').waitFor();
    expect(await page.locator('.ap-check-bad').count()).toBe(0);
    await page
      .locator('.ap-result')
      .getByRole('button', { name: /^Show / })
      .click();
    expect(await page.locator('.ap-result .sd-secret .sd-mono').innerText()).toBe(password);
    await examine(page);
  });

  /** Loads a page of the site in the browser. */
  async function visit(path: string): Promise<Page> {
    const shown = await page.context().newPage();
    const reply = await shown.goto(`http://${name}:${product.sitesPort}/blog${path}`);
    expect([path, reply?.status()]).toEqual([path, 200]);
    return shown;
  }

  it('shows its home page and a post, signs its owner in with the shown password, and takes a picture', async () => {
    const home = await visit('/');
    expect(await home.title()).toBe(TITLE);
    const post = await home.getByRole('link', { name: 'Hello world!' }).first().getAttribute('href');
    expect(post).toMatch(/\/blog\/\d{4}\/\d\d\/\d\d\/hello-world\/$/);
    await home.goto(post ?? '');
    await home.getByRole('heading', { name: 'Hello world!' }).first().waitFor();
    await home.goto(`http://${name}:${product.sitesPort}/blog/wp-login.php`);
    await home.getByLabel('Username or Email Address').fill('admin');
    await home.getByLabel('Password', { exact: true }).fill(password);
    await home.getByRole('button', { name: 'Log In' }).click();
    await home.locator('#dashboard-widgets').waitFor();
    await home.goto(`http://${name}:${product.sitesPort}/blog/wp-admin/media-new.php?browser-uploader`);
    await home.locator('#async-upload').setInputFiles(join(root, 'blog', PICTURE));
    await home.locator('#html-upload').click();
    await home.waitForURL(/upload\.php/);
    const picture = home.locator('.attachment img, td.title img').first();
    await picture.waitFor();
    const address = new URL((await picture.getAttribute('src')) ?? '');
    expect(address.pathname).toMatch(/^\/blog\/wp-content\/uploads\//);
    expect(
      (
        await home.request.get(`http://127.0.0.1:${product.sitesPort}${address.pathname}`, {
          headers: { host: name },
        })
      ).status(),
    ).toBe(200);
    await home.close();
  });
});
