import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { callProvider, loginForm, sendLogin, type Client } from './api';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { eventually } from './eventually';
import { makeHost } from './portal';
import type { Product } from './product';
import { sharedProduct } from './shared-product';

const [DOMAINS, CDN] = ['/domainCertCdn/bindDomain', '/domainCertCdn/cdn'];
const DOMAIN = 'states.example';

const VIEWS = [
  { language: 'zh-CN', width: 1440 },
  { language: 'zh-CN', width: 390 },
  { language: 'en-US', width: 1440 },
  { language: 'en-US', width: 390 },
] as const;

const TEXTS = {
  'zh-CN': {
    bind: '绑定域名',
    addRule: '添加规则',
    closed: '主机已被停用，此页面暂时不能使用',
    title: '域名/证书',
  },
  'en-US': {
    bind: 'Bind domain',
    addRule: 'Add rule',
    closed: 'The host is suspended. This page is not available',
    title: 'Domain/Certificate',
  },
};

describe('the area of domains and CDN', () => {
  let product: Product;
  let browser: Browser;
  let client: Client;
  let hostCode: string;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    product = sharedProduct();
    ({ hostCode } = await makeHost(product, 'domainstates', { productType: 'foreignTrade' }));
    const form = await loginForm(product, 'domainstates', 'password of domainstates');
    ({ client } = await sendLogin(product, form));
    expect(await client.call('POST /api/domain/bind', { domains: [DOMAIN] })).toMatchObject({ code: '200' });
    browser = await openBrowser();
  });
  afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())));
  afterAll(() => browser?.close());

  async function open(path: string, view: (typeof VIEWS)[number]): Promise<Page> {
    const context = await withSession(browser, product, { client, ...view });
    contexts.push(context);
    const page = await context.newPage();
    await page.goto(product.origin + path);
    return page;
  }
  const isOff = async (button: Locator, isMeant: string | null) => {
    await button.waitFor();
    await eventually(async () => expect(await button.getAttribute('aria-disabled')).toBe(isMeant));
  };

  it.each(VIEWS)('offers no change while a task locks the workspace: $language, $width px', async (view) => {
    const { bind, addRule } = TEXTS[view.language];
    const begun = await client.call('POST /fs/upload/begin', { path: '/wwwroot', files: 1, bytes: 10 });
    expect(begun.code).toBe('200');
    const domains = await open(DOMAINS, view);
    const bindButton = domains.getByRole('button', { name: bind, exact: true }).first();
    await isOff(bindButton, 'true');
    const addRuleButton = (await open(CDN, view)).getByRole('button', { name: addRule, exact: true }).first();
    await isOff(addRuleButton, 'true');
    await client.call('POST /fs/upload/end', { id: begun.res['id'], cancelled: true, failed: [] });
    await isOff(bindButton, null);
    await isOff(addRuleButton, null);
  });

  it.each(VIEWS)('keeps the domains of a suspended host, without CDN: $language, $width px', async (view) => {
    const { closed, title } = TEXTS[view.language];
    await callProvider(product, `PATCH /provider/hosts/${hostCode}`, { serviceStatus: 'BLOCKING' });
    try {
      const domains = await open(DOMAINS, view);
      await domains.getByText(DOMAIN).first().waitFor();
      if (view.width === 1440) {
        const menu = domains.getByRole('navigation');
        await menu.getByText(title, { exact: true }).first().waitFor();
        expect(await menu.getByText(/CDN/).count()).toBe(0);
      }
      await (await open(CDN, view)).getByText(closed, { exact: true }).waitFor();
      expect(await client.call('POST /api/cdn/settings', {})).toMatchObject({ code: '403' });
    } finally {
      await callProvider(product, `PATCH /provider/hosts/${hostCode}`, { serviceStatus: 'NORMAL' });
    }
  });
});
