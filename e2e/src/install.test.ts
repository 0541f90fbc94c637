import type { Browser, BrowserContext, Page } from 'playwright-core';
import { clientOf, signInByToken, callProvider, type Client } from './api';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { eventually } from './eventually';
import type { Product } from './product';
import { sharedProduct } from './shared-product';
import { axeFindings, overflowX } from './page-checks';
import { openTaskRows, type TaskRows } from './task-rows';

const APP = { appName: '<b>WordPress</b> 6.7', targetPath: '/wwwroot/blog' };
const IMAGE = {
  indexPath: 'index.php',
  rewriteCode: 'location / { try_files $uri /index.php?$args; }',
  errorPage: '/wwwroot/blog/404.html',
  mime: ['image/webp|webp'],
  phpVersion: '8.2',
  phpUploadSwitch: { code: 'on' },
  disabledFuncs: 'chown,fsockopen,assert',
  scriptError: { notify: 'custom', msg: 'Sorry' },
  dotNetTrustedLevel: 'Full',
  dotnetVersion: '4.0',
  dotnetMode: 'Integrated',
};
const STEPS = [
  { name: 'download', status: 'done' },
  { name: 'unpack', status: 'running' },
  { name: 'database', status: 'wait' },
];
const RUNNING = { type: 'APP_INSTALL', status: 'RUNNING', params: APP, steps: STEPS } as const;
const INSTALLED = {
  ...RUNNING,
  status: 'RUNNING_SUCCESS',
  info: IMAGE,
  postStatus: 'CONFIGURATION',
} as const;

const WORDS = {
  'zh-CN': {
    mask: '安装中，请稍候...',
    question: '应用已安装，是否自动配置运行环境？',
    start: '开始配置',
    cancel: '取消',
    retry: '从第 5 步重试',
    finish: '完成',
    home: '默认首页',
  },
  'en-US': {
    mask: 'Installing, please wait...',
    question: 'The app is installed. Configure the runtime environment automatically?',
    start: 'Start configuration',
    cancel: 'Cancel',
    retry: 'Retry from step 5',
    finish: 'Finish',
    home: 'Site home page',
  },
} as const;
type Language = keyof typeof WORDS;

/** Folder for screenshots; none are taken if it is not set. */
const SCREENSHOTS = process.env['SITEDECK_SHOTS'];

async function screenshot(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/${name}.png` });
}

describe('configuration after the installation of an application', () => {
  let product: Product;
  let browser: Browser;
  let rows: TaskRows;
  const clients = new Map<string, Client>();

  beforeAll(async () => {
    product = sharedProduct();
    browser = await openBrowser();
    rows = await openTaskRows(product);
    const account = await callProvider(product, 'POST /provider/accounts', { name: 'install' });
    const accountCode = String(account.res['accountCode']);
    for (const [hostName, language] of [
      ['phpsite', 'PHP'],
      ['netsite', 'NET'],
    ]) {
      const host = { accountCode, hostName, password: 'correct horse 1', language };
      const hostCode = String((await callProvider(product, 'POST /provider/hosts', host)).res['hostCode']);
      const token = await callProvider(product, 'POST /provider/tokens', { accountCode, hostCode });
      const { cookie } = await signInByToken(product, String(token.res['token']));
      clients.set(String(hostName), clientOf(product, cookie));
    }
  });
  // Remove the tasks of a failed case, which would affect the next one.
  afterEach(() => rows.clear('phpsite', 'netsite'));
  afterAll(async () => {
    await rows?.close();
    await browser?.close();
  });

  const visitor = async (
    host: string,
    language: Language = 'zh-CN',
    width = 1440,
  ): Promise<BrowserContext> => {
    const client = clients.get(host);
    if (!client) throw new Error(`nobody is signed in to ${host}`);
    const context = await withSession(browser, product, { client, language, width });
    await context.addInitScript((chosen) => localStorage.setItem('sitedeck.locale', chosen), language);
    return context;
  };

  /**
   * Opens the console and records which settings it changes; calls whose path contains a text in `refused` get an
   * error.
   */
  async function open(context: BrowserContext, refused: Set<string> = new Set()) {
    const page = await context.newPage();
    const requests: string[] = [];
    const isSetting = ({ pathname }: URL) =>
      /^\/api\/vhost\/(setDefaultHomePage|config\/|redirect\/|errorPage\/|mime\/)/.test(pathname);
    await page.route(isSetting, async (route) => {
      const { pathname } = new URL(route.request().url());
      requests.push(pathname.replace('/api/vhost/', ''));
      if (![...refused].some((part) => pathname.includes(part))) return route.continue();
      const msg = '扩展名 webp 已映射为 image/webp';
      return route.fulfill({ json: { code: '400', res: { reason: 'bad-input' }, msg } });
    });
    await page.goto(`${product.origin}/taskCenter`);
    return { page, requests };
  }

  const begin = async (page: Page, language: Language = 'zh-CN') => {
    await page.getByText(WORDS[language].question).waitFor();
    await page.getByRole('button', { name: WORDS[language].start }).click();
  };
  const ends = (id: number, postStatus: string) =>
    eventually(async () => expect(await rows.postStatus(id)).toBe(postStatus));

  it.each([
    ['zh-CN', 1440],
    ['zh-CN', 390],
    ['en-US', 1440],
    ['en-US', 390],
  ] as const)(
    'covers the page while it runs, asks afterwards, and shows a failed step: %s, %i px',
    async (language, width) => {
      const words = WORDS[language];
      const shot = (name: string) => screenshot(page, `install-${name}-${language}-${width}`);
      const id = await rows.add('phpsite', RUNNING);
      const context = await visitor('phpsite', language, width);
      const refused = new Set(['mime/add']);
      const { page, requests } = await open(context, refused);

      const mask = page.getByRole('dialog', { name: words.mask });
      await mask.waitFor();
      expect(await mask.textContent()).toContain('<b>WordPress</b> 6.7');
      await eventually(async () =>
        expect(await mask.evaluate((element) => document.activeElement === element)).toBe(true),
      );
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      expect(await mask.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      await page.locator('#root[inert]').waitFor({ state: 'attached' });
      expect(await axeFindings(page)).toEqual([]);
      await shot('mask');

      await rows.change(id, { status: 'RUNNING_SUCCESS', info: IMAGE, postStatus: 'CONFIGURATION' });
      await page.getByText(words.question).waitFor();
      await mask.waitFor({ state: 'detached' });
      await page.locator('#root:not([inert])').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await shot('prompt');

      await begin(page, language);
      await page.getByRole('button', { name: words.retry }).waitFor();
      const finish = page.getByRole('button', { name: words.finish, exact: true });
      await eventually(async () => expect(await finish.getAttribute('aria-disabled')).toBe('true'));
      await ends(id, 'CONFIGURATION_STOP');
      expect(await page.getByRole('dialog').getByRole('listitem').count()).toBe(6);
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflowX(page)).toBe(0);
      await shot('failed');

      refused.clear();
      await page.getByRole('button', { name: words.retry }).click();
      await ends(id, 'CONFIGURATION_SUCCESS');
      expect(requests.filter((path) => path === 'setDefaultHomePage')).toHaveLength(1);
      await shot('done');
      await finish.click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await context.close();
    },
  );

  it('runs the steps in order, eight on a NET host', async () => {
    const id = await rows.add('netsite', INSTALLED);
    const context = await visitor('netsite');
    const { page, requests } = await open(context);
    await begin(page);
    await ends(id, 'CONFIGURATION_SUCCESS');
    expect(await page.getByRole('dialog').getByRole('listitem').count()).toBe(8);
    expect(requests.map((path) => path.replace(/set\/\d+$/, 'set/{id}'))).toEqual([
      'setDefaultHomePage',
      'config/rewrite/save',
      'config/rewrite/set/{id}',
      'errorPage/set',
      'mime/add',
      'config/php/changeVersion/8.2',
      'config/php/upload/on',
      'config/php/disableFuncs/chown%2Cfsockopen%2Cassert',
      'config/dotnet/scriptError/custom',
      'config/dotnet/changeVersion/4.0/Integrated',
      'config/dotnet/trustedLevel/Full',
    ]);
    await screenshot(page, 'install-net-done');
    await context.close();
  });

  it('asks in one tab of the browser only, in another once that one is closed, and not again after a cancel', async () => {
    const id = await rows.add('phpsite', INSTALLED);
    const context = await visitor('phpsite');
    const { page: first } = await open(context);
    await first.getByText(WORDS['zh-CN'].question).waitFor();
    const { page: second } = await open(context);
    await second.getByRole('heading', { level: 1, name: '任务中心' }).waitFor();
    await second.waitForTimeout(1500);
    expect(await second.getByText(WORDS['zh-CN'].question).count()).toBe(0);
    await first.close();
    await second.getByText(WORDS['zh-CN'].question).waitFor();
    await second.getByRole('dialog').getByRole('button', { name: '取消', exact: true }).click();
    await ends(id, 'CONFIGURATION_STOP');
    await second.reload();
    await second.getByRole('heading', { level: 1, name: '任务中心' }).waitFor();
    await second.waitForTimeout(1500);
    expect(await second.getByText(WORDS['zh-CN'].question).count()).toBe(0);
    await context.close();
  });

  it('asks again when the page was closed during the configuration', async () => {
    const id = await rows.add('phpsite', INSTALLED);
    const context = await visitor('phpsite');
    const { page } = await open(context);
    const never = (route: { abort: () => Promise<void> }) => new Promise<void>(() => route);
    await page.route('**/api/vhost/config/rewrite/save', never);
    await begin(page);
    await page.getByRole('dialog').getByText(WORDS['zh-CN'].home).waitFor();
    await page.close({ runBeforeUnload: false });
    expect(await rows.postStatus(id)).toBe('CONFIGURATION');
    const { page: next } = await open(context);
    await next.getByText(WORDS['zh-CN'].question).waitFor();
    await rows.change(id, { postStatus: 'CONFIGURATION_STOP' });
    await context.close();
  });

  it('shows a finished task once across tabs and reloads', async () => {
    const context = await visitor('phpsite');
    const [one, two] = [(await open(context)).page, (await open(context)).page];
    const toast = (page: Page) => page.locator('.ant-notification').getByText('网站备份已完成');
    await rows.add('phpsite', { type: 'WEB_BACKUP', status: 'RUNNING_SUCCESS' });
    await eventually(async () => expect((await toast(one).count()) + (await toast(two).count())).toBe(1));
    await one.reload();
    await two.reload();
    await one.getByRole('heading', { level: 1, name: '任务中心' }).waitFor();
    await one.waitForTimeout(1500);
    expect((await toast(one).count()) + (await toast(two).count())).toBe(0);
    await context.close();
  });
});
