import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Client } from './api';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { eventually } from './eventually';
import { OPENING_LAYERS } from './opening-animations';
import { makeOwner } from './portal';
import type { Product } from './product';
import { sharedProduct } from './shared-product';
import { openTaskRows } from './task-rows';
import { waitForAnimations, axeFindings, overflowX } from './page-checks';

/** Folder for screenshots of the dialogs; none are taken if it is not set. */
const SCREENSHOTS = process.env['SITEDECK_SCREENSHOTS'];

describe('operations on files', () => {
  let product: Product;
  let browser: Browser;
  let client: Client;

  beforeAll(async () => {
    product = sharedProduct();
    ({ client } = await makeOwner(product, 'acts'));
    await client.call('POST /fs/mkdir', { path: '/wwwroot/docs/sub' });
    await write('/wwwroot/docs/one.txt', 'packed');
    await write('/wwwroot/docs/two.txt', 'packed');
    await client.call('POST /fs/compress', { paths: ['/wwwroot/docs'], to: '/wwwroot/docs.zip' });
    await eventually(async () => expect(await namesIn('/wwwroot')).toContain('docs.zip'));
    await waitUntilUnlocked();
    await write('/wwwroot/docs/one.txt', 'newer');
    await write('/wwwroot/one.txt', 'mine');
    browser = await openBrowser('no-preference');
  });
  afterAll(() => browser?.close());

  async function write(path: string, content: string): Promise<void> {
    expect(await client.call('POST /fs/echo', { path, content })).toMatchObject({ code: '200' });
  }

  /** Waits until the workspace is unlocked: the files of a task appear before it releases the lock. */
  async function waitUntilUnlocked(): Promise<void> {
    await eventually(() => write('/data/free.txt', 'free'));
  }

  const read = async (path: string) => (await client.call('POST /fs/cat', { path })).res['content'];

  async function namesIn(path: string): Promise<string[]> {
    const { res } = await client.call('POST /fs/ls', { path });
    return (res['entries'] as { name: string }[]).map(({ name }) => name);
  }

  async function open(view: {
    readonly width: number;
    readonly language: 'zh-CN' | 'en-US';
    readonly theme: string;
  }) {
    const context = await withSession(browser, product, { client, ...view });
    await context.addInitScript(
      ([locale, theme]) => {
        localStorage.setItem('sitedeck.locale', locale);
        localStorage.setItem('sitedeck.theme', theme);
      },
      [view.language, view.theme] as const,
    );
    const page = await context.newPage();
    await page.goto(`${product.origin}/fileManage`);
    await page.getByText('docs.zip', { exact: true }).waitFor();
    return page;
  }

  /** Checks accessibility and width, and takes a screenshot. */
  async function examine(page: Page, name: string): Promise<void> {
    await waitForAnimations(page);
    if (SCREENSHOTS !== undefined) {
      const width = page.viewportSize()?.width ?? 0;
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}.png`) });
    }
    expect([name, await overflowX(page), await axeFindings(page)]).toEqual([name, 0, []]);
  }

  /** Records in the page the label of each element that gets the focus while a layer opens. */
  const recordFocus = (page: Page) =>
    page.evaluate((layers) => {
      const { dataset } = document.body;
      document.addEventListener('focusin', ({ target }) => {
        if (document.querySelector(layers) === null) return;
        const label = target instanceof HTMLInputElement ? target.labels?.[0]?.textContent : 'no field';
        dataset['focus'] = `${dataset['focus'] ?? ''}${label ?? ''}`;
      });
    }, OPENING_LAYERS);

  /** Waits until the layer is hidden and the layer below receives the next key. */
  async function waitUntilHidden(layer: Locator): Promise<void> {
    await layer.waitFor({ state: 'hidden' });
    await layer.page().evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  }

  const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });

  it('undoes a deletion by the notice and from the recycle bin', async () => {
    const page = await open({ width: 1440, language: 'zh-CN', theme: 'light' });
    await page.getByRole('checkbox', { name: '选择 one.txt' }).click();
    await page.getByRole('button', { name: '删除', exact: true }).click();
    // The notice disappears after some seconds unless the pointer is over it.
    await page.getByText('已将 one.txt 移到回收站').hover();
    expect(await namesIn('/wwwroot')).not.toContain('one.txt');
    await examine(page, 'deleted');
    await page.getByRole('button', { name: '撤销' }).click();
    await page.getByText('已还原 one.txt').waitFor();
    expect(await read('/wwwroot/one.txt')).toBe('mine');

    await page.getByRole('checkbox', { name: '选择 one.txt' }).click();
    await page.getByRole('grid').press('Delete');
    await eventually(async () => expect(await namesIn('/wwwroot')).not.toContain('one.txt'));
    await write('/wwwroot/one.txt', 'a later one');
    await page.getByRole('button', { name: '回收站' }).click();
    const bin = dialog(page, '回收站');
    await bin.getByText('one.txt').waitFor();
    await examine(page, 'bin');
    await bin.getByRole('button', { name: /^还原/ }).first().click();
    const question = dialog(page, /同名项/);
    await question.waitFor();
    await examine(page, 'restore-taken');
    await question.getByRole('button', { name: '还原' }).click();
    await bin.getByText('回收站是空的').waitFor();
    await waitUntilHidden(question);
    await page.keyboard.press('Escape');
    await bin.waitFor({ state: 'hidden' });
    expect(await read('/wwwroot/one.txt')).toBe('a later one');
    expect(await read('/wwwroot/one (2).txt')).toBe('mine');
    await page.context().close();
  });

  it('deletes the renamed entry by keyboard, wherever its new name sorts', async () => {
    await client.call('POST /fs/mkdir', { path: '/wwwroot/many' });
    const name = (n: number) => `${String(n).padStart(3, '0')}.txt`;
    for (let n = 0; n < 450; n += 1)
      await client.call('POST /fs/touch', { path: `/wwwroot/many/${name(n)}` });
    const page = await open({ width: 1440, language: 'zh-CN', theme: 'light' });
    await page.goto(`${product.origin}/fileManage?path=/wwwroot/many`);
    const grid = page.getByRole('grid');
    const row = (text: string) => grid.getByRole('row').filter({ hasText: text });
    const isCursor = (text: string) =>
      eventually(async () => {
        const id = await grid.getAttribute('aria-activedescendant');
        expect(await row(text).getAttribute('id')).toBe(id);
      });
    await row(name(1)).waitFor();
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await isCursor(name(1));
    await page.keyboard.press('F2');
    await dialog(page, '重命名').getByLabel('新名称').fill('430b.txt');
    await page.keyboard.press('Enter');
    await dialog(page, '重命名').waitFor({ state: 'hidden' });
    // The new name sorts far below the loaded rows, so its row must be fetched and scrolled into view.
    await isCursor('430b.txt');
    await eventually(async () => expect(await row('430b.txt').isVisible()).toBe(true));
    expect(await row('430b.txt').getByRole('checkbox').isChecked()).toBe(true);
    await page.getByText('已选 1 项').waitFor();
    await page.keyboard.press('Delete');
    await page.getByText('已将 430b.txt 移到回收站').waitFor();
    await isCursor(name(431));
    const { res } = await client.call('POST /fs/ls', { path: '/wwwroot/many', limit: 1000 });
    const left = (res['entries'] as { name: string }[]).map((entry) => entry.name);
    expect(left).toEqual(Array.from({ length: 450 }, (_, n) => name(n)).filter((one) => one !== name(1)));
    await page.context().close();
  });

  it('reports a packed archive at once and unlocks the workspace, without waiting for the next poll of the list', async () => {
    const page = await open({ width: 1440, language: 'zh-CN', theme: 'light' });
    await page.route('**/api/task/queryList/**', (route) => route.abort());
    await page.getByRole('checkbox', { name: '选择 docs', exact: true }).click();
    await page.getByRole('button', { name: '压缩', exact: true }).click();
    const form = dialog(page, '压缩 docs');
    await form.getByRole('textbox', { name: '压缩包名称' }).fill('again');
    await form.getByRole('button', { name: '压缩', exact: true }).click();
    await page.getByRole('status').filter({ hasText: '已完成' }).getByText('/wwwroot/again.zip').waitFor();
    await page.getByText('again.zip', { exact: true }).waitFor();
    expect(await page.locator('.sh-notices').innerText()).not.toContain('进行中');
    await page.close();
  });

  it('lists an archive before it extracts it, and keeps both files where a name is taken', async () => {
    const page = await open({ width: 1440, language: 'zh-CN', theme: 'light' });
    await page.getByRole('button', { name: 'docs.zip 的更多操作' }).click();
    await page.getByRole('menuitem', { name: '解压' }).click();
    const extract = dialog(page, '解压 docs.zip');
    await extract.getByText('已有 2 个同名文件').waitFor();
    await examine(page, 'extract');
    await extract.getByRole('radio', { name: '保留两者' }).check();
    await extract.getByRole('button', { name: '解压', exact: true }).click();
    await extract.waitFor({ state: 'hidden' });
    await eventually(async () => expect(await read('/wwwroot/docs/one (2).txt')).toBe('packed'));
    expect(await read('/wwwroot/docs/one.txt')).toBe('newer');
    await waitUntilUnlocked();
    await page.context().close();
  });

  it('finds a word in files, opens its line, replaces it, undoes the replacement, and measures a folder', async () => {
    await write('/wwwroot/docs/sub/price.php', 'first\nthe price\nlast');
    const page = await open({ width: 1440, language: 'zh-CN', theme: 'light' });
    await page.getByRole('button', { name: '计算 docs 的大小' }).click();
    await page.getByRole('row', { name: /docs .*\d B/ }).waitFor();
    await page.getByRole('grid').focus();
    await recordFocus(page);
    await page.keyboard.press('Control+Shift+F');
    const search = dialog(page, '搜索文件');
    await search.getByLabel('内容').waitFor();
    // While the drawer still opens, and no other element before it: no typed key is lost.
    await eventually(async () =>
      expect(await page.evaluate(() => document.body.dataset['focus'])).toBe('名称'),
    );
    await search.getByLabel('内容').fill('price');
    await search.getByLabel('内容').press('Enter');
    await search.getByText('找到 1 处，分布在 1 个文件中').waitFor();
    await examine(page, 'search');
    await search.getByRole('tree').press('ArrowDown');
    await search.getByRole('tree').press('Enter');
    await page.getByText('行 2，列 1').waitFor();
    await page.keyboard.press('Escape');
    await search.getByRole('checkbox', { name: '替换' }).check();
    await search.getByLabel('替换为').fill('cost');
    await search.getByRole('button', { name: '预览替换' }).click();
    await search.getByText('the cost', { exact: true }).waitFor();
    await examine(page, 'replace');
    await search.getByRole('button', { name: '替换 1 个文件' }).click();
    await search.getByText('已替换 1 个文件').waitFor();
    expect(await read('/wwwroot/docs/sub/price.php')).toBe('first\nthe cost\nlast');
    await search.getByRole('button', { name: '撤销' }).click();
    await search.getByText('已撤销，1 个文件恢复原样').waitFor();
    expect(await read('/wwwroot/docs/sub/price.php')).toBe('first\nthe price\nlast');
    await page.context().close();
  });

  /** Dialogs whose behaviour other tests cover. */
  async function examineOthers(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'More actions for docs', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Change permissions' }).click();
    await dialog(page, 'Change permissions of docs')
      .getByRole('checkbox', { name: /Also apply/ })
      .check();
    await examine(page, 'mode');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Download from URL' }).click();
    await dialog(page, 'Download to /wwwroot').getByLabel('Save as').waitFor();
    await examine(page, 'fetch');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New and recycle bin' }).click();
    await page.getByRole('menuitem', { name: 'Recycle bin' }).click();
    await dialog(page, 'Recycle bin').getByText('index.html').waitFor();
    await examine(page, 'bin');
  }

  it('asks about each conflicting name of a paste, also on a narrow dark page', async () => {
    await write('/wwwroot/docs/sub/one.txt', 'there first');
    const removed = await client.call('POST /fs/rm', {
      path: '/wwwroot/index.html',
      with_self: true,
      bin: true,
    });
    expect(removed).toMatchObject({ code: '200' });
    const page = await open({ width: 390, language: 'en-US', theme: 'dark' });
    await page.getByRole('button', { name: 'More actions for docs.zip' }).click();
    await page.getByRole('menuitem', { name: 'Extract' }).click();
    await dialog(page, 'Extract docs.zip')
      .getByText(/with the same name already exist/)
      .waitFor();
    await examine(page, 'extract');
    await page.keyboard.press('Escape');
    await examineOthers(page);
    await page.goto(`${product.origin}/fileManage?path=/wwwroot/docs`);
    await page.getByRole('button', { name: 'More actions for one.txt' }).click();
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).click();
    await page.getByText('sub', { exact: true }).click();
    // Both folders have one name in common; the other name is only in the first.
    await page.getByRole('checkbox', { name: 'Select two.txt' }).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Select one.txt' }).waitFor();
    await page.getByRole('grid').press('Control+v');
    const question = dialog(page, '1 item with the same name already exists');
    await question.waitFor();
    await examine(page, 'paste-taken');
    await question.getByRole('radio', { name: 'Overwrite' }).check();
    await question.getByRole('button', { name: 'Paste' }).click();
    // The notice stays while the pointer is over it.
    await page.getByText('1 item pasted').hover();
    expect(await read('/wwwroot/docs/sub/one.txt')).toBe('newer');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Paste undone').waitFor();
    expect(await read('/wwwroot/docs/sub/one.txt')).toBe('there first');
    await page.context().close();
  });

  it('keeps a gap above the heading, shows the lock bar as a card, and keeps upload and × visible on wide and narrow pages', async () => {
    const page = await open({ width: 1440, language: 'zh-CN', theme: 'light' });
    const boxOf = async (where: Locator) =>
      (await where.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
    const inView = async (where: Locator) => {
      const { x, width } = await boxOf(where);
      return x >= 0 && width > 0 && x + width <= (page.viewportSize()?.width ?? 0);
    };
    const main = page.locator('.sh-main');
    const upload = page.getByRole('button', { name: '上传', exact: true });
    for (const [width, edge] of [
      [1440, 24],
      [390, 12],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      const heading = await boxOf(page.getByRole('heading', { level: 1 }));
      expect([width, heading.y - (await boxOf(main)).y]).toEqual([width, 24]);
      await eventually(async () => expect([width, await inView(upload)]).toEqual([width, true]));
      const rows = await openTaskRows(product);
      const id = await rows.add('acts', { type: 'DECOMPRESS', status: 'RUNNING' });
      const bar = page.locator('.sh-bar-lock');
      await bar.waitFor();
      const [card, around] = [await boxOf(bar), await boxOf(main)];
      const right = around.x + around.width - card.x - card.width;
      expect([width, card.x - around.x, right]).toEqual([width, edge, edge]);
      expect(await bar.evaluate((one) => getComputedStyle(one).borderRadius)).toBe('8px');
      await rows.change(id, { status: 'RUNNING_SUCCESS' });
      await rows.close();
      await bar.waitFor({ state: 'detached' });
      await page.getByRole('checkbox', { name: '选择 one.txt' }).check();
      const clear = page.getByRole('button', { name: '取消选择' });
      await eventually(async () => expect([width, await inView(clear)]).toEqual([width, true]));
      await clear.click();
    }
    await page.context().close();
  });

  it('undoes a move that has replaced a file, and brings both files back', async () => {
    await write('/wwwroot/docs/sub/one.txt', 'there first');
    await write('/wwwroot/docs/one.txt', 'newer');
    const page = await open({ width: 1440, language: 'en-US', theme: 'light' });
    await page.goto(`${product.origin}/fileManage?path=/wwwroot/docs`);
    await page.getByRole('checkbox', { name: 'Select one.txt' }).click();
    await page.getByRole('grid').press('Control+x');
    await page.getByRole('grid').getByText('sub', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select two.txt' }).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Select one.txt' }).waitFor();
    await page.getByRole('grid').press('Control+v');
    const question = dialog(page, '1 item with the same name already exists');
    await question.getByRole('radio', { name: 'Overwrite' }).check();
    await question.getByRole('button', { name: 'Move' }).click();
    await page.getByText('1 item moved').waitFor();
    expect(await read('/wwwroot/docs/sub/one.txt')).toBe('newer');
    await waitUntilHidden(question);
    await page.getByRole('grid').press('Control+z');
    await page.getByText('Move undone').waitFor();
    expect(await read('/wwwroot/docs/one.txt')).toBe('newer');
    expect(await read('/wwwroot/docs/sub/one.txt')).toBe('there first');
    await page.context().close();
  });

  /** Records the ranges of the slices that the server has answered, and can hold back all further slices. */
  async function watchSlices(page: Page) {
    const answered: string[] = [];
    let left = Infinity;
    await page.route('**/fs/upload?*', (route) => (left-- > 0 ? route.continue() : undefined));
    page.on('response', (response) => {
      if (!response.url().includes('/fs/upload?')) return;
      answered.push(response.request().headers()['content-range'] ?? 'batch');
    });
    return { answered, pass: (slices: number) => (left = slices) };
  }

  it('resumes an interrupted upload after a reload and sends no slice twice', async () => {
    const slice = 4 * 1024 * 1024;
    const folder = await mkdtemp(join(tmpdir(), 'sitedeck-acts-'));
    const files = [join(folder, 'film.bin'), join(folder, 'note.txt')];
    await writeFile(files[0] ?? '', randomBytes(9 * slice + 5));
    await writeFile(files[1] ?? '', 'a note');
    const page = await open({ width: 1440, language: 'zh-CN', theme: 'light' });
    page.on('dialog', (prompt) => void prompt.accept());
    const slices = await watchSlices(page);
    slices.pass(4);
    await page.getByTestId('pick-files').setInputFiles(files);
    await eventually(() => Promise.resolve(expect(slices.answered).toHaveLength(4)));
    await page.getByRole('button', { name: '查看文件' }).click();
    await page.getByRole('list', { name: '未传完的文件' }).getByText('note.txt').waitFor();
    await examine(page, 'upload-running');
    const before = [...slices.answered];

    await page.reload();
    slices.pass(Infinity);
    await page.getByText('上传到 /wwwroot：2 个文件未传完').waitFor();
    await page.getByText(/^已暂停，等待重新选择/).waitFor();
    // The lease of the closed page would hold the lock for another minute.
    await waitUntilUnlocked();
    await eventually(async () =>
      expect(await page.locator('.sh-notices').innerText()).not.toContain('上传文件'),
    );
    await examine(page, 'upload-unfinished');
    await page.setViewportSize({ width: 390, height: 844 });
    await examine(page, 'upload-unfinished');
    // Choose one file now and the other later: the file not yet chosen stays unfinished.
    await page.getByTestId('pick-again').setInputFiles(files.slice(1));
    await page.getByText('上传到 /wwwroot：1 个文件未传完').waitFor();
    await page.getByTestId('pick-again').setInputFiles(files.slice(0, 1));
    await Promise.all([
      eventually(() => Promise.resolve(expect(slices.answered).toHaveLength(11))),
      page.getByText('已上传 1 个文件').waitFor(),
    ]);
    const after = slices.answered.slice(before.length);
    expect(before.filter((range) => after.includes(range))).toEqual([]);
    expect(new Set([...before, ...after]).size).toBe(11);
    const { res } = await client.call('POST /fs/ls', { path: '/wwwroot', filter: 'film' });
    expect(res['entries']).toMatchObject([{ name: 'film.bin', size: 9 * slice + 5 }]);
    expect(await read('/wwwroot/note.txt')).toBe('a note');

    // The task may end after its last slice has arrived, and the notice may be that of the note.
    await waitUntilUnlocked();
    // The browser stores a file as small as this one, so the user need not choose it again.
    slices.pass(1);
    const kept = { name: 'kept.bin', mimeType: 'application/octet-stream', buffer: randomBytes(slice + 7) };
    await page.getByTestId('pick-files').setInputFiles(kept);
    await eventually(() => Promise.resolve(expect(slices.answered).toHaveLength(12)));
    await page.reload();
    slices.pass(Infinity);
    await page.getByRole('button', { name: '继续' }).click();
    await page.getByText('已上传 1 个文件').waitFor();
    expect(slices.answered.slice(11)).toEqual(['bytes 0-4194303/4194311', 'bytes 4194304-4194310/4194311']);
    await page.context().close();
    await rm(folder, { recursive: true });
  });
});
