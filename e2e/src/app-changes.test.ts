import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { buildTestApp, issueTestCatalogue } from '../../server/testing/test-app';
import { openKey } from '../../tooling/apps/catalogue';
import { callProvider, loginForm, sendLogin } from './api';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { eventually } from './eventually';
import { axeFindings, overflowX } from './page-checks';
import { makeHost } from './portal';
import { startProduct, type OwnProduct } from './product';

jest.setTimeout(300_000);

const HOST = 'app-changes';
const PASSWORD = `password of ${HOST}`;
const LONG = { timeout: 120_000 };
const PATH = '/tool/plugInManager';
/** Any control of the page and its dialogs is reached with fewer keys. */
const TABS_MAX = 60;

describe('an app that its owner changes', () => {
  let product: OwnProduct;
  let browser: Browser;
  let folder: string;
  let key: Awaited<ReturnType<typeof openKey>>;
  let hostCode: string;
  let root: string;
  let page: Page;
  let serial = 0;

  const catalogue = () => join(folder, 'catalogue');
  async function publish(version: string): Promise<void> {
    const files = { 'index.php': `<?php echo '${version}';`, 'admin.php': '<?php echo 1;' };
    const app = await buildTestApp(catalogue(), key, { version, files });
    await issueTestCatalogue(catalogue(), key, { app, serial: (serial += 1) });
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sitedeck-app-changes-'));
    // The worker reads the catalogue without root's rights.
    chmodSync(folder, 0o755);
    mkdirSync(catalogue());
    key = await openKey(join(folder, 'keys'));
    await publish('1.0');
    product = await startProduct({ APP_CATALOGUE: catalogue(), IMAGE_KEYS: key.publicKey });
    ({ hostCode } = await makeHost(product, HOST, { plugin: 1 }));
    root = join(product.data, 'hosts', hostCode, 'wwwroot');
    browser = await openBrowser();
    // A sign-in by token would need no other proof.
    const { client } = await sendLogin(product, await loginForm(product, HOST, PASSWORD));
    const context = await withSession(browser, product, { client, language: 'en-US' });
    await context.addInitScript(() => localStorage.setItem('sitedeck.locale', 'en-US'));
    page = await context.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const button = (label: string | RegExp) => page.getByRole('button', { name: label });
  const dialog = (name?: string | RegExp) => page.getByRole('dialog', name === undefined ? {} : { name });
  const examine = async () => expect([await axeFindings(page), await overflowX(page)]).toEqual([[], 0]);
  const index = () => readFileSync(join(root, 'notes/index.php'), 'utf8');

  /** Name of the element that has the focus. */
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return '';
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
      return (element.getAttribute('aria-label') ?? label ?? element.textContent).trim();
    });
  async function tabTo(name: string): Promise<void> {
    for (let tabs = 0; tabs < TABS_MAX && (await focused()) !== name; tabs += 1)
      await page.keyboard.press('Tab');
    expect(await focused()).toBe(name);
  }
  async function pressOn(name: string): Promise<void> {
    await tabTo(name);
    await page.keyboard.press('Enter');
  }
  async function typeInto(name: string, words: string): Promise<void> {
    await tabTo(name);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(words);
  }

  it('leaves nothing after a cancelled installation, which asks first', async () => {
    await page.goto(product.origin + PATH);
    await button('Install Notes').click();
    await dialog().getByText('/wwwroot/notes is empty').waitFor();
    // A select outside the theme has another edge, and is white in the dark.
    const edges = await Promise.all(
      [dialog().getByLabel('Site title'), dialog().locator('.ant-select')].map((field) =>
        field.evaluate((element) => getComputedStyle(element).borderTopColor),
      ),
    );
    expect(new Set(edges).size).toBe(1);
    await dialog().getByLabel('Site title').fill('waits');
    await dialog().getByLabel('Administrator email').fill('owner@example.com');
    await dialog().getByRole('button', { name: 'Install app' }).click();
    await dialog('Installing, please wait...')
      .getByText(/Step 4 of 5/)
      .waitFor(LONG);
    await button('Cancel installation').click();
    await page.getByText(/the folder and the database stay as they were\.$/).waitFor();
    await examine();
    await button('Stop task').click();
    await dialog('Installing, please wait...').waitFor({ state: 'detached', ...LONG });
    expect(existsSync(join(root, 'notes'))).toBe(false);
    await page.getByRole('tab', { name: 'Installed 0' }).waitFor();
  });

  it('installs by keyboard alone', async () => {
    await page.reload();
    await button('Install Notes').waitFor();
    await pressOn('Install Notes');
    await dialog().getByText('/wwwroot/notes is empty').waitFor();
    await typeInto('Site title', 'Mine');
    await typeInto('Administrator email', 'owner@example.com');
    await pressOn('Install app');
    await button('Start configuration').waitFor(LONG);
    await pressOn('Cancel');
    await page.getByText('Notes 1.0 was installed in /wwwroot/notes').waitFor(LONG);
    expect(index()).toContain("'1.0'");
  });

  it('updates, and returns to the earlier version by an undo', async () => {
    await publish('2.0');
    await button('Check for updates').click();
    await button('Update to 2.0: Notes').click();
    await dialog().getByText('No program file has been modified.').waitFor();
    await examine();
    await dialog().getByRole('button', { name: 'Update app' }).click();
    await page.getByText(/^Updated to Notes 2\.0 on/).waitFor(LONG);
    expect(index()).toContain("'2.0'");
    await button('Undo').click();
    await button('Restore previous state').click();
    await button('Update to 2.0: Notes').waitFor(LONG);
    expect(index()).toContain("'1.0'");
  });

  it('goes after a proof of identity, and comes back by an undo', async () => {
    await page.getByRole('tab', { name: 'Installed 1' }).click();
    await button(/^More/).click();
    await page.getByRole('menuitem', { name: 'Uninstall' }).click();
    await dialog('Uninstall Notes?').getByText('notes_notes').waitFor();
    await examine();
    await dialog().getByRole('button', { name: 'Uninstall app' }).click();
    await page.getByLabel('Current FTP password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText(/^Uninstalled Notes 1\.0 on/).waitFor(LONG);
    expect(existsSync(join(root, 'notes'))).toBe(false);
    await button('Undo').click();
    await button('Restore previous state').click();
    await page.getByRole('tab', { name: 'Installed 1' }).waitFor(LONG);
    expect(index()).toContain("'1.0'");
  });

  it('has neither menu entry nor page once its host has no apps', async () => {
    const menu = page.getByRole('menuitem', { name: /^App management/ });
    await menu.waitFor();
    await callProvider(product, `PATCH /provider/hosts/${hostCode}`, { plugin: 0 });
    await eventually(async () => {
      await page.goto(product.origin + PATH);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await page.getByRole('heading', { name: 'App management' }).count()).toBe(0);
    });
    const other = page.getByRole('menuitem', { name: /^Site move/ });
    if (!(await other.isVisible())) await page.getByRole('menuitem', { name: 'Tools' }).click();
    await other.waitFor();
    expect(await menu.count()).toBe(0);
    await examine();
  });
});
