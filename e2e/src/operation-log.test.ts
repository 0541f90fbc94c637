import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Client } from './api';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { makeOwner } from './portal';
import type { Product } from './product';
import { sharedProduct } from './shared-product';
import { waitForAnimations, axeFindings, overflowX } from './page-checks';

/** Folder for screenshots of the pages; none are taken if it is not set. */
const SCREENSHOTS = process.env['SITEDECK_SCREENSHOTS'];

const EVIL = '<img src=x onerror=document.title=1>';

const WORDS = {
  'zh-CN': {
    title: '操作日志',
    make: '新建文件夹',
    drawer: '操作详情',
    close: '关闭操作详情',
    keyword: '关键词',
    csv: '导出 CSV',
    head: '时间,操作人,角色,来源 IP,操作,对象,结果,原因,编号,详情',
  },
  'en-US': {
    title: 'Operation log',
    make: 'Create folder',
    drawer: 'Operation details',
    close: 'Close operation details',
    keyword: 'Keyword',
    csv: 'Export CSV',
    head: 'Time,Operator,Role,Source IP,Action,Object,Result,Reason,Reference,Details',
  },
} as const;

type Language = keyof typeof WORDS;

describe('the operation log in a browser', () => {
  let product: Product;
  let browser: Browser;
  let client: Client;
  const made = (path: string) => client.call('POST /fs/mkdir', { path });

  beforeAll(async () => {
    product = sharedProduct();
    browser = await openBrowser('no-preference');
    ({ client } = await makeOwner(product, 'logged'));
    await made('/wwwroot/first');
    await made('/wwwroot/first');
    await made(`/wwwroot/${EVIL}`);
    await client.call('POST /fs/rename', { path: '/wwwroot/first', to: '/wwwroot/100%_second' });
  });
  afterAll(() => browser?.close());

  async function open(
    view: { language?: Language; width?: number },
    path = '/log',
  ): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
    const context = await withSession(browser, product, { client, ...view });
    const page = await context.newPage();
    if (view.language === 'en-US')
      await page.addInitScript(() => localStorage.setItem('sitedeck.locale', 'en-US'));
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(product.origin + path);
    const words = WORDS[view.language ?? 'zh-CN'];
    await page.getByRole('heading', { level: 1, name: words.title }).waitFor();
    return { context, page, faults };
  }

  const picture = (page: Page, name: string) =>
    SCREENSHOTS === undefined
      ? Promise.resolve()
      : page.screenshot({ path: `${SCREENSHOTS}/log-${name}.png` }).then(() => undefined);

  const views = (['zh-CN', 'en-US'] as const).flatMap((language) =>
    [1440, 390].map((width) => ({ language, width })),
  );

  it.each(views)(
    'has no accessibility or width faults, details included: $language, $width px',
    async (view) => {
      const { context, page, faults } = await open(view);
      const words = WORDS[view.language];
      const rows = page.getByRole('button', { name: words.make, exact: true });
      await rows.first().waitFor();
      await waitForAnimations(page);
      expect(await overflowX(page)).toBe(0);
      expect(await axeFindings(page)).toEqual([]);
      await picture(page, `${view.language}-${view.width}`);
      const drawer = page.getByRole('dialog', { name: words.drawer });
      const leave = async () => {
        await page.keyboard.press('Escape');
        await drawer.waitFor({ state: 'hidden' });
        await page.waitForFunction(() => document.activeElement?.classList.contains('sh-log-open'));
        expect(await rows.nth(1).evaluate((button) => button === document.activeElement)).toBe(true);
      };
      await rows.nth(1).focus();
      await page.keyboard.press('Enter');
      await drawer.waitFor();
      // Close the details before their opening animation has ended.
      await leave();
      await page.keyboard.press('Enter');
      await drawer.waitFor();
      await waitForAnimations(page);
      expect(await axeFindings(page)).toEqual([]);
      await picture(page, `${view.language}-${view.width}-details`);
      await leave();
      expect(faults).toEqual([]);
      await context.close();
    },
  );

  it('matches %, _ and HTML in a name literally', async () => {
    const { context, page, faults } = await open({});
    const keyword = page.getByRole('textbox', { name: WORDS['zh-CN'].keyword });
    await keyword.fill(EVIL);
    await page.waitForURL(/keyword=/);
    await page.getByText(`/wwwroot/${EVIL}`).waitFor();
    await page.getByText('共 1 条').waitFor();
    expect(await page.locator('img').count()).toBe(0);
    await keyword.fill('100%_');
    await page.getByText('所选范围内没有操作记录').waitFor();
    await keyword.fill('/first');
    await page.getByText('共 3 条').waitFor();
    await page.reload();
    await page.getByText('共 3 条').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each(['zh-CN', 'en-US'] as const)('exports the matching rows as CSV: %s', async (language) => {
    const { context, page } = await open({ language }, '/log?keyword=%2Ffirst&area=files');
    const words = WORDS[language];
    await page.getByRole('button', { name: words.make, exact: true }).first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: words.csv }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^operation-log-[a-z0-9]+-\d{4}-\d\d-\d\d\.csv$/);
    const bytes = await readFile(await download.path());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, ...lines] = bytes.subarray(3).toString('utf8').trimEnd().split('\r\n');
    expect(head).toBe(words.head);
    expect(lines).toHaveLength(3);
    expect(lines.at(-1)).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d,logged,.*,\/wwwroot\/first,/);
    await context.close();
  });

  it('shows an operation from another browser within 5 s, without scrolling while it is being read', async () => {
    const { context, page } = await open({});
    const rows = page.locator('tbody .sh-log-open');
    await rows.first().waitFor();
    let requestCount = 0;
    await made('/wwwroot/live-one');
    page.on('request', (request) => (requestCount += Number(request.url().includes('/api/log/newer/'))));
    await page.getByText('/wwwroot/live-one').waitFor();
    // A poll in progress may already have brought the row, else the next one does; `follow-log.test.ts` checks the
    // interval.
    expect(requestCount).toBeLessThanOrEqual(2);
    expect(await page.locator('tbody tr').first().getAttribute('class')).toContain('sh-log-new');
    await picture(page, 'live');

    await rows.nth(2).focus();
    const before = await rows.nth(2).boundingBox();
    const held = await rows.nth(2).elementHandle();
    await made('/wwwroot/live-two');
    await page.getByRole('button', { name: '有 1 条新记录' }).waitFor();
    await picture(page, 'waiting');
    expect(await held?.boundingBox()).toEqual(before);
    expect(await page.getByText('/wwwroot/live-two').count()).toBe(0);
    await page.getByRole('button', { name: '有 1 条新记录' }).click();
    await page.getByText('/wwwroot/live-two').waitFor();
    await page.waitForFunction(() => document.activeElement === document.querySelector('tbody .sh-log-open'));
    await context.close();
  });

  it('keeps a custom range of days in the address', async () => {
    const { context, page } = await open({}, '/log?span=custom');
    await page.getByRole('textbox', { name: '开始日期' }).click();
    await page.keyboard.type('2026-01-05');
    await page.keyboard.press('Enter');
    await page.waitForURL(/from=2026-01-05/);
    await picture(page, 'custom');
    await context.close();
  });
});
