import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { Client } from './api';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { eventually } from './eventually';
import { makeOwner } from './portal';
import { visitSite, type Product } from './product';
import { sharedProduct } from './shared-product';
import { axeFindings, overflowX } from './page-checks';

jest.setTimeout(400_000);

/** A busy machine backs up slowly. A task that never ends fails the test after this time, ms. */
const PATIENCE_MS = 120_000;

describe('backup and restore in the console', () => {
  let product: Product;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let client: Client;
  let hostCode: string;

  beforeAll(async () => {
    product = sharedProduct();
    ({ client, hostCode } = await makeOwner(product, 'backups'));
    await write('/wwwroot/index.html', 'as it was');
    browser = await openBrowser();
    context = await withSession(browser, product, { client });
    page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${product.origin}/backup/site`);
  });
  afterAll(() => browser?.close());

  /** Retries, since a task may still lock the workspace. */
  const write = (path: string, content: string) =>
    eventually(
      async () =>
        expect(await client.call('POST /fs/echo', { path, content })).toMatchObject({ code: '200' }),
      PATIENCE_MS,
    );

  const sees = (path: string, seen: object) =>
    eventually(
      async () => expect(await visitSite(product, `${hostCode}.localhost`, path)).toMatchObject(seen),
      PATIENCE_MS,
    );

  const timeline = () => page.getByRole('region', { name: '恢复点', exact: true });
  const points = () => timeline().locator('li[data-point]');
  const dialog = (title: RegExp | string) => page.getByRole('dialog', { name: title });
  /** Waits until no backup task runs and the page shows that. */
  const settled = () => page.getByRole('region', { name: '进行中的备份任务' }).waitFor({ state: 'detached' });
  const prove = async () => {
    await page.getByLabel('当前 FTP 密码').fill('password of backups');
    await page.keyboard.press('Enter');
    await page.getByLabel('当前 FTP 密码').waitFor({ state: 'detached' });
  };
  const press = (place: Locator, name: string) => place.getByRole('button', { name, exact: true }).click();

  it('backs up at a click and shows the restore point in the timeline', async () => {
    await page.getByText('还没有备份').first().waitFor();
    await press(page.locator('.sd-page-actions'), '立即备份');
    await dialog('立即备份').getByLabel('备注（选填）').fill('good');
    await press(dialog('立即备份'), '立即备份');
    await points().filter({ hasText: 'good' }).waitFor();
    await settled();
    await points().getByText('未校验').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowX(page)).toBe(0);
  });

  it('restores the site after it says what will be replaced, and undoes the restore', async () => {
    await write('/wwwroot/index.html', 'defaced');
    await write('/wwwroot/evil.html', 'evil');
    await sees('/', { body: 'defaced' });
    await points()
      .getByRole('button', { name: /^恢复.* 的备份$/ })
      .click();
    await page.getByRole('menuitem', { name: '恢复网站文件' }).click();
    const question = dialog(/^恢复网站到/);
    await question.getByText(/移除新增的 1 个文件/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await press(question, '恢复网站');
    await prove();
    await sees('/', { body: 'as it was' });
    await sees('/evil.html', { status: 404 });

    const undo = page.getByRole('status').getByRole('button', { name: '撤销恢复' });
    await settled();
    await undo.click();
    await sees('/', { body: 'defaced' });
    await sees('/evil.html', { body: 'evil' });
    await settled();
    await page.getByRole('status').getByRole('button', { name: '重做恢复' }).waitFor();
    await page.getByText('撤销恢复之前自动保存').waitFor();
  });

  it('restores a single file from a restore point', async () => {
    await points()
      .getByRole('button', { name: /^浏览.* 的备份$/ })
      .click();
    const drawer = dialog(/备份中的文件$/);
    await drawer.getByRole('button', { name: 'wwwroot', exact: true }).click();
    await drawer.getByLabel('选择 index.html').check();
    await press(drawer, '恢复所选');
    const question = dialog(/^将所选的 1 项恢复到/);
    await press(question, '恢复所选');
    await prove();
    await sees('/', { body: 'as it was' });
    await sees('/evil.html', { body: 'evil' });
    await settled();
  });

  it('schedules further backups and tests that a restore point can be restored', async () => {
    await page.getByRole('button', { name: '修改 计划' }).click();
    const plan = dialog('备份计划与保留策略');
    await plan.getByLabel('频率').click();
    await page.locator('.ant-select-item-option').getByText('每天', { exact: true }).click();
    await plan.getByText(/^\d{4}-\d\d-\d\d 03:00、/).waitFor();
    await press(plan, '保存计划');
    await page.getByText('每天 03:00').waitFor();
    await points()
      .getByRole('button', { name: /^校验.* 的备份$/ })
      .click();
    await points().getByText('已校验').waitFor();
    await settled();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('shows both pages without faults on a narrow screen, in English and in the dark theme', async () => {
    const narrow = await withSession(browser, product, { client, language: 'en-US', width: 390 });
    await narrow.addInitScript(() => localStorage.setItem('sitedeck.locale', 'en-US'));
    const small = await narrow.newPage();
    await small.emulateMedia({ colorScheme: 'dark' });
    for (const name of ['site', 'database']) {
      await small.goto(`${product.origin}/backup/${name}`);
      await small.getByText('Daily at 03:00').waitFor();
      expect([name, await axeFindings(small), await overflowX(small)]).toEqual([name, [], 0]);
    }
    await narrow.close();
  });
});
