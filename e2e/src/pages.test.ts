import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { enterByToken, provide } from './api';
import { openBrowser } from './browser';
import { closeLayer, openLayer, overhang, viewsOf, type Language, type View } from './console-views';
import { withSession } from './console-visit';
import { eventually } from './eventually';
import { makeHost } from './portal';
import type { Product } from './product';
import { sharedProduct } from './shared-product';
import { atRest, findings, resize, sideways } from './sound-page';
import { openTaskRows } from './task-rows';

jest.setTimeout(180_000);

/** Where somebody wants to look at the pages: a folder. */
const SCREENSHOTS = process.env['SITEDECK_SCREENSHOTS'];

const HOST = 'shop';
const VIEWS = viewsOf(HOST);
const WIDTHS = [1440, 820, 390] as const;
const HEIGHT = 900;

interface Look {
  readonly language: Language;
  readonly theme: 'light' | 'dark';
}

const LOOKS: readonly Look[] = (['zh-CN', 'en-US'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((theme) => ({ language, theme })),
);

/** Axe is slow, and a language changes nothing of contrast or names: wide in one of them, narrow in the other. */
const examinedAt = ({ language }: Look): number => (language === 'zh-CN' ? 1440 : 390);

/** One language grows from narrow to wide, the other shrinks: both ways must be sound. */
const widthsOf = ({ language }: Look): readonly number[] =>
  language === 'zh-CN' ? WIDTHS : [...WIDTHS].reverse();

describe('each page, in both languages and themes, at three widths', () => {
  let product: Product;
  let browser: Browser;
  /** A session that may switch hosts, in a browser that was told of the tasks already. */
  let known: Awaited<ReturnType<BrowserContext['storageState']>>;

  beforeAll(async () => {
    product = sharedProduct();
    browser = await openBrowser();
    const { accountCode, hostCode } = await makeHost(product, HOST);
    const blog = { accountCode, hostName: 'blog', password: 'password of blog', language: 'PHP' };
    await provide(product, 'POST /provider/hosts', blog);
    const token = await provide(product, 'POST /provider/tokens', { accountCode, hostCode });
    const client = await enterByToken(product, String(token.res['token']));
    await client.call('POST /fs/mkdir', { path: '/wwwroot/pictures' });
    await addTasks();
    const context = await withSession(browser, product, { client });
    const page = await context.newPage();
    // Looked for from the beginning: it goes by itself, perhaps before a slow page is called loaded.
    await Promise.all([page.locator('.ant-message-notice').first().waitFor(), page.goto(product.origin)]);
    known = await context.storageState();
    await context.close();
  });
  afterAll(() => browser?.close());

  /** One of each state; one of them has a name as long as names become. */
  async function addTasks(): Promise<void> {
    const rows = await openTaskRows(product);
    const params = { targetPath: `/wwwroot/${'averylongname'.repeat(17)}.zip` };
    const info = { message: 'The disk is full', id: '7F3A2C' };
    await rows.add(HOST, { type: 'DECOMPRESS', status: 'RUNNING_SUCCESS', params });
    await rows.add(HOST, { type: 'WEB_BACKUP', status: 'RUNNING_FAIL', info });
    await rows.add(HOST, { type: 'COMPRESS', status: 'STOP' });
    await rows.run(
      'update task set ended_at = now() where host_code = (select code from host where host_name = $1)',
      [HOST],
    );
    const waiting = await rows.add(HOST, { type: 'DB_EXPORT', status: 'WAIT' });
    await rows.run('update task set started_at = null where id = $1', [waiting]);
    // The kind that locks nothing: axe passes over what is out of use.
    await rows.add(HOST, { type: 'DB_BACKUP', status: 'RUNNING' });
    await rows.close();
  }

  /** Language and theme as the browser keeps them. */
  async function visitor({ language, theme }: Look, signedIn: boolean): Promise<[Page, string[]]> {
    const context = await browser.newContext({ locale: 'zh-CN', ...(signedIn && { storageState: known }) });
    await context.addInitScript(
      ([locale, chosen]) => {
        localStorage.setItem('sitedeck.locale', locale);
        localStorage.setItem('sitedeck.theme', chosen);
      },
      [language, theme] as const,
    );
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    return [page, faults];
  }

  async function picture(page: Page, name: string, { language, theme }: Look): Promise<void> {
    if (SCREENSHOTS === undefined) return;
    const width = page.viewportSize()?.width ?? 0;
    await page.screenshot({ path: join(SCREENSHOTS, `${name}-${language}-${width}-${theme}.png`) });
  }

  async function examine(page: Page, name: string, look: Look): Promise<void> {
    await atRest(page);
    const width = page.viewportSize()?.width ?? 0;
    expect([name, width, await sideways(page)]).toEqual([name, width, 0]);
    if (width === examinedAt(look)) expect([name, await findings(page)]).toEqual([name, []]);
    await picture(page, name, look);
  }

  async function comeTo(page: Page, { path, heading, ready }: View, language: Language): Promise<void> {
    // What opens above a page that has been looked at opens there.
    if (new URL(page.url()).href !== new URL(path, product.origin).href)
      await page.goto(product.origin + path);
    await page.getByRole('heading', { level: 1, name: heading[language], exact: true }).waitFor();
    await ready?.(page);
  }

  async function examineLayer(page: Page, { name, layer }: View, look: Look): Promise<void> {
    if (!layer) return examine(page, name, look);
    await openLayer(page, layer);
    await examine(page, name, look);
    // A layer that has just been opened may not have begun to move.
    await eventually(async () => expect([name, await overhang(page, layer)]).toEqual([name, 0]));
    await closeLayer(page, layer);
  }

  it.each(LOOKS)('is sound before sign-in: $language, $theme', async (look) => {
    const [page, faults] = await visitor(look, false);
    const zh = look.language === 'zh-CN';
    await page.goto(`${product.origin}/login`);
    await page.getByRole('heading', { level: 1, name: zh ? '欢迎登录' : 'Welcome', exact: true }).waitFor();
    await eventually(async () =>
      expect(await page.title()).toBe(zh ? '登录 - SiteDeck' : 'Sign in - SiteDeck'),
    );
    for (const width of widthsOf(look)) {
      await resize(page, width, HEIGHT);
      await examine(page, 'sign-in', look);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it.each(LOOKS)('is sound after sign-in: $language, $theme', async (look) => {
    const [page, faults] = await visitor(look, true);
    const [first = 1440] = widthsOf(look);
    for (const view of VIEWS) {
      await resize(page, first, HEIGHT);
      await comeTo(page, view, look.language);
      const title = `${view.title[look.language]} - ${HOST} - SiteDeck`;
      await eventually(async () => expect(await page.title()).toBe(title));
      for (const width of widthsOf(look)) {
        await resize(page, width, HEIGHT);
        await examineLayer(page, view, look);
      }
      expect([view.name, faults]).toEqual([view.name, []]);
    }
    await page.context().close();
  });

  it.each([360, 2560])('has nothing to scroll to sideways at %d px', async (width) => {
    const look: Look = { language: 'en-US', theme: 'light' };
    const [page] = await visitor(look, true);
    await page.setViewportSize({ width, height: HEIGHT });
    for (const view of VIEWS) {
      await comeTo(page, view, look.language);
      await examineLayer(page, view, look);
    }
    // A page whose session is gone leads to sign-in by itself, and would cut off the way there.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await page.goto(`${product.origin}/login`);
    await page.getByRole('heading', { level: 1, name: 'Welcome', exact: true }).waitFor();
    await examine(page, 'sign-in', look);
    await page.context().close();
  });
});
