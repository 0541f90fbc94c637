import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { Client } from './api';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { eventually } from './eventually';
import { makeOwner } from './portal';
import { requestSite, type Product } from './product';
import { sharedProduct } from './shared-product';
import { axeFindings, overflowX } from './page-checks';

interface Visit {
  readonly status: number;
  readonly location: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

describe('site settings as visitors see them', () => {
  let product: Product;
  let browser: Browser;
  let context: BrowserContext;
  let client: Client;
  let hostCode: string;

  beforeAll(async () => {
    product = sharedProduct();
    ({ client, hostCode } = await makeOwner(product, 'hostenv'));
    await write('/wwwroot/index.html', 'html');
    await write('/wwwroot/start.html', 'start');
    await write('/wwwroot/data.abc', 'abc');
    await write('/wwwroot/app.php', '<?php echo "app ", $_GET["p"] ?? "-", " ", ini_get("memory_limit");');
    browser = await openBrowser();
    context = await withSession(browser, product, { client });
  });
  afterAll(() => browser?.close());

  async function write(path: string, content: string, by = client): Promise<void> {
    expect(await by.call('POST /fs/echo', { path, content })).toMatchObject({ code: '200' });
  }

  async function visit(path: string, host = hostCode): Promise<Visit> {
    const { status, body, headers } = await requestSite(product, { name: `${host}.localhost`, path });
    return { status, location: headers.location, type: headers['content-type'], body };
  }
  const sees = (path: string, seen: Partial<Visit>, host = hostCode) =>
    eventually(async () => expect(await visit(path, host)).toMatchObject(seen));

  async function open(name: string, session = context): Promise<Page> {
    const page = await session.newPage();
    await page.goto(`${product.origin}/hostEnvSet/${name}`);
    await page.getByText('当前生效').first().waitFor();
    return page;
  }
  const save = async (page: Page) => {
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('已生效').first().waitFor();
  };
  const expectNoFaults = async (page: Page) => {
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowX(page)).toBe(0);
    await page.close();
  };

  it('serves the default document that the owner moved to the top by keyboard', async () => {
    const page = await open('home');
    await page.getByLabel('添加文件名').fill('start.html');
    await page.keyboard.press('Enter');
    const row = page.getByRole('listitem').filter({ hasText: 'start.html' });
    await row.waitFor();
    await row.getByRole('button', { name: /^移动|排序|拖动/ }).focus();
    for (let above = 5; above > 0; above -= 1) await page.keyboard.press('Alt+ArrowUp');
    const bar = await page.locator('.he-save').boundingBox();
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(page.viewportSize()?.height);
    await save(page);
    await sees('/', { body: 'start' });
    await row.getByText('网站首页').waitFor();
    await expectNoFaults(page);
  });

  it('sends a redirect', async () => {
    const page = await open('301');
    await page.getByRole('button', { name: '添加', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: '源地址' }).fill('/old');
    await dialog.getByRole('textbox', { name: '目标地址' }).fill('https://example.com/new');
    await dialog.getByRole('button', { name: '添加', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await sees('/old/a?b=1', { status: 301, location: 'https://example.com/new/a?b=1' });
    await expectNoFaults(page);
  });

  it('shows the owner’s own page for a missing address', async () => {
    const page = await open('404');
    await page.getByRole('radio', { name: /自定义内容/ }).check();
    await page.getByRole('textbox').last().fill('<h1>Nothing here</h1>');
    await save(page);
    await sees('/nothing', { status: 404, body: '<h1>Nothing here</h1>' });
    await expectNoFaults(page);
  });

  it('sends the owner’s media type', async () => {
    const page = await open('mime');
    await page.getByRole('button', { name: '添加', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('扩展名').fill('abc');
    await dialog.getByLabel(/类型/).last().fill('text/x-abc');
    await dialog.getByRole('button', { name: '添加', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await sees('/data.abc', { type: 'text/x-abc' });
    await expectNoFaults(page);
  });

  it('applies a rewrite rule that was tried on an address before saving', async () => {
    const page = await open('pseudoStatic');
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('rewrite ^/news/([0-9]+)$ /app.php?p=$1 last;\n');
    await page.getByText('草稿', { exact: true }).click();
    await page.getByRole('textbox', { name: '网址' }).fill('/news/12');
    await page.keyboard.press('Enter');
    await page.getByText('命中第 1 行').first().waitFor();
    await sees('/news/12', { status: 404 });
    await save(page);
    await sees('/news/12', { body: 'app 12 128M' });
    await expectNoFaults(page);
  });

  it('fixes a rewrite rule by the button at its line, while only that line reports a problem', async () => {
    const page = await open('pseudoStatic');
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('rewrite ^/news$ /app.php?p=all last\n');
    const message = page.getByText('rewrite 规则没有以「;」结束');
    await message.waitFor();
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('修正第 1 行后重新保存。').waitFor();
    expect(await message.count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: '补上分号' }).click();
    await page.getByText('检查通过').waitFor();
    await save(page);
    await sees('/news', { body: 'app all 128M' });
    await page.close();
  });

  it('offers no PHP page to a host of static files', async () => {
    const plain = await makeOwner(product, 'hostenv-html', 'HTML');
    const session = await withSession(browser, product, plain);
    const page = await open('home', session);
    await page.getByRole('link', { name: 'MIME 映射' }).or(page.getByText('MIME 映射')).first().waitFor();
    expect(await page.getByText('PHP 管理').count()).toBe(0);
    await page.goto(`${product.origin}/hostEnvSet/php`);
    await page.waitForURL('**/404');
    await session.close();
  });

  it('applies a PHP limit', async () => {
    const page = await open('php');
    await page.getByLabel('内存上限').first().fill('256');
    await page.getByText('未保存 1 处').waitFor();
    await save(page);
    await sees('/app.php', { body: 'app - 256M' });
    await expectNoFaults(page);
  });

  it('lists script errors in the log and shows them to visitors', async () => {
    await write('/wwwroot/broken.php', '<?php throw new Exception("told");');
    await sees('/broken.php', { status: 500, body: '' });
    const page = await open('errorInfo');
    await page.getByText('told').first().waitFor();
    await page.getByRole('radio', { name: /详细错误/ }).check();
    await save(page);
    await eventually(async () => expect((await visit('/broken.php')).body).toContain('told'));
    await expectNoFaults(page);
  });

  it('changes the .NET pipeline mode and restarts the application by keyboard', async () => {
    const net = await makeOwner(product, 'hostenv-net', 'NET');
    const program = `<%@ Application Language="C#" %><script runat="server">
      static readonly string born = System.Guid.NewGuid().ToString();
      void Application_BeginRequest(object sender, EventArgs e) {
        if (Request.Path != "/route" && Request.Path != "/page.aspx") return;
        Response.Write("program " + born);
        CompleteRequest();
      }</script>`;
    await write('/wwwroot/Global.asax', program, net.client);
    await write('/wwwroot/page.aspx', 'never reached', net.client);
    const session = await withSession(browser, product, net);
    const page = await open('dNet', session);
    const runs = (await page.getByText('服务器没有安装 .NET 运行环境。').count()) === 0;
    const replies = { status: 200, body: expect.stringMatching(/^program /) as string };
    if (runs) await sees('/route', replies, net.hostCode);

    const press = async (key: string, until: Locator) => {
      for (let steps = 0; steps < 60 && !(await hasFocus(until)); steps += 1) await page.keyboard.press(key);
      expect(await hasFocus(until)).toBe(true);
    };
    await press('Tab', page.getByRole('radio', { name: '集成模式' }));
    await press('ArrowRight', page.getByRole('radio', { name: '经典模式' }));
    await press('Tab', page.getByRole('button', { name: '保存', exact: true }));
    await page.keyboard.press('Enter');
    await page.getByText('已生效').first().waitFor();
    await sees('/route', { status: 404 }, net.hostCode);

    if (runs) {
      await sees('/page.aspx', replies, net.hostCode);
      const before = await visit('/page.aspx', net.hostCode);
      await press('Shift+Tab', page.getByRole('button', { name: '重启应用' }));
      await page.keyboard.press('Enter');
      await page.getByText('已停止，下一位访客会启动新进程').waitFor();
      await sees('/page.aspx', replies, net.hostCode);
      expect((await visit('/page.aspx', net.hostCode)).body).not.toBe(before.body);
    }
    await expectNoFaults(page);
    await session.close();
    await checkNarrow(net.client, ['dNet']);
  });

  it('shows every page without faults on a narrow screen, in English and in the dark theme', async () => {
    await checkNarrow(client, ['home', 'pseudoStatic', '301', '404', 'errorInfo', 'mime', 'php']);
  });

  async function checkNarrow(by: Client, names: readonly string[]): Promise<void> {
    const narrow = await withSession(browser, product, { client: by, language: 'en-US', width: 390 });
    await narrow.addInitScript(() => localStorage.setItem('sitedeck.locale', 'en-US'));
    const page = await narrow.newPage();
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const name of names) {
      await page.goto(`${product.origin}/hostEnvSet/${name}`);
      await page.getByText('Active').first().waitFor();
      expect([name, await axeFindings(page), await overflowX(page)]).toEqual([name, [], 0]);
    }
    await narrow.close();
  }
});

const hasFocus = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => element === document.activeElement);
