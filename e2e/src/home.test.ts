import type { Browser, BrowserContext, Page } from 'playwright-core';
import { callProvider, type Client } from './api';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { eventually } from './eventually';
import { makeOwner } from './portal';
import { visitSite, type Product } from './product';
import { sharedProduct } from './shared-product';
import { waitForAnimations, axeFindings, overflowX, resize } from './page-checks';

/** Browsers rate a layout shift below 0.1 as good; this limit is below what a user notices. */
const SHIFT_MAX = 0.02;

const LANGUAGES = ['zh-CN', 'en-US'] as const;
const WIDTHS = [1440, 768, 390] as const;

describe('Home', () => {
  let product: Product;
  let browser: Browser;
  let client: Client;
  let hostCode: string;
  let site: string;
  let context: BrowserContext;

  beforeAll(async () => {
    product = sharedProduct();
    browser = await openBrowser();
    ({ client, hostCode } = await makeOwner(product, 'home'));
    const { res } = await client.call('GET /api/currentHostInfo');
    site = new URL(String(res['testUrl'])).hostname;
  });
  afterAll(() => browser?.close());
  afterEach(() => context?.close());

  async function open(view: { language?: (typeof LANGUAGES)[number] } = {}): Promise<Page> {
    context = await withSession(browser, product, { client, ...view });
    const page = await context.newPage();
    if (view.language === 'en-US') {
      await page.addInitScript(() => localStorage.setItem('sitedeck.locale', 'en-US'));
    }
    await page.goto(`${product.origin}/`);
    await page.locator('h1').waitFor();
    return page;
  }

  const loaded = (page: Page) =>
    page.locator('.sh-home [aria-busy=true]').first().waitFor({ state: 'detached' });
  const replies = (status: number) =>
    eventually(async () => expect((await visitSite(product, site)).status).toBe(status));

  it('closes the site for its visitors and opens it again', async () => {
    await replies(200);
    const page = await open();
    await page.getByRole('button', { name: '更多网站操作' }).click();
    await page.getByRole('menuitem', { name: '关闭网站' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('HTTP 503').waitFor();
    await dialog.getByRole('button', { name: '关闭网站' }).click();
    await page.getByText('已关闭', { exact: true }).waitFor();
    await replies(503);
    await page.reload();
    await page.getByRole('button', { name: '开启网站' }).click();
    await page.getByText('运行中', { exact: true }).waitFor();
    await replies(200);
  });

  it('leaves the site unchanged when the user declines the confirmation', async () => {
    const page = await open();
    await page.getByRole('button', { name: '更多网站操作' }).click();
    await page.getByRole('menuitem', { name: '关闭网站' }).click();
    await page.getByRole('dialog').locator('button:focus').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await visitSite(product, site)).status).toBe(200);
  });

  it('restarts the site, and then serves it as before', async () => {
    const page = await open();
    await page.getByRole('button', { name: '重启', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('button:focus').waitFor();
    await dialog.getByRole('button', { name: '重启', exact: true }).click();
    await page.getByText('网站已重启').waitFor();
    await replies(200);
  });

  it('keeps the state of the FTP switches', async () => {
    const page = await open();
    const readOnly = () => page.getByRole('switch', { name: '只读' });
    await readOnly().click();
    await eventually(async () => expect(await readOnly().getAttribute('aria-checked')).toBe('true'));
    await page.reload();
    await eventually(async () => expect(await readOnly().getAttribute('aria-checked')).toBe('true'));
    await readOnly().focus();
    await page.keyboard.press('Space');
    await eventually(async () => expect(await readOnly().getAttribute('aria-checked')).toBe('false'));
  });

  it('opens the dialog for a new password on request and returns the focus', async () => {
    const page = await open();
    const request = page.getByRole('button', { name: '修改密码', exact: true });
    await request.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () =>
      expect(await request.evaluate((button) => button === document.activeElement)).toBe(true),
    );
  });

  it('leaves every other block unchanged when one of its calls fails', async () => {
    const page = await open();
    await page.route('**/api/vhost/usedSpace', (route) => route.fulfill({ status: 500, body: 'down' }));
    await page.reload();
    const retry = page.getByRole('button', { name: '重试：用量加载失败' });
    await retry.waitFor();
    await loaded(page);
    expect(await page.getByRole('button', { name: /^重试/ }).count()).toBe(1);
    await page.getByText('上次检查').waitFor();
    await page.getByRole('switch', { name: '只读' }).waitFor();
    await page.unroute('**/api/vhost/usedSpace');
    await retry.click();
    await page.getByRole('meter').or(page.getByText('不限量')).first().waitFor();
  });

  it('leads to the file manager with the upload menu open', async () => {
    const page = await open();
    await page.getByRole('link', { name: '上传文件', exact: true }).click();
    await page.getByRole('menuitem', { name: '上传文件', exact: true }).waitFor();
    await page.getByText('index.html').first().waitFor();
    await page.waitForURL(({ search }) => search === '');
    await page.keyboard.press('Enter');
  });

  it('shows names as text, whatever they hold', async () => {
    const remark = '<img src=x onerror="document.title=1"><b>店</b>';
    await callProvider(product, `PATCH /provider/hosts/${hostCode}`, { remark });
    try {
      const page = await open();
      await page.getByRole('heading', { level: 1, name: remark, exact: true }).waitFor();
      expect(await page.locator('.sh-home img').count()).toBe(0);
    } finally {
      await callProvider(product, `PATCH /provider/hosts/${hostCode}`, { remark: '' });
    }
  });

  it('shows that a suspended host is suspended, and offers no actions', async () => {
    await callProvider(product, `PATCH /provider/hosts/${hostCode}`, { serviceStatus: 'BLOCKING' });
    try {
      const page = await open();
      await page.getByText('主机已被停用').first().waitFor();
      expect(await page.locator('.sh-home button').count()).toBe(0);
    } finally {
      await callProvider(product, `PATCH /provider/hosts/${hostCode}`, { serviceStatus: 'NORMAL' });
    }
  });

  it('shifts no content while its blocks load', async () => {
    context = await withSession(browser, product, { client });
    const page = await context.newPage();
    await page.addInitScript(() => {
      const seen = globalThis as unknown as { shifted: { value: number; what: string[] } };
      seen.shifted = { value: 0, what: [] };
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          sources: { node?: Element }[];
        })[]) {
          seen.shifted.value += entry.value;
          seen.shifted.what.push(...entry.sources.map(({ node }) => node?.className ?? ''));
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // Delay each reply so that every skeleton is shown.
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await page.goto(`${product.origin}/`);
    await page.locator('h1').waitFor();
    await loaded(page);
    await page.waitForTimeout(500);
    const { value, what } = await page.evaluate(
      () => (globalThis as unknown as { shifted: { value: number; what: string[] } }).shifted,
    );
    expect({ steady: value < SHIFT_MAX, value, what }).toMatchObject({ steady: true });
  });

  it.each(LANGUAGES)(
    `has no accessibility or width faults in %s at ${WIDTHS.join(', ')} px`,
    async (language) => {
      const page = await open({ language });
      for (const width of WIDTHS) {
        await resize(page, width, 900);
        await loaded(page);
        await page.getByText(language === 'zh-CN' ? '连接信息' : 'Connection', { exact: true }).waitFor();
        await waitForAnimations(page);
        expect([width, await overflowX(page), await axeFindings(page)]).toEqual([width, 0, []]);
      }
    },
  );
});
