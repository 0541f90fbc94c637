import { mkdir, open as openFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Client } from './api';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { eventually } from './eventually';
import { pdfSample } from './pdf-sample';
import { makeOwner } from './portal';
import type { Product } from './product';
import { sharedProduct } from './shared-product';
import { waitForAnimations, axeFindings, overflowX } from './page-checks';

/** Folder for screenshots of the pages; none are taken if it is not set. */
const SCREENSHOTS = process.env['SITEDECK_SCREENSHOTS'];

/** Hostile markup: each of these would leave a mark on the window if the preview ran it. */
const HOSTILE_MARKDOWN = `# Title

<script>window.taken = 'script'</script>
<img src=x onerror="window.taken = 'image'">
<svg onload="window.taken = 'svg'"></svg><iframe srcdoc="<script>parent.taken = 'frame'</script>"></iframe>

![pixel](http://127.0.0.1:1/pixel.png) [bad](javascript:window.taken='link') [own](/api/login/token) [good](https://example.com/)

<form action="/api/logout"><button>press</button></form>
<a href="https://example.com" style="position:fixed;inset:0" id="sitedeck-boot">all</a>

| a | b |
|---|---|
| 1 | 2 |
`;

const HOSTILE_TABLE = `name,note\n"<img src=x onerror=window.taken='cell'>","a, b"\n=cmd|' /C calc'!A0,2\n`;
const HOSTILE_NAME = "<img src=x onerror=window.taken='name'>.md";

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
);

/** Runs in the page: has the lower part of the first drawing been rendered? */
function isBlueBelow(selector: string): boolean {
  const canvas = document.querySelector<HTMLCanvasElement>(selector);
  const [red = 0, , blue = 0] =
    canvas?.getContext('2d')?.getImageData(canvas.width / 2, canvas.height * 0.9, 1, 1).data ?? [];
  return blue > 200 && red < 60;
}

describe('the editor and the previews', () => {
  let product: Product;
  let browser: Browser;
  let client: Client;
  let hostCode: string;
  let context: BrowserContext;
  let page: Page;
  let faults: string[];

  const write = async (path: string, content: string, more: object = {}) => {
    const { code, msg } = await client.call('POST /fs/echo', { path, content, ...more });
    if (code !== '200') throw new Error(msg);
  };
  const read = async (path: string, encoding?: string) =>
    (await client.call('POST /fs/cat', { path, ...(encoding && { encoding }) })).res;
  /** Writes to disk what no call of the API writes: arbitrary bytes, and names that an attacker would choose. */
  const work = () => join(product.data, 'hosts', hostCode, 'wwwroot/work');

  beforeAll(async () => {
    product = sharedProduct();
    browser = await openBrowser();
    ({ client, hostCode } = await makeOwner(product, 'editor'));
    await client.call('POST /fs/mkdir', { path: '/wwwroot/work' });
  });
  afterAll(async () => {
    await browser?.close();
  });
  beforeEach(async () => {
    faults = [];
    await visit();
  });
  afterEach(() => context.close());

  async function visit(view: { language?: 'zh-CN' | 'en-US'; width?: number; dark?: boolean } = {}) {
    context = await withSession(browser, product, { client, ...view });
    await context.addInitScript(
      (locale) => localStorage.setItem('sitedeck.locale', locale),
      view.language ?? 'zh-CN',
    );
    page = await context.newPage();
    if (view.dark) await page.emulateMedia({ colorScheme: 'dark' });
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
  }
  const go = () => page.goto(`${product.origin}/fileManage?path=/wwwroot/work`);
  const open = (name: string) => page.getByRole('grid').getByTitle(name, { exact: true }).first().click();
  const text = (name: string) => page.getByRole('textbox', { name: `编辑 ${name}` });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const shows = (words: string) => page.getByText(words).first().waitFor();
  const noDialogOpen = () =>
    page.waitForFunction(() => !document.querySelector('.ant-modal-wrap:not([style*="none"])'));
  async function picture(name: string) {
    if (SCREENSHOTS === undefined) return;
    await mkdir(SCREENSHOTS, { recursive: true });
    await waitForAnimations(page);
    await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
  }
  async function expectNoFaults(name: string) {
    await waitForAnimations(page);
    await picture(name);
    expect([name, await axeFindings(page), await overflowX(page)]).toEqual([name, [], 0]);
  }
  /**
   * Closes the preview and waits until the layer below receives the next key, which is a moment after the preview is
   * hidden.
   */
  async function closePreview() {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: '预览' }).waitFor({ state: 'hidden' });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  }
  async function typeIn(name: string, words: string) {
    await text(name).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type(words);
  }

  it('keeps several files in tabs and each file’s encoding and line ends, or those the user chooses', async () => {
    await write('/wwwroot/work/win.txt', 'one\r\ntwo\r\n');
    await write('/wwwroot/work/page.php', '<?php\nif (true) {\n    echo "你好";\n}\n');
    await go();
    await open('win.txt');
    await typeIn('win.txt', 'new ');
    await button('最小化').click();
    await shows('1 个未保存');
    await picture('list-with-open-files');
    await open('page.php');
    await typeIn('page.php', '<!-- 中文 -->');
    expect(await page.getByRole('tab').count()).toBe(2);
    await button('编码 UTF-8').click();
    await picture('editor-encodings');
    await page.getByRole('menuitem', { name: 'GBK' }).last().click();
    await button('编码 GBK').waitFor();
    await page.getByRole('menuitem', { name: 'GBK' }).last().waitFor({ state: 'hidden' });
    await expectNoFaults('editor');
    await text('page.php').press('Control+s');
    await shows('已保存 page.php');
    await typeIn('page.php', '😀');
    await text('page.php').press('Control+s');
    await page.locator('.ant-message').getByText('😀').waitFor();
    // Switch to the other tab by keyboard.
    await page.getByRole('tab', { name: 'page.php' }).focus();
    await page.keyboard.press('ArrowLeft');
    await text('win.txt').press('Control+s');
    await shows('已保存 win.txt');
    expect((await read('/wwwroot/work/win.txt'))['content']).toBe('new one\r\ntwo\r\n');
    expect(await read('/wwwroot/work/page.php')).toMatchObject({ encoding: 'gbk' });
    await button('换行符 CRLF').click();
    await page.getByRole('menuitem', { name: 'LF', exact: true }).click();
    await button('换行符 LF').waitFor();
    await text('win.txt').press('Control+s');
    await eventually(async () =>
      expect((await read('/wwwroot/work/win.txt'))['content']).toBe('new one\ntwo\n'),
    );
    await page.getByRole('tab', { name: 'win.txt', exact: true }).waitFor();
    // The editor asks for confirmation only if unsaved text would be lost.
    await page.getByRole('tab', { name: 'win.txt', exact: true }).press('Delete');
    await page.getByRole('tab', { name: /^page.php/ }).press('Delete');
    await button('继续编辑').waitFor();
    // Shortcuts of the text do not reach it while a question is open.
    for (const key of ['Control+z', 'Control+s', 'Control+y']) await page.keyboard.press(key);
    await button('继续编辑').click();
    await button('继续编辑').waitFor({ state: 'hidden' });
    expect(await text('page.php').textContent()).toContain('😀');
    await page.getByRole('tab', { name: /^page.php/ }).press('Delete');
    await button('放弃').click();
    await noDialogOpen();
    expect((await read('/wwwroot/work/page.php', 'gbk'))['content']).toContain('<!-- 中文 -->');
    expect(faults).toEqual([]);
  });

  it('restores unsaved text after a reload, and refuses to overwrite another user’s newer version', async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    await write('/wwwroot/work/shared.txt', lines.join('\n'));
    await go();
    await open('shared.txt');
    await typeIn('shared.txt', 'mine ');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await shows('上次未保存的修改已恢复');
    const changed = lines.map((line) => (line === 'line 20' ? 'theirs 20' : line)).join('\n');
    await write('/wwwroot/work/shared.txt', changed);
    await text('shared.txt').press('Control+s');
    await shows('文件已在别处修改');
    await expectNoFaults('conflict');
    await button('对比').click();
    await page.getByRole('textbox', { name: '服务器版本' }).waitFor();
    await expectNoFaults('merge');
    // The other user changed line 20, this one line 0. By keyboard.
    await page.locator('.sd-diff-take').last().press('Enter');
    await button('保存合并结果').click();
    await shows('已保存 shared.txt');
    expect((await read('/wwwroot/work/shared.txt'))['content']).toBe(`mine ${changed}`);

    await write('/wwwroot/work/shared.txt', 'theirs');
    await typeIn('shared.txt', 'more ');
    await text('shared.txt').press('Control+s');
    await button('保留两者').click();
    await shows('我的内容已另存为 shared (2).txt');
    expect((await read('/wwwroot/work/shared (2).txt'))['content']).toBe(`more mine ${changed}`);
    expect((await read('/wwwroot/work/shared.txt'))['content']).toBe('theirs');
    expect(faults).toEqual([]);
  });

  it('shows an earlier version of a file, restores it and undoes that', async () => {
    await write('/wwwroot/work/history.css', 'a { color: red }\n');
    await write('/wwwroot/work/history.css', 'a { color: blue }\n');
    await go();
    await open('history.css');
    await button('历史版本').click();
    const dialog = page.getByRole('dialog', { name: 'history.css 的历史版本' });
    await dialog.getByRole('button', { name: /编辑前/ }).click();
    await dialog.getByText('red').waitFor();
    await expectNoFaults('history');
    await dialog.getByRole('button', { name: '恢复此版本' }).click();
    await dialog.getByRole('button', { name: '撤销' }).waitFor();
    expect((await read('/wwwroot/work/history.css'))['content']).toBe('a { color: red }\n');
    await dialog.getByRole('button', { name: '撤销' }).click();
    await shows('已撤销恢复：history.css');
    expect((await read('/wwwroot/work/history.css'))['content']).toBe('a { color: blue }\n');
    expect(faults).toEqual([]);
  });

  it('previews files without running or loading their content', async () => {
    await write('/wwwroot/work/readme.md', HOSTILE_MARKDOWN);
    await write('/wwwroot/work/table.csv', HOSTILE_TABLE);
    await write(`/wwwroot/work/${HOSTILE_NAME}`, HOSTILE_MARKDOWN);
    const folder = work();
    await writeFile(join(folder, 'a.png'), PIXEL);
    await writeFile(join(folder, 'b.png'), PIXEL);
    await writeFile(join(folder, 'broken.png'), 'no picture');
    await writeFile(join(folder, 'manual.pdf'), pdfSample(30, 'https://example.com/'));
    await writeFile(join(folder, 'broken.pdf'), 'no document');
    const requestedUrls: string[] = [];
    page.on('request', (request) => requestedUrls.push(request.url()));
    await go();
    await open(HOSTILE_NAME);
    await button('预览').click();
    const shown = page.locator('.sd-document');
    await shown.getByRole('heading', { name: 'Title' }).waitFor();
    await expectNoFaults('markdown');
    expect(
      await shown.locator('script, img, svg, iframe, form, button, [style], [id], [onerror]').count(),
    ).toBe(0);
    const links = await shown.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual([null, null, 'https://example.com/', 'https://example.com']);
    await closePreview();
    await page.keyboard.press('Escape');
    await noDialogOpen();

    await open('table.csv');
    await button('预览').click();
    await page.getByRole('cell', { name: "<img src=x onerror=window.taken='cell'>" }).waitFor();
    await expectNoFaults('table');
    await closePreview();
    await page.keyboard.press('Escape');
    await noDialogOpen();

    await open('manual.pdf');
    const pages = page.locator('.fm-pdf-page');
    await page.getByText('Page 1').waitFor({ state: 'attached' });
    expect(await pages.count()).toBe(30);
    await pages.first().getByText('你好').first().waitFor({ state: 'attached' });
    await page.waitForFunction(isBlueBelow, '.fm-pdf-page canvas');
    expect(await page.locator('.fm-pdf a, .fm-pdf input, .fm-pdf iframe').count()).toBe(0);
    await expectNoFaults('pdf');
    await page.keyboard.press('End');
    await page.getByText('Page 30').waitFor({ state: 'attached' });
    // The viewer drops the canvases of the first pages.
    await eventually(async () => expect(await pages.locator('canvas').count()).toBeLessThan(6));
    await page.keyboard.press('Escape');
    await noDialogOpen();
    await open('broken.pdf');
    await shows('无法读取此 PDF，可下载后用 PDF 阅读器试试');
    await page.keyboard.press('Escape');
    await noDialogOpen();

    await open('a.png');
    await page.getByText('10 × 10').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: '预览 b.png' }).waitFor();
    await page.getByText('10 × 10').waitFor();
    await expectNoFaults('image');
    await page.keyboard.press('ArrowRight');
    await shows('浏览器不能显示此图片，可下载后查看');
    expect(await page.evaluate(() => 'taken' in window)).toBe(false);
    expect(requestedUrls.filter((url) => /^https?:/.test(url) && !url.startsWith(product.origin))).toEqual(
      [],
    );
  });

  it('opens a file of any size at once in parts, and never loads all of it', async () => {
    const line = (n: number) =>
      `${String(n).padStart(9, '0')} GET /index.php HTTP/1.1 200 ${'x'.repeat(60)}\n`;
    const block = Array.from({ length: 20_000 }, (_, index) => line(index)).join('');
    const blocks = 40;
    const file = await openFile(join(work(), 'access.log'), 'w');
    for (let index = 0; index < blocks; index += 1) await file.write(block);
    await file.write('the very last line\n');
    await file.close();
    let bytes = 0;
    page.on('requestfinished', (request) => {
      if (!request.url().includes('/fs/')) return;
      void request
        .sizes()
        .then(({ responseBodySize }) => (bytes += responseBodySize))
        // It was still on its way when the page closed.
        .catch(() => undefined);
    });
    await go();
    await open('access.log');
    await shows('000000000 GET');
    await expectNoFaults('large');
    await button('结尾').click();
    await shows('the very last line');
    await page.getByRole('textbox', { name: '跳转到百分比' }).fill('50');
    await page.keyboard.press('Enter');
    // Lines that the log grows by meanwhile move the position by less than one part.
    await page.getByText(/(49\.9|50(\.\d)?)%，共/).waitFor();
    // Scroll with the wheel beyond the loaded part.
    const body = page.getByRole('textbox', { name: '查看 access.log' });
    await body.click();
    // Wheel movements while the next part loads have no effect.
    await eventually(async () => {
      for (let turn = 0; turn < 10; turn += 1) await page.mouse.wheel(0, 20_000);
      expect(await page.getByText(/5[1-9](\.\d)?%，共/).count()).toBe(1);
    });
    expect(bytes).toBeLessThan(8_000_000);
    expect(faults).toEqual([]);
  });

  it('shows all pages without faults on a phone, in the dark theme and in English', async () => {
    await context.close();
    await visit({ language: 'en-US', width: 390, dark: true });
    await write('/wwwroot/work/phone.js', 'const a = 1;\n'.repeat(40));
    await write('/wwwroot/work/phone.js', 'const a = 2;\n'.repeat(40));
    await go();
    await open('phone.js');
    await page.getByRole('textbox', { name: 'Edit phone.js' }).waitFor();
    await expectNoFaults('editor-en-390-dark');
    await button('Find and replace').click();
    // Escape closes the panel while the panel has the focus.
    await page.locator('.cm-search :focus').waitFor();
    await expectNoFaults('search-en-390-dark');
    await page.keyboard.press('Escape');
    await page.locator('.cm-search').waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Edit phone.js' }).press('End');
    await page.keyboard.type(' // mine');
    await write('/wwwroot/work/phone.js', 'const a = 3;\n');
    await page.keyboard.press('Control+s');
    await button('Compare').waitFor();
    await expectNoFaults('conflict-en-390-dark');
    await button('Compare').click();
    await page.getByRole('button', { name: 'Keep mine', exact: true }).first().waitFor();
    await expectNoFaults('merge-en-390-dark');
    await button('Keep editing').click();
    await button('Version history').click();
    await page
      .getByRole('button', { name: /before an edit/ })
      .first()
      .click();
    await page.getByText('unchanged').or(page.locator('.cm-deletedChunk')).first().waitFor();
    await expectNoFaults('history-en-390-dark');
    expect(faults).toEqual([]);
  });
});
