import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { TASK_PAGE_SIZE } from '@sitedeck/contract';
import { loginForm, callProvider, sendLogin, type Client } from './api';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { eventually } from './eventually';
import { partsOf } from './processes';
import { startProduct, type OwnProduct } from './product';
import { openTaskRows, type TaskRows } from './task-rows';

const HOUR_MS = 3600_000;
const EVIL = '<img src=x onerror=document.title=1><b>店</b>';

describe('the shell during failures', () => {
  let product: OwnProduct;
  let browser: Browser;
  let client: Client;
  let rows: TaskRows;
  let context: BrowserContext;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), openBrowser()]);
    const { hostName, password } = product.demo;
    ({ client } = await sendLogin(product, await loginForm(product, hostName, password)));
    rows = await openTaskRows(product);
  });
  beforeEach(async () => {
    context = await withSession(browser, product, { client });
  });
  afterEach(async () => {
    await context.close();
    await rows.clear('demo');
  });
  afterAll(async () => {
    await rows?.close();
    await browser?.close();
    await product?.stop();
  });

  async function open(path: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(product.origin + path);
    await page.locator('h1').waitFor();
    return page;
  }

  const card = (page: Page, name: string) => page.getByRole('region', { name });

  describe('while the API answers slowly', () => {
    /** Holds back every reply that the frame of the page does not need. Returns the function that releases them. */
    async function held(page: Page): Promise<() => void> {
      let answer: () => void = () => undefined;
      const released = new Promise<void>((resolve) => (answer = resolve));
      const frame = /\/api\/(currentHostInfo|getLoginSource|task\/queryList)/;
      await page.route('**/{api,fs}/**', async (route) => {
        if (!frame.test(route.request().url())) await released;
        await route.continue();
      });
      return answer;
    }

    it('shows the frame of Home and its skeletons at once, then the content', async () => {
      const page = await context.newPage();
      const answer = await held(page);
      await page.goto(product.origin);
      for (const name of ['连接信息', '最近操作']) {
        const block = card(page, name);
        await block.waitFor();
        expect([name, await block.getAttribute('aria-busy')]).toEqual([name, 'true']);
      }
      await page.getByRole('navigation', { name: '主菜单' }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      answer();
      await card(page, '连接信息').getByRole('switch', { name: '只读' }).waitFor();
      await card(page, '最近操作').getByText('登录').first().waitFor();
      await page.waitForFunction(() => !document.querySelector('.sh-home [aria-busy=true]'));
    });

    it.each(['/log', '/taskCenter'])('shows that the list of %s is loading, then shows it', async (path) => {
      await rows.add('demo', { type: 'SAFE_SCAN', status: 'RUNNING_SUCCESS' });
      const page = await context.newPage();
      const answer = await held(page);
      await page.goto(product.origin + path);
      const list = page.locator('.sd-resource [aria-busy=true]');
      await list.getByText('正在加载').first().waitFor();
      expect(await page.getByText('还没有').count()).toBe(0);
      answer();
      await list.waitFor({ state: 'detached' });
      await page.locator('.sd-resource tbody button').first().waitFor();
    });
  });

  it('shows a failed call in its block only, with the reference from the log', async () => {
    await rows.run('alter table operation_log rename to operation_log_away');
    let page: Page;
    try {
      page = await open('/');
      const broken = card(page, '最近操作');
      await broken.getByText('最近操作加载失败').waitFor();
      const words = (await broken.getByText(/^编号 /).textContent()) ?? '';
      const [, reference = 'none'] = /编号 (\S+)/.exec(words) ?? [];
      await eventually(async () => {
        expect(await readFile(join(product.data, 'logs/api.log'), 'utf8')).toContain(reference);
      });
      await card(page, '连接信息').getByRole('switch', { name: '只读' }).waitFor();
      expect(await page.getByRole('button', { name: /^重试/ }).count()).toBe(1);
    } finally {
      await rows.run('alter table operation_log_away rename to operation_log');
    }
    await page.getByRole('button', { name: '重试：最近操作加载失败' }).click();
    await card(page, '最近操作').getByText('登录').first().waitFor();
    await page.getByRole('alert').first().waitFor({ state: 'detached' });
  });

  describe('after the API was killed', () => {
    /** The supervisor restarts the API soon: a test must send its request right after this. */
    function killApi(): number {
      const api = partsOf(product.pid).find(({ name }) => name.includes('api.mjs'));
      if (!api) throw new Error('There is no API to kill');
      process.kill(api.pid, 'SIGKILL');
      return api.pid;
    }

    async function apiGone(killed: number): Promise<void> {
      await eventually(() =>
        Promise.resolve(expect(partsOf(product.pid).map(({ pid }) => pid)).not.toContain(killed)),
      );
    }

    /** Clicks the button if it is there. It may disappear between the check and the click. */
    async function clickIfThere(button: Locator): Promise<void> {
      if (await button.isVisible()) await button.click({ timeout: 2000 });
    }

    it('shows that the list failed to load, and keeps the typed filter for the retry', async () => {
      await client.call('POST /fs/mkdir', { path: '/wwwroot/kept-filter' });
      const page = await open('/log');
      const keyword = page.getByRole('textbox', { name: '关键词' });
      await keyword.fill('kept-filter');
      await page.getByText('共 1 条').waitFor();
      // Kill the API after the refresh has begun, so that the request can't reach a restarted one.
      const first = { times: 1 };
      await page.route('**/api/log/queryPage/**', (route) => (killApi(), route.continue()), first);
      await page.getByRole('button', { name: '刷新' }).click();
      const notice = page.locator('.sd-resource').getByRole('alert');
      await notice.getByText('列表加载失败').waitFor();
      expect(((await notice.locator('p').first().textContent()) ?? '').length).toBeGreaterThan(0);
      expect(await keyword.inputValue()).toBe('kept-filter');
      await eventually(async () => {
        await clickIfThere(notice.getByRole('button', { name: '重试' }));
        await page.getByText('共 1 条').waitFor({ timeout: 1000 });
      });
      expect(await keyword.inputValue()).toBe('kept-filter');
      await page.getByText('/wwwroot/kept-filter').waitFor();
    });

    it('resumes its regular polls by itself', async () => {
      const page = await open('/taskCenter');
      await page.getByText('还没有任务记录').waitFor();
      await apiGone(killApi());
      await rows.add('demo', { type: 'SAFE_SCAN', status: 'RUNNING' });
      await page.getByRole('button', { name: '任务，1 个进行中或等待中' }).waitFor({ timeout: 60_000 });
      await page.getByRole('row', { name: /木马扫描.*进行中/ }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/taskCenter');
    });

    it('shows that the console failed to open at its first call, and opens it on a retry', async () => {
      const page = await open('/log');
      const first = { times: 1 };
      await page.route('**/api/currentHostInfo', (route) => (killApi(), route.continue()), first);
      await page.reload();
      await page.getByText('控制台加载失败').waitFor();
      await eventually(async () => {
        await clickIfThere(page.getByRole('button', { name: '重试' }));
        await page.getByRole('heading', { level: 1, name: '操作日志' }).waitFor({ timeout: 1000 });
      });
    });
  });

  describe.each([
    ['3 hours ahead', 3],
    ['3 hours behind', -3],
  ])('when the browser’s clock is %s', (_name, hours) => {
    const two = (value: number) => String(value).padStart(2, '0');
    const clock = (at: Date) => `${two(at.getHours())}:${two(at.getMinutes())}`;
    /** Formats a moment of the last two days as the lists do. */
    function wordsFor(at: Date): string {
      const days = [at, new Date()].map((day) => new Date(day).setHours(0, 0, 0, 0));
      return `${days[0] === days[1] ? '今天' : '昨天'} ${clock(at)}`;
    }
    const skewed = async () => {
      const page = await context.newPage();
      await page.clock.install({ time: Date.now() + hours * HOUR_MS });
      return page;
    };
    const center = () => `${product.origin}/taskCenter`;

    it('shows start, run time and waiting time of a task by the server’s clock', async () => {
      const earliest = new Date(Date.now() - 65_000);
      await rows.add('demo', { type: 'SAFE_SCAN', status: 'RUNNING' });
      const latest = new Date(Date.now() - 65_000);
      await rows.add('demo', { type: 'CERT_APPLY', status: 'WAIT' });
      const page = await skewed();
      await page.goto(center());
      const running = page.getByRole('row', { name: /木马扫描/ });
      await running.waitFor();
      // Started 65 s ago; the page took some time to load.
      expect(await running.textContent()).toMatch(/0[1-3]:\d\d/);
      expect(await running.textContent()).not.toMatch(/\d:\d\d:\d\d/);
      const said = (await running.locator('time').textContent()) ?? '';
      // The minute may have changed while the row was written.
      expect([wordsFor(earliest), wordsFor(latest)]).toContain(said);
      expect(await page.getByRole('row', { name: /证书申请/ }).textContent()).toMatch(/已等 0[01]:\d\d/);
    });

    it('announces a completion of the last 24 hours once, and never an older one', async () => {
      const finish = async (type: 'WEB_BACKUP' | 'COMPRESS', ago: number) => {
        const id = await rows.add('demo', { type, status: 'RUNNING_SUCCESS' });
        const moment = new Date(Date.now() - ago * HOUR_MS);
        await rows.run(
          'update task set created_at = $2, started_at = $2, ended_at = $2, notify_status = 0 where id = $1',
          [id, moment],
        );
      };
      await finish('WEB_BACKUP', 22.5);
      await finish('COMPRESS', 25.5);
      const page = await skewed();
      const toast = (name: string) => page.locator('.ant-notification').getByText(`${name}已完成`);
      await Promise.all([toast('网站备份').waitFor(), page.goto(center())]);
      expect(await toast('打包下载').count()).toBe(0);
      const polled = page.waitForResponse(/queryList/);
      await page.reload();
      await polled;
      await page.getByRole('row', { name: /网站备份/ }).waitFor();
      await page.waitForTimeout(500);
      expect(await toast('网站备份').count()).toBe(0);
      expect(await toast('打包下载').count()).toBe(0);
    });
  });

  it('shows 10,000 tasks in pages, and its polling transfers no more than one page', async () => {
    await rows.run(
      `insert into task (host_code, node, type, status, params, operator, notify_status, started_at, ended_at)
       select code, node, 'DECOMPRESS', 'RUNNING_SUCCESS', json_build_object('targetPath', '/wwwroot/' || n), host_name, 1, now(), now()
       from host, generate_series(1, 10000) n where host_name = 'demo' order by n`,
    );
    const page = await context.newPage();
    const sizes: number[] = [];
    page.on('response', (reply) => {
      if (!reply.url().includes('/api/task/')) return;
      void reply.body().then(
        (body) => sizes.push(body.length),
        () => undefined,
      );
    });
    const shown = page.locator('.sd-resource tbody tr.ant-table-row');
    await page.goto(`${product.origin}/taskCenter`);
    await page.getByText('共 10,000 条').waitFor();
    await page.getByText('/wwwroot/10000', { exact: true }).waitFor();
    expect(await shown.count()).toBe(TASK_PAGE_SIZE);

    const last = Math.ceil(10_000 / TASK_PAGE_SIZE);
    await page.getByTitle(String(last), { exact: true }).click();
    await page.getByText('/wwwroot/1', { exact: true }).waitFor();
    expect(await shown.count()).toBe(TASK_PAGE_SIZE);
    const jumper = page.locator('.ant-pagination-options-quick-jumper input');
    await jumper.fill('500');
    await jumper.press('Enter');
    await page.getByText(`/wwwroot/${10_000 - 499 * TASK_PAGE_SIZE}`, { exact: true }).waitFor();
    expect(await shown.count()).toBe(TASK_PAGE_SIZE);
    expect(await page.locator('.sd-resource *').count()).toBeLessThan(2000);
    expect(Math.max(...sizes)).toBeLessThan(64 * 1024);
  });

  describe('names with HTML in them', () => {
    /** Checks that the name has become no element and that none of its handlers has run. */
    async function expectText(page: Page, place: string): Promise<void> {
      const made = await page.locator('img[src=x], b:text-is("店")').count();
      expect([place, made, await page.title()]).toEqual([place, 0, expect.stringContaining('SiteDeck')]);
    }

    it('shows the remark of a host as text in header, Home and title', async () => {
      const { res } = await client.call('GET /api/currentHostInfo');
      const { hostCode } = res['hostService'] as { hostCode: string };
      await callProvider(product, `PATCH /provider/hosts/${hostCode}`, { remark: EVIL });
      try {
        for (const path of ['/', '/log', '/taskCenter', '/no/such/page']) {
          const page = await open(path);
          await page.locator('.sh-header').getByText(EVIL).first().waitFor();
          if (path === '/') await page.getByRole('heading', { level: 1, name: EVIL, exact: true }).waitFor();
          await expectText(page, path);
          await page.close();
        }
      } finally {
        await callProvider(product, `PATCH /provider/hosts/${hostCode}`, { remark: '' });
      }
    });

    it('shows files of a task as text in toasts, list, Home, task center, details and the stop dialog', async () => {
      const file = `/wwwroot/${EVIL}`;
      const params = { targetPath: file, objectName: file };
      const steps = [{ name: EVIL, status: 'running' }];
      const running = await rows.add('demo', { type: 'DECOMPRESS', status: 'RUNNING', params, steps });
      await rows.run('update task set progress = $2 where id = $1', [
        running,
        { current: file, files: 1, filesTotal: 3 },
      ]);
      const info = { message: EVIL, id: 'A1', failed: [{ path: file, reason: EVIL }] };
      const failed = await rows.add('demo', { type: 'UPLOAD_FILE', status: 'RUNNING_FAIL', params, info });

      const page = await context.newPage();
      // Start to wait before the page loads: the notification disappears by itself.
      await Promise.all([
        page.locator('.ant-notification').getByText(EVIL).waitFor(),
        page.goto(product.origin),
      ]);
      await card(page, '进行中的任务 1').getByText(file).first().waitFor();
      await page.locator('.sh-task-entry').click();
      await page.getByRole('dialog', { name: '任务消息' }).getByText(file).first().waitFor();
      await expectText(page, 'Home, toast and list');

      for (const id of [running, failed]) {
        await page.goto(`${product.origin}/taskCenter?task=${id}`);
        await page.getByRole('dialog', { name: '任务详情' }).getByText(EVIL).first().waitFor();
        await expectText(page, 'details');
      }
      await page.goto(`${product.origin}/taskCenter`);
      const row = page.getByRole('row', { name: /解压文件/ });
      await row.getByText(file).waitFor();
      await row.getByRole('button', { name: /取消/ }).click();
      await page.getByRole('dialog').getByText('确定停止该任务').waitFor();
      await expectText(page, 'task center and question');
    });

    it('shows the name of a file as text in the file list and the operation log', async () => {
      const name = '<img src=x onerror=document.title=1>';
      expect((await client.call('POST /fs/touch', { path: `/wwwroot/${name}` })).code).toBe('200');
      const page = await open('/fileManage?path=%2Fwwwroot');
      await page.getByRole('gridcell', { name, exact: true }).waitFor();
      await expectText(page, 'files');
      await page.goto(`${product.origin}/log`);
      await page.getByText(`/wwwroot/${name}`).first().waitFor();
      await page.locator('tbody .sh-log-open').first().click();
      await page.getByRole('dialog', { name: '操作详情' }).getByText(name).first().waitFor();
      await expectText(page, 'log');
    });
  });
});
