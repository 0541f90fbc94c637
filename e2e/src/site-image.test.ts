import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { loginForm, sendLogin } from './api';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { eventually } from './eventually';
import { axeFindings, overflowX } from './page-checks';
import { chownToSite, makeTestSite, type TestSite } from './test-site';
import { visitSite, type Product } from './product';
import { sharedProduct } from './shared-product';

jest.setTimeout(400_000);

const [SOURCE, TARGET] = ['shop-before', 'shop-after'];
const RULE = String.raw`rewrite ^/article/(\d+)$ /index.php?id=$1 last;`;

/** Reads its articles from the database. As some systems do, it keeps the login of each address in a file of its own. */
const PROGRAM = `<?php
$login = require "../data/{$_SERVER['HTTP_HOST']}.php";
$database = new mysqli('127.0.0.1', $login['name'], $login['password'], $login['name'], $login['port']);
$id = (int) ($_GET['id'] ?? 0);
$row = $database->query("SELECT title, body FROM article WHERE id = " . ($id ?: 1))->fetch_assoc();
echo $id ? "<h1>$row[title]</h1>$row[body]" : "<a href=\\"/article/1\\">$row[title]</a>";
`;

const loginFile = ({ database: { port, name, password } }: TestSite): string =>
  `<?php return ['port' => ${port}, 'name' => '${name}', 'password' => '${password}'];`;

describe('a site that is taken to another host as an image', () => {
  let product: Product;
  let browser: Browser;
  let source: TestSite;
  let target: TestSite;
  let folder: string;
  let image: string;

  beforeAll(async () => {
    product = sharedProduct();
    folder = mkdtempSync(join(tmpdir(), 'sitedeck-image-'));
    image = join(folder, 'shop.tar.zst');
    [source, target] = [await makeTestSite(product, SOURCE), await makeTestSite(product, TARGET)];
    for (const site of [source, target]) {
      writeFileSync(join(site.root, `../data/${site.hostCode}.localhost.php`), loginFile(site));
      chownToSite({ ...site, root: join(site.root, '../data') });
    }
    writeFileSync(join(source.root, 'index.php'), PROGRAM);
    chownToSite(source);
    source.sql(
      'CREATE TABLE article (id int PRIMARY KEY, title text, body text)',
      "INSERT INTO article VALUES (1, 'Prices', 'One apple is a penny')",
    );
    const settings = { indexPath: 'index.php', rewriteCode: RULE };
    const written = await source.client.call('POST /api/vhost/config/write', {
      image: JSON.stringify(settings),
    });
    expect(written.code).toBe('200');
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const served = async (site: TestSite, path: string) =>
    visitSite(product, `${site.hostCode}.localhost`, path);
  const HOME = { status: 200, body: '<a href="/article/1">Prices</a>' };
  const ARTICLE = { status: 200, body: '<h1>Prices</h1>One apple is a penny' };

  /** Signs the owner in by password: a sign-in by token would need no other proof. */
  async function openPage(hostName: string, language: 'zh-CN' | 'en-US', width: number): Promise<Page> {
    const form = await loginForm(product, hostName, `password of ${hostName}`);
    const { client } = await sendLogin(product, form);
    const session = await withSession(browser, product, { client, language, width });
    await session.addInitScript((locale) => localStorage.setItem('sitedeck.locale', locale), language);
    const page = await session.newPage();
    await page.goto(`${product.origin}/tool/siteImage`);
    return page;
  }
  const examine = async (page: Page) =>
    expect([await axeFindings(page), await overflowX(page)]).toEqual([[], 0]);

  it('is packed by the page, and downloaded as a file that tar unpacks', async () => {
    await eventually(async () => expect(await served(source, '/article/1')).toEqual(ARTICLE));
    const page = await openPage(SOURCE, 'zh-CN', 1440);
    await page.getByText('还没有镜像').waitFor();
    await page.getByRole('button', { name: '制作镜像' }).first().click();
    await page.getByRole('dialog').getByLabel('名称').fill('搬迁前');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: /^搬迁前/ }).waitFor();
    await examine(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载 搬迁前' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^vh\d+-image-\d+\.tar\.zst$/);
    await download.saveAs(image);
    const names = execFileSync('tar', ['--zstd', '-tf', image], { encoding: 'utf8' }).split('\n');
    expect(names).toEqual(
      expect.arrayContaining(['manifest.json', 'configuration.json', 'database.sql', 'wwwroot/index.php']),
    );
    await page.context().close();
  });

  /** Uploads a file into the folder that visitors can't read. */
  async function uploadFile(page: Page, file: string): Promise<void> {
    await page.goto(`${product.origin}/fileManage?path=/data`);
    await page.getByTestId('pick-files').setInputFiles(file);
    await page
      .getByText(file.slice(folder.length + 1), { exact: true })
      .first()
      .waitFor();
    await page.goto(`${product.origin}/tool/siteImage`);
  }

  async function addFromFile(page: Page, name: string): Promise<void> {
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add from file' }).click();
    await dialog.getByRole('button', { name: 'Choose file' }).click();
    await dialog.getByRole('button', { name: 'data', exact: true }).click();
    await dialog.getByRole('button', { name: new RegExp(name) }).click();
    await examine(page);
    await dialog.getByRole('button', { name: 'Add image' }).click();
  }

  it('is not taken from a file that was cut, and the page says so', async () => {
    const cut = join(folder, 'cut.tar.zst');
    writeFileSync(cut, readFileSync(image));
    truncateSync(cut, readFileSync(image).length - 100);
    const page = await openPage(TARGET, 'en-US', 1440);
    await uploadFile(page, cut);
    await addFromFile(page, 'cut.tar.zst');
    await page.getByText('The file is not a site image, or is damaged or incomplete').waitFor();
    await page.getByText('No images yet').waitFor();
    await page.context().close();
  });

  it('answers under the address of the other host, with its own database, once the image is deployed there', async () => {
    const page = await openPage(TARGET, 'en-US', 390);
    await uploadFile(page, image);
    await addFromFile(page, 'shop.tar.zst');
    await page.getByText(`Added from a file, made of ${SOURCE}`).waitFor();
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Deploy' }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: 'Files that the image does not have' });
    await dialog.getByText(`This image was made of ${SOURCE}.`).waitFor();
    await dialog.getByText('Default documents').waitFor();
    await dialog.getByText('Rewrite rules').waitFor();
    await examine(page);
    // The other host keeps its own login of the database.
    await dialog.getByLabel('Keep them').check();
    await dialog.getByLabel(/^Type the name of the host/).fill(TARGET);
    await page.keyboard.press('Enter');
    await page.getByLabel('Current FTP password').fill(`password of ${TARGET}`);
    await page.keyboard.press('Enter');
    await page.getByText(/^An image was deployed on/).waitFor({ timeout: 120_000 });
    await examine(page);
    expect(await served(target, '/')).toEqual(HOME);
    expect(await served(target, '/article/1')).toEqual(ARTICLE);
    target.sql("UPDATE article SET body = 'Two pence'");
    expect([await served(target, '/article/1'), await served(source, '/article/1')]).toEqual([
      { status: 200, body: '<h1>Prices</h1>Two pence' },
      ARTICLE,
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/^The deployment was undone/).waitFor({ timeout: 120_000 });
    expect((await served(target, '/')).body).toContain('First page');
    expect(target.sql('SHOW TABLES')).toBe('');
    await page.context().close();
  });
});
