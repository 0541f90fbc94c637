import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { clientOf, signInByToken, callProvider } from './api';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { eventually } from './eventually';
import { startProduct, visitSite, type OwnProduct } from './product';

const PASSWORD = 'a password of tests';
const HTML_NAME = '<img src=x onerror=document.title=1><b>商城</b>';
const MONDAY_NOON = '2026-11-23T12:00:00+08:00';

/** Script of a hostile chat server: it tries to read from the console and reports the result. */
const WIDGET = `
  const say = document.createElement('pre');
  const tried = (name, run) => { try { return name + ' ' + run(); } catch (error) { return name + ' ' + error.name; } };
  say.id = 'said';
  say.textContent = [
    tried('cookie', () => document.cookie),
    tried('storage', () => localStorage.length),
    tried('parent', () => parent.document.title),
    'origin ' + origin,
  ].join('\\n');
  document.body.append(say);
  fetch('/api/currentHostInfo', { headers: { 'X-Requested-With': 'XMLHttpRequest' } })
    .then(() => 'reached', () => 'blocked')
    .then((word) => { say.textContent += '\\ncall ' + word; });`;

describe('the shell', () => {
  let product: OwnProduct;
  let browser: Browser;
  let chat: Server;
  let accountCode: string;
  let shop: string;
  const contexts: BrowserContext[] = [];

  const makeHost = async (hostName: string, more: object = {}): Promise<string> => {
    const host = { accountCode, hostName, password: PASSWORD, language: 'PHP', ...more };
    return String((await callProvider(product, 'POST /provider/hosts', host)).res['hostCode']);
  };

  beforeAll(async () => {
    chat = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(WIDGET),
    );
    await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
    const { port } = chat.address() as AddressInfo;
    product = await startProduct({ PUBLIC_CONFIG_CHATBOT_URL: `http://127.0.0.1:${port}/widget.js` });
    browser = await openBrowser();
    accountCode = String(
      (await callProvider(product, 'POST /provider/accounts', { name: 'many' })).res['accountCode'],
    );
    shop = await makeHost('shop', {
      remark: HTML_NAME,
      domains: ['shop.example.com', 'www.shop.example.com'],
    });
    await makeHost('blog', { domains: ['例子.example.com'] });
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    chat?.close();
  });

  /** Signs in from the provider's portal, with a token that may switch among the hosts of the account. */
  async function enter(
    hostCode: string,
    view: { width?: number; language?: 'zh-CN' | 'en-US' } = {},
  ): Promise<BrowserContext> {
    const token = await callProvider(product, 'POST /provider/tokens', { accountCode, hostCode });
    const client = await signInByToken(product, String(token.res['token']));
    const context = await withSession(browser, product, { client, ...view });
    contexts.push(context);
    return context;
  }

  async function openPage(context: BrowserContext, path = '/'): Promise<Page> {
    const page = await context.newPage();
    await page.goto(product.origin + path);
    await page.getByRole('navigation', { name: '主菜单' }).waitFor();
    return page;
  }

  const opener = (page: Page) => page.getByRole('button', { name: /^当前主机/ });
  const search = (page: Page) => page.getByRole('combobox', { name: '主机名、备注或域名' });
  const focused = (place: Locator) => place.and(place.page().locator(':focus')).waitFor();

  async function signIn(page: Page, hostName: string): Promise<void> {
    await page.getByLabel('用户名').fill(hostName);
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.getByRole('navigation', { name: '主菜单' }).waitFor();
  }

  /** Waits for the sign-in page, not the remains of the page before it, and for this message on it. */
  async function expectAtSignIn(page: Page, words: string): Promise<void> {
    await page.waitForURL(({ pathname }) => pathname === '/login');
    await page.getByRole('button', { name: '登录', exact: true }).waitFor();
    await page.getByText(words).waitFor();
  }

  describe('the host selector', () => {
    it('finds a host by its domain, switches to it, and reloads the page', async () => {
      const page = await openPage(await enter(shop), '/fileManage?path=%2Fwwwroot');
      await opener(page).click();
      await search(page).fill('例子');
      await page.getByRole('option', { name: /blog/ }).waitFor();
      await eventually(async () => expect(await page.getByRole('option').count()).toBe(1));
      const loaded = page.waitForEvent('load');
      await page.keyboard.press('Enter');
      await loaded;
      await eventually(async () => expect(await opener(page).textContent()).toContain('blog'));
      expect(new URL(page.url()).search).toBe('');
    });

    it('shows names with HTML in them as text in header, list and title', async () => {
      const page = await openPage(await enter(shop));
      await opener(page).getByText(HTML_NAME).waitFor();
      await opener(page).click();
      await page.getByRole('option', { name: /商城/ }).waitFor();
      expect(await page.locator('.sh-header img, .sh-hosts img').count()).toBe(0);
      await eventually(async () => expect(await page.title()).toBe(`首页 - ${HTML_NAME} - SiteDeck`));
    });

    it('works by keyboard alone and returns the focus', async () => {
      const page = await openPage(await enter(shop));
      await opener(page).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('option', { name: /blog/ }).waitFor();
      await focused(search(page));
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Escape');
      await focused(opener(page));
      await page.keyboard.press('Enter');
      await focused(search(page));
      await page.keyboard.press('Tab');
      await focused(page.getByRole('button', { name: '全部主机' }));
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: '全部主机' });
      await dialog.getByText('www.shop.example.com', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await focused(opener(page));
    });

    it('scrolls through 5,000 hosts, ten at a time', async () => {
      const page = await openPage(await enter(shop));
      let lastPage = 0;
      await page.route('**/api/vhost/getAllHostList/**', async (route) => {
        const [number = 1, size = 10] = new URL(route.request().url()).pathname
          .split('/')
          .slice(-2)
          .map(Number);
        lastPage = number;
        const records = Array.from({ length: size }, (_, index) => ({
          hostCode: `vh${90_000 + (number - 1) * size + index}`,
          hostName: `site-${(number - 1) * size + index}`,
          specInfo: { osType: 'Linux' },
          domains: [],
          remark: '',
        }));
        const hostList = { records, pages: 5000 / size, total: 5000 };
        await route.fulfill({ json: { code: '200', res: { hostList, currentHostName: 'shop' }, msg: '' } });
      });
      await opener(page).click();
      await page.getByText('共 5000 台主机').waitFor();
      await page.evaluate(async () => {
        const list = document.querySelector('.sh-hosts-list');
        while (list && list.children.length < 300) {
          list.scrollTop = list.scrollHeight;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      });
      await page.getByRole('option', { name: /site-299/ }).waitFor();
      expect(lastPage).toBe(30);
      expect(await page.getByRole('option').last().textContent()).toContain('site-299');
    });
  });

  it('reports in another open window that the host was switched, and shows the new host after a reload', async () => {
    const context = await enter(shop);
    const [first, second] = [await openPage(context), await openPage(context)];
    await opener(first).click();
    const loaded = first.waitForEvent('load');
    await first.getByRole('option', { name: /blog/ }).click();
    await loaded;
    const dialog = second.getByRole('dialog', { name: '当前主机已切换' });
    await dialog.waitFor();
    const reloaded = second.waitForEvent('load');
    await dialog.getByRole('button', { name: '刷新' }).click();
    await reloaded;
    await eventually(async () => expect(await opener(second).textContent()).toContain('blog'));
  });

  it('keeps each English menu label on one line, that of the shown page too', async () => {
    const context = await enter(shop, { language: 'en-US' });
    const page = await context.newPage();
    for (const [path, count] of [
      // Scheduled jobs need cages.
      ['/hostEnvSet/301', process.env['SITEDECK_TEST_CAGES'] === 'on' ? 8 : 7],
      ['/backup/database', 2],
    ] as const) {
      await page.goto(product.origin + path);
      const labels = page.locator('.sh-menu .ant-menu-sub .ant-menu-item');
      await labels.and(page.locator('.ant-menu-item-selected')).waitFor();
      const heights = await labels.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
      expect(heights).toEqual(Array.from({ length: count }, () => 36));
    }
  });

  describe('addresses', () => {
    it('keeps path and query of a deep link across sign-in', async () => {
      const context = await browser.newContext({ locale: 'zh-CN' });
      contexts.push(context);
      const page = await context.newPage();
      await page.goto(`${product.origin}/fileManage?path=%2Fwwwroot`);
      expect(new URL(page.url()).pathname).toBe('/login');
      await signIn(page, 'shop');
      expect(page.url()).toBe(`${product.origin}/fileManage?path=%2Fwwwroot`);
    });

    it('shows /404 for an unknown address and names it', async () => {
      const page = await openPage(await enter(shop), '/no/such/page');
      await page.getByText('没有找到 /no/such/page').waitFor();
      expect(new URL(page.url()).pathname).toBe('/404');
      await eventually(async () => expect(await page.title()).toBe(`页面不存在 - ${HTML_NAME} - SiteDeck`));
    });

    it('redirects /login for a signed-in user', async () => {
      const page = await openPage(await enter(shop), '/login');
      expect(new URL(page.url()).pathname).toBe('/');
    });
  });

  it('keeps unsaved text when the session ends, so that the user can save it after sign-in', async () => {
    const context = await browser.newContext({ locale: 'zh-CN' });
    contexts.push(context);
    const page = await context.newPage();
    await page.goto(`${product.origin}/fileManage?path=%2Fwwwroot`);
    await signIn(page, 'shop');
    await page.getByRole('gridcell', { name: 'index.html', exact: true }).dblclick();
    await page.getByRole('dialog').getByRole('textbox').fill('<h1>typed before the end</h1>');

    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    expect((await clientOf(product, cookie).call('POST /api/logout')).code).toBe('200');
    await page.keyboard.press('Control+s');
    await expectAtSignIn(page, '登录已过期，请重新登录');

    await signIn(page, 'shop');
    expect(page.url()).toBe(`${product.origin}/fileManage?path=%2Fwwwroot`);
    await page.getByText('上次未保存的修改已恢复').waitFor();
    await page.getByRole('dialog').getByText('typed before the end').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click();
    await eventually(async () =>
      expect((await visitSite(product, 'shop.example.com')).body).toBe('<h1>typed before the end</h1>'),
    );
  });

  it('leads to sign-in with the reason when the host was removed while its page was open', async () => {
    const gone = await makeHost('gone');
    const page = await openPage(await enter(gone), '/log');
    await callProvider(product, `DELETE /provider/hosts/${gone}`);
    await expectAtSignIn(page, '主机已被删除，请联系服务商');
    const { pathname, hash } = new URL(page.url());
    expect(pathname + hash).toBe('/login#?r=%2Flog');
    await eventually(async () =>
      expect(await page.getByRole('button', { name: '登录', exact: true }).isEnabled()).toBe(true),
    );
  });

  it('shows at sign-in that the password was changed while the page was open', async () => {
    const host = await makeHost('repassworded');
    const page = await openPage(await enter(host));
    await callProvider(product, `PATCH /provider/hosts/${host}`, { password: 'an entirely new one 7' });
    await expectAtSignIn(page, '密码已修改，请使用新密码登录');
  });

  describe('customer service', () => {
    /** Sets the server's clock, which the page reads from the headers of replies. */
    async function at(page: Page, moment: string): Promise<void> {
      await page.route('**/api/**', async (route) => {
        const reply = await route.fetch();
        await route.fulfill({
          response: reply,
          headers: { ...reply.headers(), date: new Date(moment).toUTCString() },
        });
      });
    }

    it("runs the external script where it can't reach the console", async () => {
      const page = await (await enter(shop)).newPage();
      await at(page, MONDAY_NOON);
      await page.goto(product.origin);
      await page.getByRole('button', { name: '在线客服' }).click();
      const said = page.frameLocator('.sh-chat iframe').locator('#said');
      await eventually(async () =>
        expect((await said.textContent())?.split('\n')).toEqual([
          'cookie SecurityError',
          'storage SecurityError',
          'parent SecurityError',
          'origin null',
          'call blocked',
        ]),
      );
    });

    it('keeps the chat button clear of buttons at the foot of a page', async () => {
      const page = await (await enter(shop)).newPage();
      await at(page, MONDAY_NOON);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${product.origin}/hostEnvSet/404`);
        await page.getByRole('radio', { name: /自定义内容/ }).check();
        const save = page.getByRole('region').getByRole('button', { name: '保存', exact: true });
        await save.waitFor();
        const [chat, button] = [
          await page.getByRole('button', { name: '在线客服' }).boundingBox(),
          await save.boundingBox(),
        ];
        expect((chat?.y ?? 900) + (chat?.height ?? 0)).toBeLessThan(button?.y ?? 0);
      }
    });

    it('hides the chat button on a Sunday', async () => {
      const page = await (await enter(shop)).newPage();
      await at(page, '2026-11-22T12:00:00+08:00');
      await page.goto(product.origin);
      await page.getByRole('navigation', { name: '主菜单' }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('button', { name: '在线客服' }).count()).toBe(0);
    });
  });
});
