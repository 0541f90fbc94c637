import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openBrowser } from './browser';
import { eventually } from './eventually';
import { visitSite, type Product } from './product';
import { examinePage, HARMLESS_SHELL, openScanPage } from './scan-page';
import { sharedProduct } from './shared-product';
import { chownToSite, makeTestSite, type TestSite } from './test-site';

jest.setTimeout(400_000);

const PATH = '/wwwroot/a.php';

describe('the web-shell scan of a running product', () => {
  let product: Product;
  let browser: Browser;
  let site: TestSite;

  beforeAll(async () => {
    product = sharedProduct();
    site = await makeTestSite(product, 'searched');
    writeFileSync(join(site.root, 'a.php'), HARMLESS_SHELL);
    writeFileSync(join(site.root, 'index.php'), "<?php echo htmlspecialchars($_GET['name'] ?? 'none');\n");
    chownToSite(site);
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  const served = () => visitSite(product, `${site.hostCode}.localhost`, '/a.php');

  const openPage = (language: 'zh-CN' | 'en-US', width?: number) =>
    openScanPage({ browser, product, site, language, width });

  it('finds a web shell, and argues its case by the code', async () => {
    await eventually(async () => expect(await served()).toEqual({ status: 200, body: '42' }));
    const page = await openPage('zh-CN');
    await page.getByText('还没有扫描过').waitFor();
    await page.getByRole('button', { name: '开始扫描' }).click();
    await page.getByRole('heading', { name: '发现 1 个高危文件' }).waitFor();
    await page.getByRole('button', { name: `${PATH} 的详情` }).click();
    const lines = page.getByRole('list', { name: '相关代码' }).getByRole('listitem');
    await lines.filter({ hasText: 'eval(' }).waitFor();
    await page.getByRole('heading', { name: '为什么判为高危' }).waitFor();
    await page.getByText('$_POST', { exact: false }).first().waitFor();
    await examinePage(page);
    await page.context().close();
  });

  it('does not list again what the owner trusts, until it changes', async () => {
    const page = await openPage('zh-CN');
    await page.getByRole('button', { name: `${PATH} 的详情` }).click();
    await page.getByRole('button', { name: '这是误报' }).click();
    await page.getByLabel('忽略原因').fill('演示用');
    await page.getByRole('dialog').getByRole('button', { name: '忽略' }).click();
    await page.getByText(`已忽略 ${PATH}`).waitFor();
    await page.getByRole('button', { name: '快速扫描' }).click();
    await page.getByRole('heading', { name: '正在扫描' }).waitFor();
    await page.getByRole('heading', { name: /已扫描 \d+ 个文件，未发现风险/ }).waitFor();
    writeFileSync(join(site.root, 'a.php'), `${HARMLESS_SHELL}// changed\n`);
    await page.getByRole('button', { name: '快速扫描' }).click();
    await page.getByRole('heading', { name: '发现 1 个高危文件' }).waitFor();
    await page.context().close();
  });
});
