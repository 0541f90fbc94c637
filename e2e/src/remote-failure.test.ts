import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { loginForm, callProvider, sendLogin, type Client } from './api';
import { openBrowser } from './browser';
import { withApp, withBoot, withSession } from './console-visit';
import { eventually } from './eventually';
import { startProduct, type OwnProduct, type Product } from './product';
import { removeFile, tamperWith } from './served-file';

const ENTRY = /\/remotes\/files\/[^/]+\/remoteEntry[^/]*\.js/;
const CHUNK = /\/remotes\/files\/[^/]+\/\d+\.[0-9a-f]+\.js/;
/** A chunk of the shell that the remote needs and Home does not. */
const SHELL_CHUNK = /\/assets\/(?!console|react|query)[^/]+\.js/;

const isScript = (request: Request) => request.resourceType() === 'script';

interface Health {
  readonly loads: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly slowestMs: number | null;
}

async function healthOf(product: Product): Promise<Health> {
  const { res } = await callProvider(product, 'GET /provider/remotes/files');
  const versions = res['versions'] as readonly { readonly version: string; readonly health: Health }[];
  const health = versions.find(({ version }) => version === '0.1.0')?.health;
  if (!health) throw new Error('The provider knows no version 0.1.0');
  return health;
}

/** Value of one metric as a scraper reads it; 0 before the first count. */
async function metricOf({ provider }: Product, series: string): Promise<number> {
  const headers = { Authorization: `Bearer ${provider.key}` };
  const reply = await fetch(`${provider.origin}/metrics`, { headers });
  expect(reply.status).toBe(200);
  const line = (await reply.text()).split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length) ?? 0);
}

describe('a remote that fails', () => {
  let product: OwnProduct;
  let browser: Browser;
  let client: Client;
  let context: BrowserContext;
  let page: Page;
  /** Addresses of all scripts, from a visit without failures. */
  let scripts: readonly string[];

  beforeAll(async () => {
    product = await startProduct();
    browser = await openBrowser();
    const { hostName, password } = product.demo;
    ({ client } = await sendLogin(product, await loginForm(product, hostName, password)));
    context = await withSession(browser, product, { client });
    const visit = await context.newPage();
    const seen: string[] = [];
    visit.on('request', (request) => isScript(request) && seen.push(request.url()));
    await visit.goto(`${product.origin}/fileManage`);
    await visit.getByText('index.html').first().waitFor();
    scripts = seen;
    await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });
  beforeEach(async () => {
    // Start with an empty cache, so that changes on the server take effect at once.
    context = await withSession(browser, product, { client });
    page = await context.newPage();
  });
  afterEach(() => context.close());

  const addressOf = (kind: RegExp) => scripts.find((url) => kind.test(url)) ?? '';
  const open = () => page.goto(`${product.origin}/fileManage`, { waitUntil: 'commit' });
  const failure = (words: string) =>
    page.getByRole('alert').filter({ hasText: '「文件管理」加载失败' }).filter({ hasText: words });
  const list = () => page.getByText('index.html').first();
  const retry = () => page.getByRole('button', { name: '重试' }).click();

  /** Checks that the shell and other pages still work, then returns to the failed page. */
  async function expectOtherPagesWork(): Promise<void> {
    await page.getByRole('menuitem', { name: '任务中心' }).click();
    await page.getByRole('heading', { name: '任务中心' }).waitFor();
    await page.getByRole('menuitem', { name: '文件管理' }).click();
  }

  it.each([
    ['its entry', ENTRY],
    ['one of its chunks', CHUNK],
  ])(
    'affects no other page and loads after a retry when the connection for %s breaks',
    async (_name, what) => {
      let asked = 0;
      await page.route(what, (route) => {
        if (isScript(route.request())) asked += 1;
        return route.abort();
      });
      await open();
      await failure('网络连接中断，其他功能不受影响。').waitFor();
      await failure('files 0.1.0').waitFor();
      await page.getByText(/编号 [0-9A-F]{6}/).waitFor();
      await page.waitForTimeout(500);
      expect(asked).toBe(1);
      await expectOtherPagesWork();
      await failure('网络连接中断').waitFor();
      await page.unroute(what);
      await page.getByRole('button', { name: '重试' }).focus();
      await page.keyboard.press('Enter');
      await list().waitFor();
      // The focus must not be lost with the retry button.
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    },
  );

  it('reports a slow connection, gives up on an entry without a reply after 8 s, and loads after a retry', async () => {
    await page.route(ENTRY, () => new Promise(() => undefined), { times: 1 });
    const since = Date.now();
    await open();
    await page.getByText('网络较慢，仍在加载').waitFor();
    await failure('加载超时').waitFor();
    expect(Date.now() - since).toBeGreaterThanOrEqual(8000);
    await retry();
    await list().waitFor();
  });

  it.each([
    ['a chunk of its own', CHUNK],
    ['a chunk of the shell that it needs', SHELL_CHUNK],
  ])('loads %s again on request while the first request gets no reply', async (_name, what) => {
    await page.route(what, () => new Promise(() => undefined), { times: 1 });
    await open();
    await page.getByText('网络较慢，仍在加载').waitFor();
    await page.getByRole('button', { name: '重新加载' }).click();
    await list().waitFor();
  });

  it('reports a chunk that is missing on the server, and loads it once it is back', async () => {
    const putBack = await removeFile(product, addressOf(CHUNK));
    try {
      await open();
      await failure('服务器上没有此功能的文件').waitFor();
      await expectOtherPagesWork();
      await failure('服务器上没有此功能的文件').waitFor();
    } finally {
      await putBack();
    }
    await retry();
    await list().waitFor();
  });

  it('offers a refresh if a deployment has replaced the chunk that the open page requests', async () => {
    const putBack = await removeFile(product, addressOf(CHUNK));
    await withBoot(page, (boot) => ({ ...boot, revision: 'of-yesterday' }));
    await open();
    try {
      await failure('控制台已更新，刷新后即可使用。').waitFor();
    } finally {
      await putBack();
    }
    await page.unroute(() => true);
    await page.getByRole('button', { name: '刷新' }).click();
    await list().waitFor();
  });

  it.each([
    ['its entry', ENTRY],
    ['a lazy chunk of its own', CHUNK],
    ['a chunk of the shell', SHELL_CHUNK],
  ])(
    'runs nothing of %s after a byte was changed, reports that, and loads once the file is correct again',
    async (_name, what) => {
      const restore = await tamperWith(product, addressOf(what));
      try {
        await open();
        await failure('文件校验未通过，已停止加载').waitFor();
        expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
        await page.getByRole('menuitem', { name: '首页' }).click();
        await page.getByRole('heading', { name: 'demo' }).waitFor();
        await page.getByRole('menuitem', { name: '文件管理' }).click();
        await failure('文件校验未通过，已停止加载').waitFor();
      } finally {
        await restore();
      }
      await retry();
      await list().waitFor();
      // The browser's cache must hold the correct file, too.
      await page.reload();
      await list().waitFor();
    },
  );

  it.each([
    { console: 'newer', sdk: '^9.0.0', words: '需要刷新控制台后使用', way: '刷新' },
    { console: 'older', sdk: '^0.0.1', words: '暂时不可用，服务商已收到通知', way: '返回首页' },
  ])('refuses to load if it needs a $console console', async ({ sdk, words, way }) => {
    const requires = { sdk, shell: '*' };
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await withBoot(page, (boot) => ({
      ...boot,
      remotes: boot.remotes.map((remote) => ({ ...remote, requires })),
    }));
    await open();
    await failure(words)
      .getByText(/编号 [0-9A-F]{6}/)
      .waitFor();
    await page.getByRole('button', { name: way }).waitFor();
    expect(asked.filter((url) => ENTRY.test(url))).toEqual([]);
    await expectOtherPagesWork();
  });

  it.each([
    ['version-missing', '服务器上没有此版本'],
    ['asset-without-hash', '有文件缺少校验值'],
    ['route-taken', '地址与其他功能冲突'],
  ])('keeps its menu entry and shows the reason when the server refuses it: %s', async (refused, words) => {
    await withBoot(page, (boot) => ({
      ...boot,
      remotes: boot.remotes.map((remote) => ({ ...remote, refused })),
    }));
    const report = page.waitForRequest((request) => request.postData()?.includes(refused) ?? false);
    await open();
    const reference = failure(words).getByText(/编号 [0-9A-F]{6}/);
    const shown = await reference.textContent();
    // The displayed reference must match the one in the server's log.
    expect(shown?.slice(3, 9)).toBe(/"([0-9A-F]{6}) /.exec((await report).postData() ?? '')?.[1]);
    await expectOtherPagesWork();
    expect(await reference.textContent()).toBe(shown);
  });

  it('confines a remote that throws while it renders to its area', async () => {
    const restore = await withApp(page, product, '() => { throw new Error("no such thing"); }');
    const report = page.waitForRequest(
      (request) => request.postData()?.includes('"stage":"render"') ?? false,
    );
    await open();
    await failure('此页面出现错误，其他功能不受影响。').waitFor();
    await expectOtherPagesWork();
    await restore();
    await retry();
    await list().waitFor();
    expect((await report).postData()).toMatch(/[0-9A-F]{6} Error: no such thing/);
  });

  it('reports a remote in an endless loop although the page itself no longer responds', async () => {
    await withApp(page, product, '() => { for (;;); }');
    const report = page.waitForRequest((request) => request.postData()?.includes('"stage":"hang"') ?? false, {
      timeout: 60_000,
    });
    await open();
    expect(new URL((await report).url()).pathname).toBe('/api/remote/events');
    expect((await report).postData()).toMatch(/"[0-9A-F]{6} the page stopped answering/);
  });

  it('reports loads and failures to the provider, in the metrics and in the health of the version', async () => {
    const before = await healthOf(product);
    const label = 'remote="files",version="0.1.0"';
    const errorsBefore = await metricOf(product, `sitedeck_remote_errors_total{${label},stage="entry"}`);
    const loadsBefore = await metricOf(product, `sitedeck_remote_loads_seconds_count{${label}}`);
    await page.route(ENTRY, (route) => route.abort());
    await open();
    await failure('网络连接中断').waitFor();
    await page.unroute(ENTRY);
    await retry();
    await list().waitFor();
    // A page sends the events it has collected when it closes.
    await page.close();
    await eventually(async () => {
      const health = await healthOf(product);
      expect(health.errors['entry']).toBe((before.errors['entry'] ?? 0) + 1);
      expect(health.loads).toBe(before.loads + 1);
      expect(health.slowestMs).toBeGreaterThan(0);
      expect(await metricOf(product, `sitedeck_remote_errors_total{${label},stage="entry"}`)).toBe(
        errorsBefore + 1,
      );
      expect(await metricOf(product, `sitedeck_remote_loads_seconds_count{${label}}`)).toBe(loadsBefore + 1);
    });
  });

  describe('chunks of the shell itself', () => {
    // Disable prefetching: on a slow machine the chunk would be loaded before its request is blocked.
    beforeEach(() =>
      page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })),
    );

    it('shows why the menu of a narrow page failed to load, and loads it at the next click', async () => {
      await page.setViewportSize({ width: 800, height: 900 });
      await page.goto(`${product.origin}/`);
      // A first toast loads the code of toasts, as an idle page does where prefetching is on.
      await page.getByRole('button', { name: '复制 FTP 账号' }).click();
      await page.getByText('已复制').waitFor();
      await page.route(SHELL_CHUNK, (route) => route.abort());
      const press = () => page.getByRole('button', { name: '打开菜单' }).click();
      const lost = page.getByRole('alert').filter({ hasText: '菜单加载失败' });
      await press();
      await lost.filter({ hasText: '网络连接中断' }).waitFor();
      await page.unroute(SHELL_CHUNK);
      await press();
      await page.getByRole('menuitem', { name: '任务中心' }).click();
      await page.getByRole('heading', { name: '任务中心' }).waitFor();
    });

    it('loads a page on a retry after its script or a shared module failed to load', async () => {
      await page.goto(`${product.origin}/`);
      await page.getByRole('heading', { name: 'demo' }).waitFor();
      await page.route(SHELL_CHUNK, (route) => route.abort());
      await page.getByRole('menuitem', { name: '任务中心' }).click();
      const lost = page.getByRole('alert').filter({ hasText: '「任务中心」加载失败' });
      await lost.filter({ hasText: '网络连接中断' }).waitFor();
      await page.unroute(SHELL_CHUNK);
      await retry();
      await page.getByRole('heading', { name: '任务中心' }).waitFor();
      await lost.waitFor({ state: 'detached' });
    });
  });

  it('blocks a remote that froze the previous page of the tab until the user retries', async () => {
    // The mark that a page leaves in the session storage if it froze while it loaded the remote.
    await page.addInitScript(() => {
      if (!('sitedeck-tested' in sessionStorage))
        sessionStorage.setItem('sitedeck-entering', 'files@0.1.0#7F3A2C');
      sessionStorage.setItem('sitedeck-tested', '');
    });
    await open();
    await failure('浏览器失去响应').getByText('编号 7F3A2C').waitFor();
    await expectOtherPagesWork();
    await failure('浏览器失去响应').waitFor();
    await retry();
    await list().waitFor();
    // The remote has loaded, so the mark is gone.
    await page.reload();
    await list().waitFor();
  });
});
