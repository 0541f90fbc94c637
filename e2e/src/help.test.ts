import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { Client } from './api';
import { openBrowser, openTab } from './browser';
import { withSession } from './console-visit';
import { waitForAnimations, axeFindings, overflowX } from './page-checks';
import { makeOwner } from './portal';
import type { Product } from './product';
import { sharedProduct } from './shared-product';

const LANGUAGES = ['zh-CN', 'en-US'] as const;
type Language = (typeof LANGUAGES)[number];

const HEADER: Readonly<Record<Language, readonly string[]>> = {
  'zh-CN': ['提交工单', '专家服务', '帮助文档'],
  'en-US': ['Submit ticket', 'Expert service', 'Help docs'],
};
const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  'zh-CN': ['提交工单', '专家服务', '帮助中心'],
  'en-US': ['Submit a ticket', 'Expert service', 'Help center'],
};
const SIDER = ['在哪里查看 FTP 账号', '忘记密码怎么办', '如何上传网站'];

describe('the help of the product', () => {
  let product: Product;
  let browser: Browser;
  let client: Client;
  let context: BrowserContext | undefined;

  beforeAll(async () => {
    product = sharedProduct();
    browser = await openBrowser();
    ({ client } = await makeOwner(product, 'help'));
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    await context?.close();
    context = undefined;
  });

  /** Follows a link as a user does; the page opens in a new window. */
  async function followed(page: Page, link: Locator): Promise<Page> {
    const opened = page.context().waitForEvent('page');
    await link.click();
    const help = await opened;
    await help.locator('h1').waitFor();
    return help;
  }

  async function headingBehind(page: Page, link: Locator): Promise<string | null> {
    const help = await followed(page, link);
    const heading = await help.locator('h1').textContent();
    await help.close();
    return heading;
  }

  it.each(LANGUAGES)('is the default target of the header’s support links, in %s', async (language) => {
    context = await withSession(browser, product, { client, language });
    const page = await context.newPage();
    await page.addInitScript((locale) => localStorage.setItem('sitedeck.locale', locale), language);
    await page.goto(`${product.origin}/`);
    const links = page.locator('.sh-support a');
    await links.first().waitFor();
    const names = await links.allInnerTexts();
    expect(names.map((name) => name.split(/\s*[（(]/)[0])).toEqual(HEADER[language]);
    const headings = [];
    for (const link of await links.all()) headings.push(await headingBehind(page, link));
    expect(headings).toEqual(HEADINGS[language]);
  });

  it('is the default target of the help center and of each help entry of sign-in', async () => {
    const tab = await openTab(browser);
    context = tab.page.context();
    await tab.page.goto(`${product.origin}/login`);
    const center = tab.page.getByRole('link', { name: /^帮助中心/ });
    await center.waitFor();
    expect(await headingBehind(tab.page, center)).toBe('帮助中心');
    const entries = tab.page.getByRole('complementary', { name: '使用帮助' }).getByRole('link');
    const headings = [];
    for (const entry of await entries.all()) headings.push(await headingBehind(tab.page, entry));
    expect(headings).toEqual(SIDER);
  });

  it.each([
    { locale: 'zh-CN', width: 1440, dark: false },
    { locale: 'en-US', width: 390, dark: true },
  ])('is readable on every page: $locale, $width px, dark $dark', async ({ locale, width, dark }) => {
    const { page, faults } = await openTab(browser, { locale, width, dark });
    context = page.context();
    await page.goto(`${product.origin}/help/`);
    const topics = await page.getByRole('navigation').getByRole('link').all();
    const addresses = await Promise.all(topics.map((link) => link.getAttribute('href')));
    expect(addresses).toHaveLength(11);
    for (const address of [`/help/${locale}/`, ...addresses]) {
      await page.goto(product.origin + (address ?? ''));
      await waitForAnimations(page);
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflowX(page)).toBe(0);
    }
    expect(faults).toEqual([]);
  });

  it('leads to the same page in the other language, and from an unknown address to all topics', async () => {
    const { page } = await openTab(browser);
    context = page.context();
    await page.goto(`${product.origin}/help/zh-CN/backup`);
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Back up and restore', level: 1 }).waitFor();
    const missing = await page.goto(`${product.origin}/help/en-US/no-such-page`);
    expect(missing?.status()).toBe(404);
    await page.getByRole('heading', { name: 'This help page does not exist' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Submit a ticket' }).click();
    await page.getByRole('heading', { name: 'Submit a ticket', level: 1 }).waitFor();
  });
});
