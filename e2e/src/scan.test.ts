import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { eventually } from './eventually';
import { axeFindings, overflowX } from './page-checks';
import { visitSite, type Product } from './product';
import { sharedProduct } from './shared-product';
import { chownToSite, makeTestSite, type TestSite } from './test-site';

jest.setTimeout(400_000);

/** Does what web shells do, and nothing else. */
const LOOK_ALIKE = "<?php\n// wp cache helper\neval($_POST['x'] ?? 'echo 7 * 6;');\n";
const PATH = '/wwwroot/uploads/a.php';

describe('the web-shell scan of a running product', () => {
  let product: Product;
  let browser: Browser;
  let site: TestSite;

  beforeAll(async () => {
    product = sharedProduct();
    site = await makeTestSite(product, 'scanned');
    mkdirSync(join(site.root, 'uploads'));
    writeFileSync(join(site.root, 'uploads/a.php'), LOOK_ALIKE, { mode: 0o640 });
    writeFileSync(join(site.root, 'index.php'), "<?php echo htmlspecialchars($_GET['name'] ?? 'none');\n");
    chownToSite(site);
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  const served = () => visitSite(product, `${site.hostCode}.localhost`, '/uploads/a.php');

  async function openPage(language: 'zh-CN' | 'en-US', width = 1440): Promise<Page> {
    const session = await withSession(browser, product, { client: site.client, language, width });
    await session.addInitScript((locale) => localStorage.setItem('sitedeck.locale', locale), language);
    const page = await session.newPage();
    await page.goto(`${product.origin}/safe/searchAndKill`);
    return page;
  }
  const examine = async (page: Page) =>
    expect([await axeFindings(page), await overflowX(page)]).toEqual([[], 0]);

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
    await examine(page);
    await page.context().close();
  });

  it('shows the visits that called the file', async () => {
    const page = await openPage('en-US', 390);
    await page.getByRole('button', { name: `Details of ${PATH}` }).click();
    await page.getByRole('button', { name: 'View visits' }).click();
    await page.getByText('GET /uploads/a.php').first().waitFor();
    await examine(page);
    await page.context().close();
  });

  it('takes the file from visitors by quarantine, and brings it back by undo', async () => {
    const page = await openPage('zh-CN');
    await page.getByRole('button', { name: `隔离 ${PATH}` }).click();
    await page.getByText(`已隔离 ${PATH}`).waitFor();
    expect((await served()).status).toBe(404);
    expect(existsSync(join(site.root, 'uploads/a.php'))).toBe(false);
    await page.getByRole('button', { name: '撤销' }).click();
    await page.getByText(`已恢复 ${PATH}`).waitFor();
    expect(readFileSync(join(site.root, 'uploads/a.php'), 'utf8')).toBe(LOOK_ALIKE);
    await eventually(async () => expect(await served()).toEqual({ status: 200, body: '42' }));
    await page.context().close();
  });

  it('opens the file in the editor, at its line', async () => {
    const page = await openPage('zh-CN');
    await page.getByRole('button', { name: `${PATH} 的详情` }).click();
    await page.getByRole('button', { name: '查看整个文件' }).click();
    await page.getByText('行 3，列 1').waitFor();
    expect(new URL(page.url()).pathname).toBe('/fileManage');
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
    writeFileSync(join(site.root, 'uploads/a.php'), `${LOOK_ALIKE}// changed\n`);
    await page.getByRole('button', { name: '快速扫描' }).click();
    await page.getByRole('heading', { name: '发现 1 个高危文件' }).waitFor();
    await page.context().close();
  });

  it('keeps the schedule, and saves its findings as a report', async () => {
    const page = await openPage('en-US');
    await page.getByRole('button', { name: 'Schedule: off' }).click();
    await page.getByRole('combobox', { name: 'Frequency' }).click();
    await page.getByTitle('Weekly').click();
    await examine(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^Saved\. Next scan: /).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Schedule: weekly at 02:00' }).waitFor();
    await page.getByRole('button', { name: 'Export report' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'JSON' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^scan-report-vh\d+-[\d-]+\.json$/);
    const files = JSON.parse(readFileSync(await download.path(), 'utf8')) as { path: string }[];
    expect(files.map(({ path }) => path)).toContain(PATH);
    await page.context().close();
  });
});
