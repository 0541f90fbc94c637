import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openBrowser } from './browser';
import { eventually } from './eventually';
import { visitSite, type Product } from './product';
import { examinePage, HARMLESS_SHELL, openScanPage } from './scan-page';
import { addFinding } from './scan-rows';
import { sharedProduct } from './shared-product';
import { openTaskRows } from './task-rows';
import { chownToSite, makeTestSite, type TestSite } from './test-site';

jest.setTimeout(400_000);

const PATH = '/wwwroot/a.php';

describe('findings of a web-shell scan', () => {
  let product: Product;
  let browser: Browser;
  let site: TestSite;

  beforeAll(async () => {
    product = sharedProduct();
    site = await makeTestSite(product, 'scanned');
    writeFileSync(join(site.root, 'a.php'), HARMLESS_SHELL);
    chownToSite(site);
    const rows = await openTaskRows(product);
    await addFinding(rows, 'scanned', { path: PATH, content: HARMLESS_SHELL });
    await rows.close();
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  const served = () => visitSite(product, `${site.hostCode}.localhost`, '/a.php');

  const openPage = (language: 'zh-CN' | 'en-US', width?: number) =>
    openScanPage({ browser, product, site, language, width });

  it('shows the visits that called the file', async () => {
    await eventually(async () => expect(await served()).toEqual({ status: 200, body: '42' }));
    const page = await openPage('en-US', 390);
    await page.getByRole('button', { name: `Details of ${PATH}` }).click();
    await examinePage(page);
    await page.getByRole('button', { name: 'View visits' }).click();
    await page.getByText('GET /a.php').first().waitFor();
    await examinePage(page);
    await page.context().close();
  });

  it('takes the file from visitors by quarantine, and brings it back by undo', async () => {
    const page = await openPage('zh-CN');
    await page.getByRole('button', { name: `隔离 ${PATH}` }).click();
    await page.getByText(`已隔离 ${PATH}`).waitFor();
    expect((await served()).status).toBe(404);
    expect(existsSync(join(site.root, 'a.php'))).toBe(false);
    await page.getByRole('button', { name: '撤销' }).click();
    await page.getByText(`已恢复 ${PATH}`).waitFor();
    expect(readFileSync(join(site.root, 'a.php'), 'utf8')).toBe(HARMLESS_SHELL);
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

  it('takes a file as trusted for a reason, and says it with the file', async () => {
    const page = await openPage('zh-CN');
    await page.getByRole('button', { name: `${PATH} 的详情` }).click();
    await page.getByRole('button', { name: '这是误报' }).click();
    await page.getByLabel('忽略原因').fill('演示用');
    await page.getByRole('dialog').getByRole('button', { name: '忽略' }).click();
    await page.getByText(`已忽略 ${PATH}`).waitFor();
    await page.getByRole('heading', { name: '已扫描 8,412 个文件，未发现风险' }).waitFor();
    await page.getByRole('tab', { name: '已忽略' }).click();
    await page.getByText('忽略原因：演示用').waitFor();
    expect((await served()).status).toBe(200);
    await page.context().close();
  });

  it('keeps the schedule, and saves its findings as a report', async () => {
    const page = await openPage('en-US');
    await page.getByRole('button', { name: 'Schedule: off' }).click();
    await page.getByRole('combobox', { name: 'Frequency' }).click();
    await page.getByTitle('Weekly').click();
    await examinePage(page);
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
