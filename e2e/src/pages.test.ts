import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { signInByToken, callProvider } from './api';
import { addApps } from './app-rows';
import { openBrowser } from './browser';
import { closeLayer, openLayer, overflowOf, viewsOf, type Language, type View } from './console-views';
import { withSession } from './console-visit';
import { eventually } from './eventually';
import { makeHost } from './portal';
import type { Product } from './product';
import { addFindings } from './scan-rows';
import { sharedProduct } from './shared-product';
import { waitForAnimations, axeFindings, resize, overflowX } from './page-checks';
import { openTaskRows, type TaskRows } from './task-rows';

/** Folder for screenshots of the pages; none are taken if it is not set. */
const SCREENSHOTS = process.env['SITEDECK_SCREENSHOTS'];

const HOST = 'shop';
const VIEWS = viewsOf(HOST);
const WIDTHS = [1440, 820, 390] as const;
/** The extremes, in one appearance: neither language nor theme decides whether a page fits there. */
const ALL_WIDTHS = [2560, ...WIDTHS, 360] as const;
const HEIGHT = 900;

interface Appearance {
  readonly language: Language;
  readonly theme: 'light' | 'dark';
}

const APPEARANCES: readonly Appearance[] = (['zh-CN', 'en-US'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((theme) => ({ language, theme })),
);

/** Axe is slow and the language affects neither contrast nor names, so each language is checked at one width. */
const examinedAt = ({ language }: Appearance): number => (language === 'zh-CN' ? 1440 : 390);

/** The first page grows from narrow to wide in one language and shrinks in the other: both directions must work. */
const widthsOf = ({ language, theme }: Appearance): readonly number[] => {
  const widths = language === 'en-US' && theme === 'light' ? ALL_WIDTHS : WIDTHS;
  return language === 'zh-CN' ? widths : [...widths].reverse();
};

const CASES = APPEARANCES.map((one) => ({ ...one, widths: widthsOf(one).join(', ') }));

describe('each page, in both languages and themes, at all widths', () => {
  let product: Product;
  let browser: Browser;
  /** Browser state of a session that may switch hosts and in which the finished tasks have already been announced. */
  let known: Awaited<ReturnType<BrowserContext['storageState']>>;

  beforeAll(async () => {
    product = sharedProduct();
    browser = await openBrowser();
    const { accountCode, hostCode } = await makeHost(product, HOST, {
      productType: 'foreignTrade',
      plugin: 1,
    });
    const blog = { accountCode, hostName: 'blog', password: 'password of blog', language: 'PHP' };
    await callProvider(product, 'POST /provider/hosts', blog);
    const token = await callProvider(product, 'POST /provider/tokens', { accountCode, hostCode });
    const client = await signInByToken(product, String(token.res['token']));
    await client.call('POST /fs/mkdir', { path: '/wwwroot/pictures' });
    await client.call('POST /api/domain/bind', {
      domains: ['www.pages.example', '例子.中国', '*.pages.example'],
    });
    await addTasks();
    const context = await withSession(browser, product, { client });
    const page = await context.newPage();
    // Start to wait before the page loads: the message disappears by itself.
    await Promise.all([page.locator('.ant-message-notice').first().waitFor(), page.goto(product.origin)]);
    known = await context.storageState();
    await context.close();
  });
  afterAll(() => browser?.close());

  /** Adds one task in each state, one of them with a name of maximum length. */
  async function addTasks(): Promise<void> {
    const rows = await openTaskRows(product);
    const params = { targetPath: `/wwwroot/${'averylongname'.repeat(17)}.zip` };
    const info = { message: 'The disk is full', id: '7F3A2C' };
    await rows.add(HOST, { type: 'DECOMPRESS', status: 'RUNNING_SUCCESS', params });
    await rows.add(HOST, { type: 'WEB_BACKUP', status: 'RUNNING_FAIL', info });
    await rows.add(HOST, { type: 'COMPRESS', status: 'STOP' });
    const source = 'ftps://ftp.a-rather-long-name-of-a-server.example.com:21/public_html';
    await rows.add(HOST, {
      ...{ type: 'SITE_MOVE', status: 'RUNNING_SUCCESS' },
      params: { ftpServer: source, targetPath: '/wwwroot' },
      info: { copiedFiles: 1201, copiedBytes: 3e9, unchangedFiles: 7, failedFiles: 3, failed: [] },
    });
    await rows.run(
      'update task set ended_at = now() where host_code = (select code from host where host_name = $1)',
      [HOST],
    );
    await addImage(rows);
    await addApps(rows, product, HOST);
    await addFindings(rows, HOST);
    const waiting = await rows.add(HOST, { type: 'DB_EXPORT', status: 'WAIT' });
    await rows.run('update task set started_at = null where id = $1', [waiting]);
    // A type that does not lock the workspace, since axe skips disabled elements.
    await rows.add(HOST, { type: 'DB_BACKUP', status: 'RUNNING' });
    await rows.close();
  }

  /** Adds an image with a long name, and a deployment that can be undone. */
  async function addImage(rows: TaskRows): Promise<void> {
    const task = await rows.add(HOST, {
      ...{ type: 'IMAGE_DEPLOY', status: 'RUNNING_SUCCESS' },
      ...{ params: { image: 1 }, info: { canUndo: true } },
    });
    await rows.run('update task set ended_at = now() where id = $1', [task]);
    const part = { offset: 9000, length: 90_000, bytes: 4e9, sha256: 'a'.repeat(64) };
    const manifest = {
      ...{ format: 1, kind: 'site', createdAt: '2026-11-21T08:00:00.000Z' },
      ...{ site: 'an-old-site', entries: 1201 },
      ...{ engines: { php: '8.2.36' }, parts: [{ ...part, part: 'files' }] },
    };
    await rows.run(
      `insert into site_image (host_code, task_id, state, origin, name, note, size, missed, manifest, configuration)
       select code, $2, 'ready', 'uploaded', $3, 'before the redesign', 3e9, 7, $4, '{}' from host where host_name = $1`,
      [HOST, task, 'averylongname'.repeat(6), JSON.stringify(manifest)],
    );
  }

  /** Opens a page with language and theme set as the browser stores them. */
  async function visitor({ language, theme }: Appearance, signedIn: boolean): Promise<[Page, string[]]> {
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

  async function picture(page: Page, name: string, { language, theme }: Appearance): Promise<void> {
    if (SCREENSHOTS === undefined) return;
    const width = page.viewportSize()?.width ?? 0;
    await page.screenshot({ path: join(SCREENSHOTS, `${name}-${language}-${width}-${theme}.png`) });
  }

  async function examine(page: Page, name: string, appearance: Appearance): Promise<void> {
    await waitForAnimations(page);
    const width = page.viewportSize()?.width ?? 0;
    expect([name, width, await overflowX(page)]).toEqual([name, width, 0]);
    if (width === examinedAt(appearance)) expect([name, await axeFindings(page)]).toEqual([name, []]);
    await picture(page, name, appearance);
  }

  async function openView(page: Page, { path, heading, ready }: View, language: Language): Promise<void> {
    // A layer opens on the page that was just examined, without loading it again.
    if (new URL(page.url()).href !== new URL(path, product.origin).href)
      await page.goto(product.origin + path);
    await page.getByRole('heading', { level: 1, name: heading[language], exact: true }).waitFor();
    await ready?.(page);
  }

  async function examineLayer(page: Page, { name, layer }: View, appearance: Appearance): Promise<void> {
    if (!layer) return examine(page, name, appearance);
    await openLayer(page, layer);
    await examine(page, name, appearance);
    // The opening animation of a layer may not have started yet.
    await eventually(async () => expect([name, await overflowOf(page, layer)]).toEqual([name, 0]));
    await closeLayer(page, layer);
  }

  it.each(CASES)(
    'has no accessibility faults and no horizontal scrolling before sign-in: $language, $theme, $widths px',
    async (appearance) => {
      const [page, faults] = await visitor(appearance, false);
      const zh = appearance.language === 'zh-CN';
      await page.goto(`${product.origin}/login`);
      await page.getByRole('heading', { level: 1, name: zh ? '欢迎登录' : 'Welcome', exact: true }).waitFor();
      await eventually(async () =>
        expect(await page.title()).toBe(zh ? '登录 - SiteDeck' : 'Sign in - SiteDeck'),
      );
      for (const width of widthsOf(appearance)) {
        await resize(page, width, HEIGHT);
        await examine(page, 'sign-in', appearance);
      }
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  it.each(CASES)(
    'has no accessibility faults and no horizontal scrolling after sign-in: $language, $theme, $widths px',
    async (appearance) => {
      const [page, faults] = await visitor(appearance, true);
      let widths = widthsOf(appearance);
      await resize(page, widths[0] ?? 0, HEIGHT);
      for (const view of VIEWS) {
        await openView(page, view, appearance.language);
        const title = `${view.title[appearance.language]} - ${HOST} - SiteDeck`;
        await eventually(async () => expect(await page.title()).toBe(title));
        for (const width of widths) {
          await resize(page, width, HEIGHT);
          await examineLayer(page, view, appearance);
        }
        // The next view opens at this width and changes in the other direction.
        widths = [...widths].reverse();
        expect([view.name, faults]).toEqual([view.name, []]);
      }
      await page.context().close();
    },
  );
});
