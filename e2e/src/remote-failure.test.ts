import type { Browser, BrowserContext, Page } from 'playwright-core';
import { loginForm, sendLogin } from './api';
import { openBrowser } from './browser';
import { startProduct, type Product } from './product';

jest.setTimeout(120_000);

const ENTRY = '**/remoteEntry*.js*';
const CHUNK = /\/remotes\/files\/[^/]+\/\d+\.[0-9a-f]+\.js/;

describe('a remote that does not come', () => {
  let product: Product;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    product = await startProduct();
    browser = await openBrowser();
    // One session for all cases: signing in again and again would meet the limits.
    context = await browser.newContext({ locale: 'zh-CN' });
    const { hostName, password } = product.demo;
    const { client } = await sendLogin(product, await loginForm(product, hostName, password));
    const [name = '', value = ''] = client.cookie.split('=');
    await context.addCookies([{ name, value, url: product.origin }]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });
  beforeEach(async () => {
    page = await context.newPage();
  });
  afterEach(() => page.close());

  const open = () => page.goto(`${product.origin}/fileManage`, { waitUntil: 'commit' });
  const failure = () => page.getByText('「文件管理」加载失败');
  const list = () => page.getByText('index.html').first();
  const retry = () => page.getByRole('button', { name: '重试' }).click();

  it.each([
    ['its entry', ENTRY],
    ['one of its chunks', CHUNK],
  ])('leaves the rest of the console alone and comes with a retry when %s fails', async (_name, what) => {
    let asked = 0;
    await page.route(what, (route) => {
      asked += 1;
      return route.abort();
    });
    await open();
    await failure().waitFor();
    await page.waitForTimeout(500);
    expect(asked).toBe(1);

    await page.getByRole('menuitem', { name: '任务中心' }).click();
    await page.getByRole('heading', { name: '任务中心' }).waitFor();
    await page.getByRole('menuitem', { name: '文件管理' }).click();
    await failure().waitFor();

    await page.unroute(what);
    await retry();
    await list().waitFor();
  });

  it('says that it is slow, gives up on a hung entry after 8 s, and a retry gets past the hanging request', async () => {
    await page.route(ENTRY, () => new Promise(() => undefined), { times: 1 });
    const since = Date.now();
    await open();
    await page.getByText('网络较慢，仍在加载').waitFor();
    await failure().waitFor();
    expect(Date.now() - since).toBeGreaterThanOrEqual(8000);
    await retry();
    await list().waitFor();
  });
});
