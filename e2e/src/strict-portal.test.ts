import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { callProvider } from './api';
import { openBrowser } from './browser';
import { eventually } from './eventually';
import { makeHost } from './portal';
import type { Product } from './product';
import { sharedProduct } from './shared-product';
import { NONCE, startStrictPortal, type StrictPortal } from './strict-portal';

interface EmbedReply {
  readonly res: {
    readonly remote: {
      readonly base: string;
      readonly entry: string;
      readonly global: string;
      readonly assets: Readonly<Record<string, string>>;
    };
  };
}

const sumOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

describe('a portal with a strict content policy', () => {
  let product: Product;
  let portal: StrictPortal;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let host: Awaited<ReturnType<typeof makeHost>>;
  /** Exceptions and console errors, which include blocked content. */
  let faults: string[];
  /** Events that the embedded remote has reported. */
  let events: string[];

  beforeAll(async () => {
    product = sharedProduct();
    host = await makeHost(product, 'strict');
    portal = await startStrictPortal(product);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
  });
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1280, height: 900 } });
    page = await context.newPage();
    faults = [];
    events = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await page.exposeFunction('tokenOfTest', async () => {
      const body = { ...host, remote: 'files', origin: portal.origin };
      return (await callProvider(product, 'POST /provider/embed-tokens', body)).res['token'];
    });
    await page.exposeFunction('reportToTest', (name: string, detail: string) =>
      events.push(`${name} ${detail}`),
    );
  });
  afterEach(() => context.close());

  const place = () => page.locator('sitedeck-remote');
  const file = (name: string) => page.getByRole('gridcell').getByText(name, { exact: true });
  const onDisk = (name: string) => join(product.data, 'hosts', host.hostCode, 'wwwroot', name);

  async function open(nonce: string | undefined): Promise<void> {
    await page.goto(portal.origin);
    await page.evaluate((given) => {
      const own = (name: string) => Reflect.get(globalThis, name) as (...values: unknown[]) => unknown;
      const { embed } = Reflect.get(globalThis, 'SiteDeck') as { embed: (...given: unknown[]) => unknown };
      embed(document.querySelector('main'), {
        name: 'files',
        properties: { path: '/wwwroot' },
        getToken: own('tokenOfTest'),
        onEvent: (name: string, detail: unknown) => own('reportToTest')(name, JSON.stringify(detail)),
        ...(given !== undefined && { nonce: given }),
      });
    }, nonce);
  }

  it('shows the remote in its own style and lets it work without a blocked request', async () => {
    await open(NONCE);
    await file('index.html').waitFor();
    const upload = page.getByRole('button', { name: '上传' });
    expect(await upload.evaluate((one) => getComputedStyle(one).height)).toBe('32px');

    await page.getByRole('button', { name: '新建' }).click();
    await page.getByRole('menuitem', { name: '新建文件夹' }).click();
    const field = page.getByLabel('文件夹名');
    await field.fill('made');
    await page.keyboard.press('Enter');
    await file('made').waitFor();
    // The list has the focus again when the dialog is gone.
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    const picked = { name: 'up.txt', mimeType: 'text/plain', buffer: Buffer.from('from a strict page') };
    await page.getByTestId('pick-files').setInputFiles(picked);
    await file('up.txt').waitFor();
    expect(await readFile(onDisk('up.txt'), 'utf8')).toBe('from a strict page');

    await page.getByRole('grid').focus();
    await page.keyboard.press('u');
    await page.keyboard.press('Space');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toBe('from a strict page');

    await file('up.txt').click();
    const editor = page.locator('.cm-content');
    await editor.waitFor();
    // Wait for the focus: keys before it would go to the list, and the dialog may take it until its animation ends.
    await page.getByRole('dialog').locator('.fm-editor-body').click({ trial: true });
    await eventually(async () => expect(await editor.evaluate((one) => one.matches(':focus'))).toBe(true));
    expect(await page.locator('.cm-scroller').evaluate((one) => getComputedStyle(one).display)).toBe('flex');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('edited');
    await page.keyboard.press('Control+S');
    await eventually(async () => expect(await readFile(onDisk('up.txt'), 'utf8')).toBe('edited'));
    expect(faults).toEqual([]);
  });

  it('blocks styles without the portal’s nonce, so the policy is effective', async () => {
    await open(undefined);
    await file('index.html').waitFor();
    await eventually(() =>
      Promise.resolve(expect(faults.some((text) => text.includes("style-src 'nonce-"))).toBe(true)),
    );
  });

  describe('a remote that fails in it', () => {
    /**
     * Serves the remote with another exposed module `./mount`, with matching hashes. Returns a function that serves the
     * genuine one again.
     */
    async function withMount(mount: string): Promise<() => void> {
      let current = '';
      let genuine = '';
      await page.route('**/api/remote/embed', async (route) => {
        const reply = await route.fetch();
        const boot = (await reply.json()) as EmbedReply;
        const { base, entry, global, assets } = boot.res.remote;
        genuine = await (await page.request.get(base + entry)).text();
        current ||= `${genuine}
;(({ init, get }) => {
  const change = (factory) => () => { const { mount: real } = factory(); return { mount: ${mount} }; };
  ${global} = { init, get: (door) => door === './mount' ? get(door).then(change) : get(door) };
})(${global});`;
        const sums = `${sumOf(current)} ${sumOf(genuine)}`;
        const remote = { ...boot.res.remote, assets: { ...assets, [entry]: sums } };
        await route.fulfill({ response: reply, json: { ...boot, res: { ...boot.res, remote } } });
      });
      await page.route('**/remoteEntry*.js*', (route) =>
        route.fulfill({
          body: current,
          contentType: 'text/javascript',
          headers: { 'access-control-allow-origin': '*' },
        }),
      );
      return () => {
        current = genuine;
      };
    }

    it.each([
      ['while it mounts', 'broken', '() => { throw new Error("no such thing"); }'],
      [
        'while it renders',
        'render',
        '(at, ctx) => real(at, { ...ctx, get nav() { throw new Error("no such thing"); } })',
      ],
      [
        'when it has long been there',
        'render',
        `(at, ctx) => {
          const mounted = real(at, ctx);
          const broken = { ...ctx, get nav() { throw new Error("no such thing"); } };
          addEventListener('test-break', () => mounted.update(broken), { once: true });
          return mounted;
        }`,
      ],
    ])(
      'reports a remote that fails %s, shows that in its own box, and loads it after a retry',
      async (when, reason, mount) => {
        const restore = await withMount(mount);
        const sent = page.waitForRequest((request) => request.postData()?.includes('no such thing') ?? false);
        await open(NONCE);
        if (when.includes('long')) {
          await file('index.html').waitFor();
          await page.evaluate(() => dispatchEvent(new Event('test-break')));
        }
        await place().getByRole('alert').filter({ hasText: '「文件管理」加载失败' }).waitFor();
        const words = '此页面出现错误，其他功能不受影响。';
        await eventually(() =>
          Promise.resolve(expect(events).toContain(`error {"reason":"${reason}","message":"${words}"}`)),
        );
        await page.getByRole('grid').waitFor({ state: 'detached' });

        // The portal's own page is unaffected.
        const heading = page.getByRole('heading', { name: 'Strict portal' });
        expect(await heading.evaluate((one) => getComputedStyle(one).color)).toBe('rgb(1, 2, 3)');
        expect(await page.evaluate(() => document.body.childElementCount)).toBe(2);
        expect(faults.filter((text) => !text.startsWith('SiteDeck: files 0.1.0'))).toEqual([]);

        restore();
        await page.getByRole('button', { name: '重试' }).click();
        await file('index.html').waitFor();
        await eventually(() =>
          Promise.resolve(expect(events.at(-1)).toBe('ready {"name":"files","version":"0.1.0"}')),
        );
        expect((await sent).url()).toBe(`${product.origin}/api/remote/events`);
      },
    );
  });
});
