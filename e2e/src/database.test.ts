import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Client } from './api';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { eventually } from './eventually';
import { makeOwner } from './portal';
import type { Product } from './product';
import { sharedProduct } from './shared-product';
import { axeFindings, overflowX } from './page-checks';

/** The length stands before each text: a replacement must correct it. */
const SERIALISED = 'a:1:{s:4:"home";s:22:"http://old.example.com";}';
const DUMP = `-- A shop's dump
SET NAMES utf8mb4;
USE \`somewhere_else\`;
CREATE TABLE \`orders\` (\`id\` int NOT NULL PRIMARY KEY, \`note\` varchar(200) NOT NULL) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO \`orders\` VALUES (1,'中文 http://old.example.com/a'),(2,'plain');
CREATE TABLE \`options\` (\`name\` varchar(50) NOT NULL PRIMARY KEY, \`value\` text NOT NULL) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO \`options\` VALUES ('site','${SERIALISED.replaceAll('"', '\\"')}');
`;
const HOSTILE = `CREATE TABLE t (id int);\nGRANT ALL ON *.* TO 'me'@'%';\n`;

describe('the database pages', () => {
  let product: Product;
  let browser: Browser;
  let context: BrowserContext;
  let client: Client;
  let hostName: string;
  let hostCode: string;

  beforeAll(async () => {
    product = sharedProduct();
    hostName = 'database';
    ({ client, hostCode } = await makeOwner(product, hostName));
    await write('/data/shop.sql', DUMP);
    await write('/data/hostile.sql', HOSTILE);
    // The worker makes the database after the host.
    await eventually(async () => {
      const { res } = await client.call('GET /api/database/info');
      expect(res).toMatchObject({ engine: { is: 'on' } });
    });
    browser = await openBrowser('no-preference');
    context = await withSession(browser, product, { client });
  });
  // Close pages that a failed case has left open.
  afterEach(() => Promise.all(context.pages().map((page) => page.close())));
  afterAll(() => browser?.close());

  async function write(path: string, content: string): Promise<void> {
    expect(await client.call('POST /fs/echo', { path, content })).toMatchObject({ code: '200' });
  }

  const tables = async (): Promise<readonly string[]> => {
    const { res } = await client.call('GET /api/database/tables');
    return (res['tables'] as { name: string }[]).map(({ name }) => name).sort();
  };

  async function open(): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${product.origin}/database/manage`);
    await page.getByText('库名').waitFor();
    return page;
  }
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
  const choose = async (page: Page, name: string) => {
    await page.getByRole('button', { name: '更多', exact: true }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  /** The page reports the end of a task in the block that started it. */
  const reported = (page: Page, words: string) =>
    page.locator('.sd-alert').getByText(words).waitFor({ timeout: 120_000 });
  /** Only in the list of tables, since a running task also names the table it works on. */
  const listed = (page: Page, table: string) => page.locator('.db-tabs').getByText(table, { exact: true });
  const expectNoFaults = async (page: Page) => {
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowX(page)).toBe(0);
  };

  it('imports a dump after showing what it holds, and refuses one that reaches other databases', async () => {
    const page = await open();
    await page.getByText('还没有数据表，可导入 .sql 或 .sql.gz').waitFor();
    await page.getByRole('button', { name: '导入', exact: true }).first().click();
    const form = dialog(page, '导入数据库');
    const file = form.getByLabel('主机上的文件');
    await file.fill('/data/hostile.sql');
    await file.press('Enter');
    await form.getByText(/^第 2 行/).waitFor();
    const start = form.getByRole('button', { name: '导入', exact: true });
    expect(await start.getAttribute('aria-disabled')).toBe('true');

    await form.getByRole('button', { name: '选择文件' }).click();
    await form.getByRole('button', { name: /^shop\.sql/ }).click();
    await form.getByText('创建 2 张表').waitFor();
    await form.getByText('选择数据库 1 处').waitFor();
    await expectNoFaults(page);
    await start.click();
    await form.waitFor({ state: 'detached' });
    await reported(page, '数据库导入已完成');
    await listed(page, 'orders').waitFor();
    // 40 px, and the line below.
    const row = await page.locator('.db-tabs tbody tr').filter({ hasText: 'orders' }).boundingBox();
    expect(row?.height).toBe(41);
    expect(await tables()).toEqual(['options', 'orders']);
    await expectNoFaults(page);
    await page.close();
  });

  it('replaces an address, also inside serialised PHP values, and exports the result', async () => {
    const page = await open();
    await listed(page, 'orders').waitFor();
    await choose(page, '替换网址');
    const form = dialog(page, '替换网址');
    await form.getByLabel('旧网址').fill('http://old.example.com');
    await form.getByLabel('新网址').fill('https://www.new.example');
    await form.getByRole('button', { name: '检查' }).click();
    await form.getByText('在 2 张表中找到 2 行').waitFor();
    await form.getByRole('button', { name: '替换 2 行' }).click();
    await reported(page, '网址替换已完成');

    await page.getByRole('button', { name: '导出', exact: true }).first().click();
    const exporting = dialog(page, '导出数据库');
    await exporting.getByRole('button', { name: '导出', exact: true }).click();
    await reported(page, '数据库导出已完成');
    await page.locator('.sh-task-entry').click();
    const foot = page.locator('.sh-task-row-foot').filter({ hasText: '下载' }).first();
    const download = await foot.getByText('下载', { exact: true }).boundingBox();
    const details = await foot.getByText('查看', { exact: true }).boundingBox();
    // The acts of a task stand together at the end of its row.
    expect((details?.x ?? 0) - (download?.x ?? 0) - (download?.width ?? 0)).toBeLessThan(40);
    await page.keyboard.press('Escape');
    // Export as plain text too, which the test can read.
    const path = '/data/after.sql';
    expect(await client.call('POST /api/database/export', { format: 'sql', to: path })).toMatchObject({
      code: '200',
    });
    await eventually(async () => {
      const { res } = await client.call('POST /fs/cat', { path });
      const dump = String(res['content']).replaceAll('\\"', '"');
      expect(dump).toContain('中文 https://www.new.example/a');
      expect(dump).toContain('s:23:"https://www.new.example"');
    });
    await page.close();
  });

  it('leaves the focus in a field while the dialog is still opening', async () => {
    const page = await open();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Animation.enable');
    const movingAt = (playbackRate: number) => devtools.send('Animation.setPlaybackRate', { playbackRate });
    await page.getByRole('button', { name: '更多', exact: true }).click();
    const item = page.getByRole('menuitem', { name: '替换网址' });
    await item.hover();
    await movingAt(0.02);
    await item.click();
    const form = dialog(page, '替换网址');
    const second = form.getByLabel('新网址');
    await second.evaluate((field) => field.focus());
    await movingAt(1);
    // Wait for the end of the opening animation, which could move the focus.
    await form.and(page.locator(':not([class*="zoom"])')).waitFor();
    expect(await second.evaluate((field) => field.matches(':focus'))).toBe(true);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await page.close();
  });

  it('resets the database with proof of identity and undoes it in one click', async () => {
    const page = await open();
    await listed(page, 'orders').waitFor();
    await page.getByRole('button', { name: '更多', exact: true }).click();
    await page.getByRole('menuitem', { name: '重置数据库' }).waitFor();
    await expectNoFaults(page);
    await page.getByRole('menuitem', { name: '重置数据库' }).click();
    const question = dialog(page, '重置数据库');
    await question.getByText(/重置会删除全部 2 张表/).waitFor();
    const { res } = await client.call('GET /api/database/info');
    const { name } = res['database'] as { name: string };
    await question.getByRole('textbox').fill(name);
    await page.keyboard.press('Enter');
    const proof = dialog(page, '验证身份');
    await proof.getByLabel('当前 FTP 密码').fill(`password of ${hostName}`);
    await page.keyboard.press('Enter');
    await reported(page, '数据库重置已完成');
    await page.getByText('还没有数据表，可导入 .sql 或 .sql.gz').waitFor();
    expect(await tables()).toEqual([]);

    await page.locator('.sd-alert').getByRole('button', { name: '撤销' }).click();
    await reported(page, '数据库已回到之前的状态');
    await listed(page, 'orders').waitFor();
    expect(await tables()).toEqual(['options', 'orders']);
    await page.close();
  });

  it('opens the admin tool by one click, on its own origin and for this database only', async () => {
    const page = await open();
    const coming = context.waitForEvent('page');
    await page.getByRole('button', { name: '登录管理工具' }).click();
    const tool = await coming;
    await tool.getByRole('link', { name: 'orders', exact: true }).first().waitFor();
    const { hostname, searchParams } = new URL(tool.url());
    expect([hostname, searchParams.get('db')]).toEqual(['tools.localhost', `u_${hostCode}`]);
    const secret = await client.call('POST /api/database/secret', {});
    expect(await tool.content()).not.toContain(String(secret.res['password']));
    // The first option stands for no database.
    const offered = await tool.locator('select[name=db] option').allInnerTexts();
    expect(offered.filter(Boolean)).toEqual([`u_${hostCode}`]);

    const opening = context.waitForEvent('page');
    await page.getByRole('button', { name: 'orders', exact: true }).click();
    const rows = await opening;
    await rows.getByText('plain', { exact: true }).waitFor();
    expect(new URL(rows.url()).searchParams.get('select')).toBe('orders');
    // The rules of the page let the console's style sheets in, and their colours apply.
    const ground = () => rows.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await ground()).toBe('rgb(245, 247, 250)');
    await rows.close();

    const secondReply = await client.call('GET /api/database/mysql/admin/adminer');
    const other = await browser.newContext();
    const visitor = await other.newPage();
    await visitor.goto(String(secondReply.res['url']));
    await visitor.getByRole('link', { name: 'orders', exact: true }).first().waitFor();
    expect((await visitor.goto(String(secondReply.res['url'])))?.status()).toBe(403);
    await visitor.getByText('请从控制台重新打开').waitFor();
    await other.close();
    await tool.close();
    await page.close();
  });

  it('shows the database password on request and hides it again', async () => {
    const page = await open();
    await page.getByRole('button', { name: '显示密码' }).click();
    const { res } = await client.call('POST /api/database/secret', {});
    await page.getByText(String(res['password']), { exact: true }).waitFor();
    await page.getByRole('button', { name: '隐藏密码' }).click();
    await page.getByText(String(res['password']), { exact: true }).waitFor({ state: 'detached' });
    await page.close();
  });

  it('shows the page without faults on a narrow screen, in English and in the dark theme', async () => {
    const narrow = await withSession(browser, product, { client, language: 'en-US', width: 390 });
    await narrow.addInitScript(() => localStorage.setItem('sitedeck.locale', 'en-US'));
    const page = await narrow.newPage();
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const tab of ['tables', 'slow', 'connections', 'safety']) {
      await page.goto(`${product.origin}/database/manage?tab=${tab}`);
      await page.getByRole('tabpanel').first().waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      expect([tab, await axeFindings(page), await overflowX(page)]).toEqual([tab, [], 0]);
    }
    await page.getByText('Database import').first().waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog(page, 'Import database').getByLabel('File on server').waitFor();
    expect([await axeFindings(page), await overflowX(page)]).toEqual([[], 0]);
    await narrow.close();
  });
});
