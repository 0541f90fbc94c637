import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core';
import { signInByToken, callProvider, type Client } from './api';
import { openBrowser } from './browser';
import { eventually } from './eventually';
import { pdfSample } from './pdf-sample';
import { makeHost, startPortal, type Portal } from './portal';
import type { Product } from './product';
import { sharedProduct } from './shared-product';
import { waitForAnimations } from './page-checks';

/** A style sheet that would break the remote if its rules applied there. */
const HOSTILE = `
button{all:unset!important}
*{box-sizing:content-box!important;font-size:30px!important;letter-spacing:8px!important}
input,table,div{border:5px solid red!important;color:red!important;background:yellow!important}
h1,h2,p,ul,li{margin:99px!important;text-transform:uppercase!important}
svg,i,span{display:none!important}
body{line-height:4;direction:rtl;word-spacing:20px;visibility:visible}`;

/** CSS properties of a control that a user sees. */
const VISIBLE_STYLES = [
  'font',
  'color',
  'height',
  'padding',
  'border',
  'borderRadius',
  'backgroundColor',
  'display',
];
const OTHER_STYLES = ['boxSizing', 'letterSpacing', 'textTransform', 'lineHeight', 'direction', 'visibility'];

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('a remote embedded in a portal', () => {
  let product: Product;
  let portal: Portal;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let host: Awaited<ReturnType<typeof makeHost>>;
  /** Errors of the page: exceptions, and console errors that no test case expects. */
  let faults: string[];

  beforeAll(async () => {
    product = sharedProduct();
    host = await makeHost(product, 'embedded');
    portal = await startPortal(product, { host });
    browser = await openBrowser('no-preference');
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
  });
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1280, height: 900 } });
    page = await context.newPage();
    faults = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
  });
  afterEach(() => context.close());

  const file = (name: string) => page.getByRole('gridcell').getByText(name, { exact: true });
  const state = () => page.locator('#state').textContent();
  /** Waits for the portal's own status line, which it writes when the remote reports an event. */
  const said = (words: string) => eventually(async () => expect(await state()).toBe(words));
  const waitForFocus = (place: Locator) =>
    eventually(async () => expect(await place.evaluate((one) => one.matches(':focus'))).toBe(true));
  const onDisk = (name: string) => join(product.data, 'hosts', host.hostCode, 'wwwroot', name);

  async function open(path = '/'): Promise<void> {
    await page.goto(portal.origin + path);
    await file('index.html').waitFor();
  }

  /** Ends every session, token and link of the host at once, as a new password does. */
  const endTokens = () =>
    callProvider(product, `PATCH /provider/hosts/${host.hostCode}`, {
      password: 'another password of embedded',
    });

  async function owner(): Promise<Client> {
    const { accountCode, hostCode } = host;
    const made = await callProvider(product, 'POST /provider/tokens', { accountCode, hostCode });
    return signInByToken(product, String(made.res['token']));
  }

  const tokenFor = async (more: object): Promise<string> => {
    const body = { ...host, remote: 'files', origin: portal.origin, ...more };
    return String((await callProvider(product, 'POST /provider/embed-tokens', body)).res['token']);
  };

  describe('the sample portal without a framework', () => {
    it('shows the remote, reports it as ready, and leaves the page and its cookies unchanged', async () => {
      await open();
      await said('ready {"name":"files","version":"0.1.0"}');
      expect(await context.cookies()).toEqual([]);
      expect(await page.evaluate(() => [...document.head.children].map((one) => one.tagName))).not.toContain(
        'STYLE',
      );
      expect(await page.evaluate(() => 'React' in globalThis)).toBe(false);
      expect(faults).toEqual([]);
    });

    it('takes the portal’s colours, radius and theme, and follows changes', async () => {
      await open();
      const upload = page.getByRole('button', { name: '上传' });
      const style = () =>
        upload.evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).borderRadius]);
      await eventually(async () => expect(await style()).toEqual(['rgb(138, 59, 18)', '2px']));
      await page.evaluate(() =>
        document.querySelector('sitedeck-remote')?.setAttribute('style', '--sitedeck-primary: #0a7d32'),
      );
      await eventually(async () => expect((await style())[0]).toBe('rgb(10, 125, 50)'));
      const text = () => file('index.html').evaluate((one) => getComputedStyle(one).color);
      await waitForAnimations(page);
      const before = await text();
      await page.getByRole('button', { name: 'Dark' }).click();
      await eventually(async () => expect(await text()).not.toBe(before));
      await page.getByRole('button', { name: 'Light' }).click();
      await eventually(async () => expect(await text()).toBe(before));
    });

    it('shows the text of an event without clipping in a window of 390 px', async () => {
      await page.setViewportSize({ width: 390, height: 800 });
      await open();
      await page.evaluate(() => document.querySelector('sitedeck-remote')?.setAttribute('path', '/data'));
      await page.getByText('此文件夹为空').waitFor();
      const line = page.locator('#state');
      const fits = () =>
        line.evaluate((one) => {
          const { left, right } = one.getBoundingClientRect();
          return (
            one.textContent !== '' && left >= 0 && right <= innerWidth && one.scrollWidth <= one.clientWidth
          );
        });
      await eventually(async () => expect(await fits()).toBe(true));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    });

    it('opens the path that the portal sets, reports navigation, and speaks the portal’s language', async () => {
      await open();
      await page.evaluate(() => document.querySelector('sitedeck-remote')?.setAttribute('path', '/data'));
      await page.getByText('此文件夹为空').waitFor();
      await page.getByRole('treeitem', { name: 'logs' }).click();
      await said('navigate {"path":"/fileManage","search":"path=/logs"}');
      await page.evaluate(() => document.querySelector('sitedeck-remote')?.setAttribute('locale', 'en-US'));
      await page.getByRole('heading', { name: 'File management' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
    });

    it('warns of an unknown attribute and works', async () => {
      const warned = page.waitForEvent('console', (message) => message.text().includes('"pathh"'));
      await page.addInitScript(() =>
        addEventListener('DOMContentLoaded', () => {
          const remote = document.querySelector('sitedeck-remote');
          remote?.setAttribute('pathh', '/data');
          remote?.addEventListener('error', ({ detail }: CustomEventInit) =>
            Object.assign(globalThis, { reported: JSON.stringify(detail) }),
          );
        }),
      );
      await open();
      await warned;
      expect(await page.evaluate(() => Reflect.get(globalThis, 'reported') as unknown)).toBe(
        '{"reason":"unknown-attribute","name":"pathh","message":"此功能没有名为 pathh 的属性"}',
      );
    });
  });

  describe('files in a portal', () => {
    it('creates, renames and deletes by keyboard and keeps the focus in the remote', async () => {
      await open();
      await page.getByRole('button', { name: '新建' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: '新建文件夹' }).waitFor();
      const focused = page.locator(':focus').last();
      const named = async (name: string) => expect(await focused.textContent()).toContain(name);
      await eventually(() => named('新建文件'));
      for (let n = 0; n < 3 && !(await focused.textContent())?.includes('夹'); n += 1) {
        const before = await focused.textContent();
        await page.keyboard.press('ArrowDown');
        await eventually(async () => expect(await focused.textContent()).not.toBe(before));
      }
      await named('新建文件夹');
      await page.keyboard.press('Enter');
      const field = page.getByLabel('文件夹名');
      await waitForFocus(field);
      await page.keyboard.type('keyed');
      await page.keyboard.press('Enter');
      await file('keyed').waitFor();
      // The dialog fades out before it returns the focus.
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.getByRole('grid').focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('F2');
      const name = page.getByLabel('新名称');
      await waitForFocus(name);
      await page.keyboard.press('Control+A');
      await page.keyboard.type('renamed');
      await page.keyboard.press('Enter');
      await file('renamed').waitFor();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.getByRole('grid').focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+Delete');
      const dialog = page.getByRole('dialog');
      await waitForFocus(dialog.getByRole('button', { name: '取消' }));
      await page.keyboard.press('Tab');
      await eventually(() => named('永久删除'));
      await page.keyboard.press('Enter');
      await eventually(async () => expect(await file('renamed').count()).toBe(0));
      await dialog.waitFor({ state: 'hidden' });
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SITEDECK-REMOTE');
      expect(faults).toEqual([]);
    });

    it('edits a file and saves it', async () => {
      await open();
      await file('index.html').click();
      const editor = page.locator('.cm-content');
      await editor.waitFor();
      // Wait for the dialog's animation: Playwright does not type into a moving layer.
      await page.getByRole('dialog').locator('.fm-editor-body').click({ trial: true });
      await waitForFocus(editor);
      await page.keyboard.press('Control+A');
      await page.keyboard.type('written in a portal');
      await page.keyboard.press('Control+S');
      await eventually(async () =>
        expect(await readFile(onDisk('index.html'), 'utf8')).toBe('written in a portal'),
      );
      await eventually(async () => expect(await state()).toContain('dirty'));
      expect(faults).toEqual([]);
    });

    it('shows a PDF with the reader loaded from the console', async () => {
      await writeFile(onDisk('manual.pdf'), pdfSample(2, 'https://example.com/'));
      await open();
      await file('manual.pdf').click();
      await page.getByText('Page 1').waitFor({ state: 'attached' });
      await page.locator('.fm-pdf-page canvas').first().waitFor();
      expect(faults).toEqual([]);
    });

    it('downloads one file by a link and several as an archive without leaving the page', async () => {
      const client = await owner();
      await client.call('POST /fs/echo', { path: '/wwwroot/note.txt', content: 'from disk' });
      await open();
      await file('note.txt').waitFor();
      await page.getByRole('grid').focus();
      await page.keyboard.press('n');
      await page.keyboard.press('Space');
      const [one] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: '下载' }).click(),
      ]);
      expect(one.suggestedFilename()).toBe('note.txt');
      expect(await readFile(await one.path(), 'utf8')).toBe('from disk');
      await page.getByRole('grid').focus();
      await page.keyboard.press('Control+A');
      const [many] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: '下载' }).click(),
      ]);
      expect(many.suggestedFilename()).toBe('wwwroot.zip');
      expect((await readFile(await many.path())).subarray(0, 2).toString()).toBe('PK');
      expect(page.url()).toBe(`${portal.origin}/`);
    });
  });

  describe('a remote with embed tokens', () => {
    let asked: number;
    beforeEach(() => {
      asked = 0;
      page.on('request', (request) => {
        if (request.url().includes('/token?')) asked += 1;
      });
    });

    /** Lets one slice of an upload through and holds the others. @returns releases them, and all that follow */
    const holdSlices = async (): Promise<() => void> => {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      let passed = 0;
      await page.route('**/fs/upload?*', async (route) => {
        passed += 1;
        if (passed > 1) await released;
        await route.continue();
      });
      return release;
    };

    it('renews its tokens during an upload without losing a byte', async () => {
      await open();
      const bytes = randomBytes(24 * 1024 * 1024);
      const slices: number[] = [];
      page.on('response', (reply) => {
        if (reply.url().includes('/fs/upload?')) slices.push(reply.status());
      });
      const release = await holdSlices();
      const before = asked;
      const film = { name: 'film.mp4', mimeType: 'video/mp4', buffer: bytes };
      // The bytes pass through the browser's own connection, which takes long on a busy machine.
      await page.getByTestId('pick-files').setInputFiles(film, { timeout: 180_000 });
      await eventually(() => Promise.resolve(expect(slices).toEqual([200])));
      // The held slices carry tokens that have ended when they reach the server.
      expect((await endTokens()).status).toBe(200);
      release();
      await page.getByText('已上传 1 个文件').waitFor();
      expect(slices).toContain(996);
      expect(slices.filter((status) => status === 200)).toHaveLength(6);
      expect(asked).toBeGreaterThan(before);
      expect(sha(await readFile(onDisk('film.mp4')))).toBe(sha(bytes));
    });

    it('reports that the portal gives no more tokens, and continues when it gives one', async () => {
      await open();
      await page.route('**/token?*', (route) => route.fulfill({ status: 401 }));
      await endTokens();
      await page.getByRole('button', { name: '刷新' }).click();
      await page.getByText('登录已过期，请重新登录').first().waitFor();
      await said('auth-required {"reason":"signed-out"}');
      await page.unroute('**/token?*');
      await page.getByRole('alert').getByRole('button', { name: '重试' }).first().click();
      await page.getByRole('button', { name: '刷新' }).click();
      await file('index.html').waitFor();
    });

    it('loads the page again after one retry, or after the element was removed and added again, once the portal gives tokens', async () => {
      await open();
      const signOut = async () => {
        await page.route('**/token?*', (route) => route.fulfill({ status: 401 }));
        await endTokens();
        await page.getByRole('button', { name: '刷新' }).click();
        await said('auth-required {"reason":"signed-out"}');
        await page.getByRole('grid').getByText('index.html').waitFor({ state: 'hidden' });
        await page.unroute('**/token?*');
      };
      await signOut();
      await page.locator('.se-bar-warning').getByRole('button', { name: '重试' }).click();
      await file('index.html').waitFor();
      expect(await page.getByText('登录已过期').count()).toBe(0);

      await signOut();
      await page.evaluate(async () => {
        const remote = document.querySelector('sitedeck-remote');
        remote?.remove();
        // The element ends two frames after its removal.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        if (remote) document.querySelector('main')?.append(remote);
      });
      await file('index.html').waitFor();
      expect(await page.getByText('登录已过期').count()).toBe(0);
    });

    it('calls the getToken that the portal set last', async () => {
      await page.addInitScript(() =>
        addEventListener('DOMContentLoaded', () => {
          const remote = document.querySelector('sitedeck-remote');
          const later = Reflect.get(remote ?? {}, 'getToken') as unknown;
          // A framework renders first without a signed-in visitor.
          Reflect.set(remote ?? {}, 'getToken', () => null);
          Object.assign(globalThis, { signIn: () => Reflect.set(remote ?? {}, 'getToken', later) });
        }),
      );
      await page.goto(portal.origin);
      await said('auth-required {"reason":"signed-out"}');
      await page.evaluate(() => (Reflect.get(globalThis, 'signIn') as () => void)());
      await page.getByRole('alert').getByRole('button', { name: '重试' }).click();
      await file('index.html').waitFor();
      const before = asked;
      await endTokens();
      await page.getByRole('button', { name: '刷新' }).click();
      await eventually(() => Promise.resolve(expect(asked).toBeGreaterThan(before)));
      await file('index.html').waitFor();
      expect(await page.getByText('登录已过期').count()).toBe(0);
    });

    it('requests new tokens at once after a new password, also in a page that opens at that moment', async () => {
      for (let round = 0; round < 3; round += 1) {
        const [opened] = await Promise.all([open(), endTokens()]);
        expect(opened).toBeUndefined();
        expect(await page.getByText('登录已过期').count()).toBe(0);
      }
    });

    it('reports a failing token request as an error, not as a sign-out, and continues when the portal gives a token', async () => {
      await page.route('**/token?*', (route) => route.fulfill({ status: 500 }));
      await page.goto(portal.origin);
      const lost = page
        .getByRole('alert')
        .filter({ hasText: '嵌入此功能的页面没有提供登录凭证，请稍后重试' });
      await lost.waitFor();
      await said('auth-required {"reason":"no-answer"}');
      await page.unroute('**/token?*');
      await lost.getByRole('button', { name: '重试' }).click();
      await file('index.html').waitFor();

      await page.route('**/token?*', (route) => route.fulfill({ status: 500 }));
      await endTokens();
      await page.getByRole('button', { name: '刷新' }).click();
      await lost.first().waitFor();
      await said('auth-required {"reason":"no-answer"}');
      expect(await page.getByText('登录已过期').count()).toBe(0);
    });

    it.each([
      ['made for another origin', () => tokenFor({ origin: 'https://elsewhere.example' }), 'bad-header'],
      ['of another remote', () => tokenFor({ remote: 'backup' }), undefined],
      ['made up', () => Promise.resolve('no-token-of-anybody'), 'auth'],
    ])('refuses a token %s', async (_what, make, reason) => {
      const token = await make();
      await page.goto(`${portal.origin}/script.html`);
      await page.exposeFunction('tokenOfTest', () => token);
      const event = await page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            const deck = Reflect.get(globalThis, 'SiteDeck') as { embed: (...given: unknown[]) => unknown };
            deck.embed(document.body, {
              name: 'files',
              getToken: Reflect.get(globalThis, 'tokenOfTest') as unknown,
              onEvent: (name: string, detail: unknown) => resolve(`${name} ${JSON.stringify(detail)}`),
            });
          }),
      );
      expect(event).toContain(reason === 'auth' ? 'auth-required {"reason":"refused"}' : 'error');
      if (reason === 'bad-header') expect(event).toContain(reason);
      expect(await page.locator('sitedeck-remote').last().getByRole('grid').count()).toBe(0);
    });
  });

  describe('a page with several remotes', () => {
    const embedAnother = (options: { token?: string }) =>
      page.evaluate(({ token }) => {
        const deck = Reflect.get(globalThis, 'SiteDeck') as { embed: (...given: unknown[]) => unknown };
        const place = document.body.appendChild(document.createElement('div'));
        const own = document.querySelector('sitedeck-remote');
        const getToken = token === undefined ? (Reflect.get(own ?? {}, 'getToken') as unknown) : () => token;
        return new Promise<string>((resolve) => {
          const handle = deck.embed(place, {
            name: 'files',
            getToken,
            onEvent: (name: string, detail: unknown) => resolve(`${name} ${JSON.stringify(detail)}`),
          });
          Object.assign(globalThis, { second: handle });
        });
      }, options);

    it('polls once for all remotes of a page, and stops when the last one is removed', async () => {
      await page.clock.install();
      await open();
      expect(await embedAnother({})).toContain('ready');
      let [polls, replies] = [0, 0];
      const isPoll = (request: Request) => request.url().includes('/api/task/queryList');
      page.on('request', (request) => isPoll(request) && (polls += 1));
      page.on('requestfinished', (request) => isPoll(request) && (replies += 1));
      /** Advances the page's clock. A poll follows the reply to the one before it. */
      const pass = async (seconds: number) => {
        for (let passed = 0; passed < seconds; passed += 1) {
          await page.clock.runFor(1000);
          await eventually(() => Promise.resolve(expect(replies).toBeGreaterThanOrEqual(polls)));
        }
      };
      await pass(11);
      expect(polls).toBeGreaterThan(0);
      expect(polls).toBeLessThanOrEqual(3);
      await page.evaluate(() => {
        for (const one of document.querySelectorAll('sitedeck-remote')) one.remove();
      });
      // Wait for the reply to a poll already in progress.
      await pass(1);
      polls = 0;
      await pass(6);
      expect(polls).toBe(0);
    });

    it('refuses a second host in the same page', async () => {
      const other = await makeHost(product, 'embedded-other');
      await open();
      const event = await embedAnother({ token: await tokenFor(other) });
      const words = `此页面已打开主机 ${host.hostCode}，不能同时打开另一台主机。`;
      expect(event).toBe(`error {"reason":"host-conflict","message":"${words}"}`);
      await page.getByText(words).waitFor();
      await file('index.html').waitFor();
    });
  });

  it('obeys the workspace lock that another session holds, and shows the task', async () => {
    await open();
    const client = await owner();
    const begun = await client.call('POST /fs/upload/begin', { path: '/wwwroot', files: 1, bytes: 10 });
    expect(begun.code).toBe('200');
    await page.getByText('上传文件').first().waitFor();
    const upload = page.getByRole('button', { name: '上传' }).first();
    await eventually(async () => expect(await upload.getAttribute('aria-disabled')).toBe('true'));
    const tray = page.getByRole('region', { name: '任务' });
    await tray.waitFor();
    // The list is in view without scrolling, although the remote fills the window.
    await eventually(async () =>
      expect(await tray.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true),
    );
    await client.call('POST /fs/upload/end', { id: begun.res['id'], cancelled: true, failed: [] });
    await eventually(async () => expect(await upload.getAttribute('aria-disabled')).toBeNull());
  });

  it('shows its messages inside its own box, and in view while the page scrolls', async () => {
    await open();
    // Make the remote taller than the window, with content of the portal above and below.
    await page.addStyleTag({
      content: 'main{padding-block:300px 1200px!important}sitedeck-remote{--sitedeck-height:1500px}',
    });
    await page.getByRole('grid').focus();
    await page.keyboard.press('Home');
    /** Shows the message; copies again if the last one has already disappeared. */
    const copied = async () => {
      const toast = page.locator('[class*="-message-notice"]').filter({ hasText: '已复制' }).first();
      if (!(await toast.isVisible())) await page.keyboard.press('Control+C');
      await toast.waitFor();
      await waitForAnimations(page);
    };
    const seenAt = (top: number) =>
      page.evaluate(async (to) => {
        const place = document.querySelector('sitedeck-remote');
        scrollBy(0, (place?.getBoundingClientRect().top ?? 0) - to);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const box = place?.getBoundingClientRect();
        const shown = place?.shadowRoot?.querySelector('[class*="-message-notice"]')?.getBoundingClientRect();
        if (!box || !shown) return undefined;
        return {
          inside:
            shown.top >= box.top &&
            shown.bottom <= box.bottom &&
            shown.left >= box.left &&
            shown.right <= box.right,
          inView: shown.top >= 0 && shown.bottom <= innerHeight,
          fromTop: Math.round(shown.top - Math.max(box.top, 0)),
          height: box.height,
        };
      }, top);
    // From the remote's top in the middle of the window to its last line at the top of the window.
    for (const top of [400, 0, -600, 20 - 1500])
      await eventually(async () => {
        await copied();
        const seen = await seenAt(top);
        expect(seen).toMatchObject({ inside: true });
        if (top > -1000) expect(seen).toMatchObject({ inView: true });
        if (top > -1000) expect(seen?.fromTop).toBeLessThan(60);
      });
  });

  it('releases everything when its element is removed, and works again when the element is added again', async () => {
    await open();
    const count = () =>
      page.evaluate(() => {
        const remote = document.querySelector('sitedeck-remote');
        return { inside: remote?.shadowRoot?.childElementCount ?? 0, body: document.body.childElementCount };
      });
    const { body } = await count();
    const session = await context.newCDPSession(page);
    const measure = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
      return { nodes, listeners: jsEventListeners };
    };
    /** Polls until the number of nodes stops falling: React, timers and animations release theirs a moment later. */
    const settled = async () => {
      let found = await measure();
      for (let before = Infinity; found.nodes < before;) {
        before = found.nodes;
        await page.waitForTimeout(500);
        found = await measure();
      }
      return found;
    };
    const leaves = async () => {
      await page.evaluate(() => {
        const remote = document.querySelector('sitedeck-remote');
        remote?.remove();
        Object.assign(globalThis, { kept: remote });
      });
      await page.waitForFunction(
        () => (Reflect.get(globalThis, 'kept') as Element).shadowRoot?.childElementCount === 0,
      );
    };
    const comesBack = async () => {
      await page.evaluate(() =>
        document.querySelector('main')?.append(Reflect.get(globalThis, 'kept') as Element),
      );
      await file('index.html').waitFor();
    };
    const round = async () => {
      await leaves();
      const empty = await settled();
      await comesBack();
      return empty;
    };
    await round();
    const first = await round();
    for (let n = 0; n < 3; n += 1) await round();
    await leaves();
    // On a busy machine a last timer releases its nodes late; a leak never goes away.
    await eventually(async () => {
      const last = await measure();
      // A leak per round would be hundreds of nodes.
      expect(last.nodes - first.nodes).toBeLessThan(150);
      expect(last.listeners - first.listeners).toBeLessThan(60);
    });
    await comesBack();
    expect((await count()).body).toBe(body);
    expect(faults).toEqual([]);
  });

  it('looks as in the console under a hostile style sheet', async () => {
    const stylesOf = (list: string[]) => async (where: Page) => {
      const controls = {
        primary: where.getByRole('button', { name: 'Upload' }).first(),
        button: where.getByRole('button', { name: 'Refresh' }).first(),
        heading: where.getByRole('heading', { name: 'File management' }),
        filter: where.getByRole('textbox', { name: 'Filter' }),
        row: where.getByRole('gridcell').getByText('index.html', { exact: true }),
      };
      const entries = Object.entries(controls).map(async ([name, control]) => [
        name,
        await control.evaluate(
          (one, names) => names.map((each) => getComputedStyle(one)[each as 'font']),
          list,
        ),
      ]);
      return Object.fromEntries(await Promise.all(entries)) as Record<string, string[]>;
    };
    const styles = stylesOf([...VISIBLE_STYLES, ...OTHER_STYLES]);

    const client = await owner();
    const [name = '', value = ''] = client.cookie.split('=');
    const consoleContext = await browser.newContext({
      locale: 'en-US',
      viewport: { width: 1280, height: 900 },
    });
    await consoleContext.addCookies([{ name, value, url: product.origin }]);
    await consoleContext.addInitScript(() => localStorage.setItem('sitedeck.locale', 'en-US'));
    const own = await consoleContext.newPage();
    await own.goto(`${product.origin}/fileManage`);
    await own.getByRole('gridcell').getByText('index.html', { exact: true }).waitFor();
    await waitForAnimations(own);
    const expected = await styles(own);
    await consoleContext.close();

    await page.goto(`${portal.origin}/script.html`);
    await page.addStyleTag({ content: HOSTILE });
    await file('index.html').waitFor();
    await eventually(async () => expect(await styles(page)).toEqual(expected));
    await page.getByRole('button', { name: 'New' }).click();
    const item = page.getByRole('menuitem', { name: 'New folder' });
    await item.waitFor();
    expect(await item.evaluate((one) => getComputedStyle(one).fontSize)).toBe('14px');
    const dialogButton = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
    await item.click();
    await dialogButton.waitFor();
    expect(await dialogButton.evaluate((one) => getComputedStyle(one).height)).toBe('32px');
  });

  it('refuses a file with a wrong hash, shows the error in its own box, and loads after a retry', async () => {
    await page.route('**/remoteEntry*.js*', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, body: `${await reply.text()};globalThis.bad=1` });
    });
    await page.goto(portal.origin);
    await page.getByText('文件校验未通过，已停止加载', { exact: true }).waitFor();
    await said('error {"reason":"tampered","message":"文件校验未通过，已停止加载"}');
    await page.getByText(/编号 [0-9A-F]{6}/).waitFor();
    expect(await page.evaluate(() => 'bad' in globalThis)).toBe(false);
    await page.unroute('**/remoteEntry*.js*');
    await page.getByRole('button', { name: '重试' }).click();
    await file('index.html').waitFor();
  });

  it('reports that the console can’t be reached, and loads after a retry', async () => {
    await page.route(`${product.origin}/assets/**`, (route) => route.abort());
    await page.goto(portal.origin);
    await page.getByRole('alert').filter({ hasText: '网络连接中断' }).waitFor();
    await said('error {"reason":"network","message":"网络连接中断，无法加载此功能。"}');
    await page.unroute(`${product.origin}/assets/**`);
    await page.getByRole('button', { name: '重试' }).click();
    await file('index.html').waitFor();
  });
});
