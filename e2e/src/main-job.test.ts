import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openTab, type Tab } from './browser';
import { eventually } from './eventually';
import { visitSite, type Product } from './product';
import { sharedProduct } from './shared-product';

/** Makes a folder as an owner would have it: a page, a style sheet, a nested Chinese name, a large file. */
async function makeFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'sitedeck-upload-'));
  const folder = join(parent, 'my-site');
  await mkdir(join(folder, '图片/2026'), { recursive: true });
  await writeFile(join(folder, 'page.html'), '<h1>uploaded page</h1>');
  await writeFile(join(folder, 'empty.txt'), '');
  await writeFile(join(folder, '图片/2026/说明.txt'), '你好');
  await writeFile(join(folder, 'large.bin'), Buffer.alloc(9 * 1024 * 1024 + 7, 'x'));
  return parent;
}

async function signIn(page: Page, product: Product): Promise<void> {
  await page.goto(product.origin);
  await page.getByLabel('用户名').fill(product.demo.hostName);
  await page.getByLabel('密码', { exact: true }).fill(product.demo.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page
    .getByRole('link', { name: '退出登录' })
    .or(page.getByRole('button', { name: '退出登录' }))
    .waitFor();
}

describe('the main task of a site owner', () => {
  let product: Product;
  let browser: Browser;
  let desktop: string;
  let tab: Tab;

  beforeAll(async () => {
    // No other file uses the host of the first start, which this test changes.
    product = sharedProduct();
    browser = await openBrowser('no-preference');
    desktop = await makeFolder();
    tab = await openTab(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await rm(desktop, { recursive: true, force: true });
  });

  const site = (path: string) => visitSite(product, 'vh10001.localhost', path);

  it('goes from sign-in to a changed live site and signs out', async () => {
    const { page } = tab;
    await signIn(page, product);

    await page.getByRole('menuitem', { name: '文件管理' }).click();
    await page.getByRole('heading', { name: '文件管理' }).waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: '上传' }).click();
    await page.getByRole('menuitem', { name: /文件夹/ }).click();
    await (await chooser).setFiles(join(desktop, 'my-site'));
    // The workspace is locked until the upload has ended. The notice is shown for some seconds only.
    await Promise.all([
      page.getByText('已上传 4 个文件').waitFor(),
      page.getByText('my-site', { exact: true }).first().waitFor(),
    ]);
    await eventually(async () => expect(await site('/my-site/page.html')).toMatchObject({ status: 200 }));
    expect((await site('/my-site/large.bin')).body).toHaveLength(9 * 1024 * 1024 + 7);
    expect((await site(encodeURI('/my-site/图片/2026/说明.txt'))).body).toBe('你好');

    await page.getByRole('gridcell', { name: 'index.html', exact: true }).dblclick();
    await page.getByRole('dialog').getByRole('textbox').fill('<h1>edited in the console</h1>');
    await page.keyboard.press('Control+s');
    await eventually(async () => expect((await site('/')).body).toBe('<h1>edited in the console</h1>'));
    await page.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).last().click();

    await page.getByRole('gridcell', { name: 'my-site', exact: true }).click();
    await page.keyboard.press('Delete');
    await eventually(async () => expect((await site('/my-site/page.html')).status).toBe(404));

    await page.getByRole('button', { name: /^任务/ }).click();
    await page.getByRole('link', { name: '全部任务' }).click();
    await page.getByRole('heading', { name: '任务中心' }).waitFor();
    await page.getByRole('row', { name: /上传文件 \/wwwroot.*已完成.*4 个文件 · 9\.00 MB/ }).waitFor();

    await page.getByRole('button', { name: '退出登录' }).click();
    await page.getByLabel('用户名').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    await page.goto(`${product.origin}/fileManage`);
    await page.getByLabel('用户名').waitFor();
  });
});
