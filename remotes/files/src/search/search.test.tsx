import '@testing-library/jest-dom';
import {
  previewReplace,
  replaceInFiles,
  restoreVersions,
  searchFiles,
  type SearchEvent,
  type TextMatch,
} from '@sitedeck/contract';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { refusal, reply } from '@sitedeck/ui/testing/reply-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app';
import { openSiteServer } from '../testing/site-server';

// The editor measures its text and the list its height; jsdom has no layout.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { get: () => 600 });
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });

let site: Awaited<ReturnType<typeof openSiteServer>>;

beforeAll(async () => {
  site = await openSiteServer();
});
afterAll(() => site.close());

beforeEach(async () => {
  sessionStorage.clear();
  await site.empty();
  await site.write('/wwwroot/a.php', 'one\nTwo price\nthree\nfour\nfive\nthe price is\nend');
  await site.write('/wwwroot/shop/b.php', '<b>price</b> prices');
  await site.write('/wwwroot/shop/c.txt', 'nothing here');
  startKernel(site.origin);
});

/** A search that found these, each with what was found in it. */
const foundReply = (...found: readonly Extract<SearchEvent, { is: 'found' }>[]) => {
  const matches = found.reduce((sum, one) => sum + countOf(one), 0);
  return reply(searchFiles, [
    { is: 'progress', files: 0, bytes: 0, current: '/wwwroot' },
    ...found,
    {
      is: 'end',
      files: found.length,
      matches,
      more: false,
      skipped: { binary: 0, large: 0, unreadable: 1 },
    },
  ]);
};
const countOf = ({ matches }: { readonly matches?: readonly TextMatch[] | undefined }) =>
  matches?.reduce((sum, { ranges }) => sum + ranges.length, 0) ?? 1;
const foundEntry = (path: string, size: number, mtime = 0) => ({
  is: 'found' as const,
  entry: { path, type: 'file' as const, size, mtime },
});
const foundIn = (path: string, version: string, ...matches: TextMatch[]) => ({
  ...foundEntry(path, 45),
  matches,
  version,
});
const inA = foundIn(
  '/wwwroot/a.php',
  'a1',
  { line: 2, text: 'Two price', ranges: [[4, 9]], before: ['one'], after: ['three'] },
  { line: 6, text: 'the price is', ranges: [[4, 9]], before: ['five'], after: ['end'] },
);
const matchInB = (...ranges: TextMatch['ranges']): TextMatch => ({
  ...{ line: 1, text: '<b>price</b> prices', before: [], after: [] },
  ranges,
});
const inB = foundIn('/wwwroot/shop/b.php', 'b1', matchInB([3, 8], [13, 18]));
const inZ = foundIn('/wwwroot/z.txt', 'z1', {
  ...{ line: 1, text: 'price of z', before: [], after: [] },
  ranges: [[0, 5]],
});
const lastSearch = () => site.replies.requestsOf(searchFiles).at(-1)?.body;

const grid = () => screen.getByRole('grid');

const nameField = () => screen.getByPlaceholderText('名称的一部分，或 *.php, *.html');

async function openSearch(name = '搜索文件') {
  const user = userEvent.setup();
  const { reported: address } = renderRemote(App, { at: '/fileManage' });
  await within(grid()).findByText('a.php');
  await user.click(screen.getByRole('button', { name }));
  const field = await screen.findByLabelText('内容');
  await waitFor(() => expect(nameField()).toHaveFocus());
  return { user, address, field };
}

const results = () => screen.getByRole('tree', { name: '搜索结果' });
const items = () => within(results()).getAllByRole('treeitem');
/** What screen readers read of each line. */
const names = () =>
  items().map((item) => {
    const heard = [...item.children].filter((part) => part.getAttribute('aria-hidden') === null);
    return heard.map(({ textContent }) => textContent).join(' ');
  });

it('shows matches by file with their context lines, and opens the editor at the line', async () => {
  site.replies.give(foundReply(inA, inB));
  const { user, field } = await openSearch();
  await user.type(field, 'price{Enter}');
  expect(await screen.findByText('找到 4 处，分布在 2 个文件中')).toBeVisible();
  expect(lastSearch()).toMatchObject({ path: '/wwwroot', text: 'price' });
  expect(screen.getByText('未搜索：1 个无权读取的项')).toBeVisible();
  expect(names()).toEqual([
    'a.php /wwwroot 2 处',
    '第 2 行 Two price',
    '第 6 行 the price is',
    'b.php /wwwroot/shop 2 处',
    '第 1 行 <b>price</b> prices',
  ]);
  const lit = [...results().querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(lit).toEqual(['price', 'price', 'price', 'price']);
  // Each context line once.
  for (const line of ['one', 'three', 'five', 'end']) expect(within(results()).getByText(line)).toBeVisible();
  expect(within(results()).queryByText('four')).toBeNull();

  results().focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(await screen.findByText('行 6，列 1')).toBeVisible();
  const layer = screen.getByRole('tabpanel', { name: 'a.php' }).closest<HTMLElement>('[role="dialog"]');
  if (!layer) throw new Error('the editor is not in a layer');
  await user.click(within(layer).getByRole('button', { name: '关闭' }));
  await waitFor(() => expect(results()).toHaveFocus());

  await user.keyboard('{Home}{ArrowLeft}');
  expect(names()).toEqual(['a.php /wwwroot 2 处', 'b.php /wwwroot/shop 2 处', '第 1 行 <b>price</b> prices']);
  await user.keyboard('{ArrowDown}{Shift>}{Enter}{/Shift}');
  await within(grid()).findByText('c.txt');
  await waitFor(() => expect(screen.queryByRole('tree', { name: '搜索结果' })).toBeNull());
});

it('sends every option of the search, and says which one is invalid', async () => {
  const { user, field } = await openSearch();
  await user.click(screen.getByRole('button', { name: '搜索' }));
  expect(screen.getByText('请输入名称或内容，或选择修改时间')).toBeVisible();
  expect(nameField()).toHaveFocus();

  await user.click(screen.getByRole('checkbox', { name: '区分大小写' }));
  await user.click(screen.getByRole('checkbox', { name: '全字匹配' }));
  await user.type(field, 'price');
  site.replies.give(foundReply(inA, foundIn('/wwwroot/shop/b.php', 'b1', matchInB([3, 8]))));
  await user.type(screen.getByLabelText('名称'), '*.php{Enter}');
  expect(await screen.findByText('找到 3 处，分布在 2 个文件中')).toBeVisible();
  expect(lastSearch()).toMatchObject({ text: 'price', name: '*.php', matchCase: true, wholeWord: true });

  await user.click(screen.getByRole('checkbox', { name: '正则表达式' }));
  await user.clear(field);
  site.replies.give(refusal(searchFiles, { reason: 'bad-pattern' }));
  await user.type(field, '({Enter}');
  expect(await screen.findByText('搜索失败')).toBeVisible();
  expect(screen.getByText('refused: bad-pattern')).toBeVisible();
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
  expect(lastSearch()).toMatchObject({ text: '(', regex: true });
  await user.clear(field);
  site.replies.give(foundReply());
  await user.type(field, 't.o p{Enter}');
  expect(await screen.findByText('没有找到匹配的内容')).toBeVisible();
  expect(lastSearch()).toMatchObject({ text: 't.o p', regex: true, matchCase: true, wholeWord: true });

  const place = screen.getByLabelText('位置');
  await user.clear(place);
  await user.type(place, 'wwwroot{Enter}');
  expect(screen.getByText('请输入以 / 开头的文件夹，如 /wwwroot')).toBeVisible();
  site.replies.refuse(searchFiles, { code: '403', reason: 'outside-root' });
  await user.clear(place);
  await user.type(place, '/logs{Enter}');
  expect(await screen.findByText('refused: outside-root')).toBeVisible();
  expect(lastSearch()).toMatchObject({ path: '/logs' });
  site.replies.accept();
  site.replies.give(foundReply(foundEntry('/wwwroot/shop/c.txt', 12)));
  await user.clear(place);
  await user.type(place, '/wwwroot');
  await user.clear(field);
  await user.type(screen.getByLabelText('名称'), '{Control>}a{/Control}c.txt{Enter}');
  expect(await screen.findByText('找到 1 项')).toBeVisible();
  expect(names()).toEqual([expect.stringMatching(/^c\.txt \/wwwroot\/shop 12 B/)]);
  expect(lastSearch()).toMatchObject({ path: '/wwwroot', name: 'c.txt' });
  expect(lastSearch()).not.toHaveProperty('text');
});

it('stops the search on the server at once and keeps what was found', async () => {
  const { user, field } = await openSearch();
  site.replies.give(foundReply(inA, inB));
  site.holds.add('/fs/search');
  await user.type(field, 'price{Enter}');
  expect(await screen.findByText(/^已找到 4 处，分布在 2 个文件中/)).toBeVisible();
  expect(names()).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: '停止' }));
  expect(await screen.findByText('已停止，找到 4 处，分布在 2 个文件中')).toBeVisible();
  await waitFor(() => expect(site.cut).toEqual(['/fs/search']));

  // Closing the drawer stops it, too.
  await user.type(field, '{Enter}');
  await screen.findByText(/^已找到 4 处/);
  await user.click(screen.getByRole('button', { name: '关闭搜索' }));
  await waitFor(() => expect(site.cut).toHaveLength(2));
  await waitFor(() => expect(screen.getByRole('button', { name: '搜索文件' })).toHaveFocus());
});

it('shows the most recent changes first, with one click', async () => {
  const now = Date.now();
  const [a, b] = [
    foundEntry('/wwwroot/a.php', 45, now - 3600_000),
    foundEntry('/wwwroot/shop/b.php', 19, now),
  ];
  site.replies.give(foundReply(a, b));
  const { user } = await openSearch('最近修改');
  expect(await screen.findByText('找到 2 项')).toBeVisible();
  expect(names()).toEqual([
    expect.stringMatching(/^b\.php \/wwwroot\/shop 19 B/),
    expect.stringMatching(/^a\.php \/wwwroot \d+ B/),
  ]);
  const changedAfter = Number(lastSearch()?.['changedAfter']);
  expect(changedAfter).toBeGreaterThan(now - 48 * 3600_000);
  expect(changedAfter).toBeLessThan(now - 3600_000);
  await user.click(screen.getByTitle('打开 b.php 所在的文件夹'));
  await within(grid()).findByText('c.txt');
});

it('opens the search by its shortcut from the list, and lists that shortcut', async () => {
  const user = userEvent.setup();
  renderRemote(App, { at: '/fileManage' });
  await within(grid()).findByText('a.php');
  grid().focus();
  await user.keyboard('{Control>}{Shift>}f{/Shift}{/Control}');
  await waitFor(() => expect(nameField()).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('内容')).toBeNull());
  await waitFor(() => expect(grid()).toHaveFocus());
  await user.keyboard('?');
  const words = await screen.findByText('搜索名称和内容');
  await waitFor(() => expect(words).toBeVisible());
});

it('replaces text in the chosen files, reports files that changed meanwhile, and undoes the replacement', async () => {
  const changeOf = (line: number, before: string) => ({
    ...{ line, before },
    after: before.replaceAll('price', 'cost'),
  });
  const files = [
    {
      ...{ path: '/wwwroot/a.php', version: 'a1', changes: 2 },
      lines: [changeOf(2, 'Two price'), changeOf(6, 'the price is')],
    },
    {
      ...{ path: '/wwwroot/shop/b.php', version: 'b1', changes: 1 },
      lines: [changeOf(1, '<b>price</b> prices')],
    },
    { path: '/wwwroot/z.txt', version: 'z1', changes: 1, lines: [changeOf(1, 'price of z')] },
  ];
  const fault = { code: '409', reason: 'conflict', message: '内容已在别处修改' };
  site.replies.give(
    foundReply(inA, inB, inZ),
    reply(previewReplace, { files, failed: [] }),
    reply(replaceInFiles, {
      done: [{ path: '/wwwroot/a.php', version: 'a2', kept: 'kept-000001' }],
      failed: [{ path: '/wwwroot/shop/b.php', fault }],
    }),
    reply(restoreVersions, { done: [{ path: '/wwwroot/a.php', version: 'a3' }], failed: [] }),
  );
  const { user, field } = await openSearch();
  await user.click(screen.getByRole('checkbox', { name: '替换' }));
  const preview = screen.getByRole('button', { name: '预览替换' });
  expect(preview).toHaveAttribute('aria-disabled', 'true');
  await user.type(field, 'price{Enter}');
  await screen.findByText('找到 5 处，分布在 3 个文件中');
  await user.type(screen.getByLabelText('替换为'), 'cost');
  await user.click(preview);

  const lines = await screen.findByRole('group', { name: '替换预览' });
  expect(screen.getByText('将替换 4 处，3 个文件')).toBeVisible();
  const textsOf = (tag: string) => [...lines.querySelectorAll(tag)].map(({ textContent }) => textContent);
  expect(textsOf('del')).toEqual(['Two price', 'the price is', '<b>price</b> prices', 'price of z']);
  expect(textsOf('ins')).toEqual(['Two cost', 'the cost is', '<b>cost</b> costs', 'cost of z']);
  const replacement = { text: 'price', replacement: 'cost' };
  const paths = files.map(({ path }) => path);
  expect(site.replies.requestsOf(previewReplace).map(({ body }) => body)).toMatchObject([
    { ...replacement, paths },
  ]);
  expect(site.replies.changes()).toEqual([]);
  await user.click(within(lines).getByRole('checkbox', { name: '替换 /wwwroot/z.txt' }));
  await user.click(screen.getByRole('button', { name: '替换 2 个文件' }));

  expect(await screen.findByText('已替换 1 个文件')).toBeVisible();
  // The pressed button is gone.
  await waitFor(() => expect(screen.getByText('已替换 1 个文件').parentElement).toHaveFocus());
  expect(screen.getByText('1 个文件保持不变').closest('[role=alert]')).toHaveTextContent(
    '/wwwroot/shop/b.php内容已在别处修改',
  );
  const previewed = [
    { path: '/wwwroot/a.php', version: 'a1' },
    { path: '/wwwroot/shop/b.php', version: 'b1' },
  ];
  expect(site.replies.changes().map(({ body }) => body)).toMatchObject([
    { ...replacement, files: previewed },
  ]);
  await user.click(screen.getByRole('button', { name: '撤销' }));
  expect(await screen.findByText('已撤销，1 个文件恢复原样')).toBeVisible();
  await waitFor(() => expect(screen.getByText('已撤销，1 个文件恢复原样').parentElement).toHaveFocus());
  expect(site.replies.requestsOf(restoreVersions).map(({ body }) => body)).toMatchObject([
    { files: [{ path: '/wwwroot/a.php', id: 'kept-000001' }] },
  ]);
  site.replies.give(foundReply(inA, foundIn('/wwwroot/shop/b.php', 'b2', matchInB([3, 8])), inZ));
  await user.click(screen.getByRole('button', { name: '重新搜索' }));
  expect(await screen.findByText('找到 4 处，分布在 3 个文件中')).toBeVisible();
  await waitFor(() => expect(nameField()).toHaveFocus());
});
