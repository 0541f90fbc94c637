import type { Browser } from 'playwright-core';
import { loginForm, sendLogin } from './api';
import { openBrowser, openTab, type Tab } from './browser';
import { startProduct, type Product } from './product';
import { atRest, findings, sideways } from './sound-page';

jest.setTimeout(120_000);

type Language = 'zh-CN' | 'en-US';

const LANGUAGES: readonly Language[] = ['zh-CN', 'en-US'];
const WIDTHS = [1440, 390] as const;

/** Heading and title of each page; the demo host has no remark, so its name stands for it. */
const PAGES = [
  { path: '/', 'zh-CN': ['demo', '首页 - demo - SiteDeck'], 'en-US': ['demo', 'Home - demo - SiteDeck'] },
  {
    path: '/fileManage',
    'zh-CN': ['文件管理', '文件管理 - demo - SiteDeck'],
    'en-US': ['File management', 'File management - demo - SiteDeck'],
  },
  {
    path: '/taskCenter',
    'zh-CN': ['任务中心', '任务中心 - demo - SiteDeck'],
    'en-US': ['Task center', 'Task center - demo - SiteDeck'],
  },
  {
    path: '/no/such/page',
    'zh-CN': ['页面不存在', '页面不存在 - demo - SiteDeck'],
    'en-US': ['Page not found', 'Page not found - demo - SiteDeck'],
  },
] as const;

async function expectSound({ page, faults }: Tab, heading: string, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  await atRest(page);
  expect(await page.title()).toBe(title);
  expect(await sideways(page)).toBe(0);
  expect(await findings(page)).toEqual([]);
  expect(faults).toEqual([]);
}

describe('each page, in both languages, wide and narrow', () => {
  let product: Product;
  let browser: Browser;
  let session: { name: string; value: string };

  beforeAll(async () => {
    product = await startProduct();
    const form = await loginForm(product, product.demo.hostName, product.demo.password);
    const { client } = await sendLogin(product, form);
    const [name = '', value = ''] = client.cookie.split('=');
    session = { name, value };
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  /** A visitor who has chosen a language before. */
  async function visitor(language: Language, width: number, dark: boolean): Promise<Tab> {
    const tab = await openTab(browser, { width, height: 900, dark });
    await tab.page.goto(`${product.origin}/login`);
    if (language === 'en-US') await tab.page.getByText('EN', { exact: true }).click();
    return tab;
  }

  const cases = LANGUAGES.flatMap((language) =>
    WIDTHS.flatMap((width) => [false, true].map((dark) => ({ language, width, dark }))),
  );

  it.each(cases)('is sound before sign-in: $language, $width px, dark: $dark', async (view) => {
    const { language, width, dark } = view;
    const tab = await visitor(language, width, dark);
    const zh = language === 'zh-CN';
    await expectSound(tab, zh ? '欢迎登录' : 'Welcome', zh ? '登录 - SiteDeck' : 'Sign in - SiteDeck');
    await tab.page.context().close();
  });

  it.each(cases)('is sound after sign-in: $language, $width px, dark: $dark', async (view) => {
    const { language, width, dark } = view;
    const tab = await visitor(language, width, dark);
    await tab.page.context().addCookies([{ ...session, url: product.origin }]);
    for (const page of PAGES) {
      await tab.page.goto(product.origin + page.path);
      const [heading, title] = page[language];
      if (page.path === '/fileManage') await tab.page.getByText('index.html').first().waitFor();
      await expectSound(tab, heading, title);
    }
    await tab.page.context().close();
  });
});
