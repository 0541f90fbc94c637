import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { haveFtpServers, startPureFtpd, type SourceServer } from '../../server/testing/source-servers';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { eventually } from './eventually';
import { axeFindings, overflowX } from './page-checks';
import { makeTestSite, type TestSite } from './test-site';
import { visitSite, type Product } from './product';
import { sharedProduct } from './shared-product';

const MB = 1024 * 1024;

const itWithServer = haveFtpServers() ? it : it.skip;

describe('a site that is moved here by its page alone', () => {
  let product: Product;
  let browser: Browser;
  let site: TestSite;
  let folder: string;
  let slow: SourceServer;
  let fast: SourceServer;

  beforeAll(async () => {
    product = sharedProduct();
    folder = mkdtempSync(join(tmpdir(), 'sitedeck-old-site-'));
    const files = { site: join(folder, 'site'), scratch: join(folder, 'scratch'), pair: '' };
    makeOldSite(files.site);
    mkdirSync(files.scratch);
    chmodSync(folder, 0o755);
    site = await makeTestSite(product, 'mover');
    browser = await openBrowser();
    if (!haveFtpServers()) return;
    slow = await startPureFtpd(files, 'none', 500);
    fast = await startPureFtpd(files, 'none');
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), slow?.stop(), fast?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  /** The large file takes a minute at the pace of the slow server. */
  function makeOldSite(root: string): void {
    mkdirSync(join(root, 'public_html/pages'), { recursive: true });
    const put = (name: string, text: string) => writeFileSync(join(root, 'public_html', name), text);
    put('index.html', '<h1>Old home page</h1>');
    put('pages/价格.html', '<h1>Old prices</h1>');
    put('large.bin', '');
    truncateSync(join(root, 'public_html/large.bin'), 30 * MB);
  }

  async function openPage(language: 'zh-CN' | 'en-US', width: number): Promise<Page> {
    const session = await withSession(browser, product, { client: site.client, language, width });
    await session.addInitScript((locale) => localStorage.setItem('sitedeck.locale', locale), language);
    const page = await session.newPage();
    await page.goto(`${product.origin}/tool/siteMigrate`);
    return page;
  }

  const served = (path: string) => visitSite(product, `${site.hostCode}.localhost`, path);
  /** What moves leave in the private folder of the host. */
  const staged = () => readdirSync(join(site.root, '../.sitedeck/move'));

  itWithServer('leaves nothing when its owner stops it', async () => {
    const before = site.state();
    const page = await openPage('zh-CN', 1440);
    await page.getByText('还没有搬家记录').waitFor();
    await page.getByLabel('服务器', { exact: true }).fill('127.0.0.1');
    await page.getByLabel('端口').fill(String(slow.port));
    await page.getByLabel('用户名').fill(slow.user);
    await page.getByLabel('密码').fill('wrong');
    await page.getByLabel('来源文件夹').fill('/public_html');
    await page.getByRole('button', { name: '检查' }).click();
    await page.getByText(/127\.0\.0\.1 拒绝登录/).waitFor();
    expect([await axeFindings(page), await overflowX(page)]).toEqual([[], 0]);

    await page.getByLabel('密码').fill(slow.password);
    await page.getByRole('button', { name: '检查' }).click();
    await page.getByText('3 个文件 · 30.00 MB').first().waitFor();
    await page.getByText('1 个同名文件将被覆盖：').waitFor();
    expect([await axeFindings(page), await overflowX(page)]).toEqual([[], 0]);
    await page.getByRole('button', { name: '开始搬家' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '开始搬家' }).click();

    await page.getByText('正在复制 large.bin').waitFor();
    expect([await axeFindings(page), await overflowX(page)]).toEqual([[], 0]);
    expect(staged().length).toBeGreaterThan(0);
    await page.getByRole('button', { name: '停止网站搬家' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '停止搬家' }).click();
    await page.getByText('未保存任何内容').waitFor();
    expect(site.state()).toEqual(before);
    expect(staged()).toEqual([]);
    await page.context().close();
  });

  itWithServer('is served from here once it has moved', async () => {
    const page = await openPage('en-US', 390);
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Move again' }).click();
    await page.getByLabel('Port').fill(String(fast.port));
    await page.getByLabel('Password').fill(fast.password);
    // By keyboard alone from here on.
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Start move' }).waitFor();
    expect([await axeFindings(page), await overflowX(page)]).toEqual([[], 0]);
    await page.getByRole('button', { name: 'Start move' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/1 file with the same name will be overwritten/).waitFor();
    await dialog.getByRole('button', { name: 'Start move' }).press('Enter');
    await page.getByText('Completed', { exact: true }).waitFor();
    expect([await axeFindings(page), await overflowX(page)]).toEqual([[], 0]);
    expect(await served('/')).toEqual({ status: 200, body: '<h1>Old home page</h1>' });
    expect(await served(`/pages/${encodeURIComponent('价格')}.html`)).toEqual({
      status: 200,
      body: '<h1>Old prices</h1>',
    });
    await eventually(async () => expect(staged()).toEqual([]));
    await page.context().close();
  });
});
