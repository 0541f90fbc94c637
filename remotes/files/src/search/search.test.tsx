import '@testing-library/jest-dom';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app';
import { openSiteServer } from '../testing/site-server';

jest.setTimeout(120_000);

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

const grid = () => screen.getByRole('grid');

async function openSearch(name = '搜索文件') {
  const user = userEvent.setup();
  const { reported: address } = renderRemote(App, { at: '/fileManage' });
  await within(grid()).findByText('a.php');
  await user.click(screen.getByRole('button', { name }));
  const field = await screen.findByLabelText('内容');
  await waitFor(() => expect(field).toHaveFocus());
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
  const { user, field } = await openSearch();
  await user.type(field, 'price{Enter}');
  expect(await screen.findByText('找到 4 处，分布在 2 个文件中')).toBeVisible();
  expect(screen.getByText('未查找：1 个无权读取的项')).toBeVisible();
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
  await user.click(
    within(screen.getByRole('tabpanel', { name: 'a.php' })).getByRole('button', { name: '关闭' }),
  );
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
  expect(screen.getByText('请输入要查找的内容或名称，或选择修改时间')).toBeVisible();
  expect(field).toHaveFocus();

  await user.click(screen.getByRole('checkbox', { name: '区分大小写' }));
  await user.click(screen.getByRole('checkbox', { name: '全字匹配' }));
  await user.type(field, 'price');
  await user.type(screen.getByLabelText('名称'), '*.php{Enter}');
  expect(await screen.findByText('找到 3 处，分布在 2 个文件中')).toBeVisible();

  await user.click(screen.getByRole('checkbox', { name: '正则表达式' }));
  await user.clear(field);
  await user.type(field, '({Enter}');
  expect(await screen.findByText('搜索没有完成')).toBeVisible();
  expect(screen.getByText('refused: bad-pattern')).toBeVisible();
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
  await user.clear(field);
  await user.type(field, 't.o p{Enter}');
  expect(await screen.findByText('没有找到匹配的内容')).toBeVisible();

  const place = screen.getByLabelText('位置');
  await user.clear(place);
  await user.type(place, 'wwwroot{Enter}');
  expect(screen.getByText('请输入以 / 开头的文件夹，例如 /wwwroot')).toBeVisible();
  site.forbidden.add('/logs');
  await user.clear(place);
  await user.type(place, '/logs{Enter}');
  expect(await screen.findByText('refused: outside-root')).toBeVisible();
  site.forbidden.clear();
  await user.clear(place);
  await user.type(place, '/wwwroot');
  await user.clear(field);
  await user.type(screen.getByLabelText('名称'), '{Control>}a{/Control}c.txt{Enter}');
  expect(await screen.findByText('找到 1 项')).toBeVisible();
  expect(names()).toEqual([expect.stringMatching(/^c\.txt \/wwwroot\/shop 12 B/)]);
});

it('stops the search on the server at once and keeps what was found', async () => {
  const { user, field } = await openSearch();
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
  await site.touch('/wwwroot/a.php', Date.now() - 3600_000);
  await site.touch('/wwwroot/shop/c.txt', Date.now() - 48 * 3600_000);
  const { user } = await openSearch('最近修改');
  expect(await screen.findByText('找到 2 项')).toBeVisible();
  expect(names()).toEqual([
    expect.stringMatching(/^b\.php \/wwwroot\/shop 19 B/),
    expect.stringMatching(/^a\.php \/wwwroot \d+ B/),
  ]);
  await user.click(screen.getByTitle('打开 b.php 所在的文件夹'));
  await within(grid()).findByText('c.txt');
});

it('opens by its shortcut from the list, and is listed among the shortcuts', async () => {
  const user = userEvent.setup();
  renderRemote(App, { at: '/fileManage' });
  await within(grid()).findByText('a.php');
  grid().focus();
  await user.keyboard('{Control>}{Shift>}f{/Shift}{/Control}');
  await waitFor(() => expect(screen.getByLabelText('内容')).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('内容')).toBeNull());
  await waitFor(() => expect(grid()).toHaveFocus());
  await user.keyboard('?');
  const words = await screen.findByText('搜索名称和内容');
  await waitFor(() => expect(words).toBeVisible());
});

it('replaces text in the chosen files, reports files that changed meanwhile, and undoes the replacement', async () => {
  await site.write('/wwwroot/z.txt', 'price of z');
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
  expect(await site.read('/wwwroot/a.php')).toContain('price');
  await user.click(within(lines).getByRole('checkbox', { name: '替换 /wwwroot/z.txt' }));
  await site.write('/wwwroot/shop/b.php', 'somebody was here, price');
  await site.touch('/wwwroot/shop/b.php', Date.now() + 5000);
  await user.click(screen.getByRole('button', { name: '替换 2 个文件' }));

  expect(await screen.findByText('已替换 1 个文件')).toBeVisible();
  // The pressed button is gone.
  await waitFor(() => expect(screen.getByText('已替换 1 个文件').parentElement).toHaveFocus());
  expect(screen.getByText('1 个文件保持不变').closest('[role=alert]')).toHaveTextContent(
    '/wwwroot/shop/b.php内容已被他人修改',
  );
  expect(await site.read('/wwwroot/a.php')).toBe('one\nTwo cost\nthree\nfour\nfive\nthe cost is\nend');
  expect(await site.read('/wwwroot/shop/b.php')).toBe('somebody was here, price');
  expect(await site.read('/wwwroot/z.txt')).toBe('price of z');
  await user.click(screen.getByRole('button', { name: '撤销' }));
  expect(await screen.findByText('已撤销，1 个文件恢复原样')).toBeVisible();
  await waitFor(() => expect(screen.getByText('已撤销，1 个文件恢复原样').parentElement).toHaveFocus());
  expect(await site.read('/wwwroot/a.php')).toContain('the price is');
  await user.click(screen.getByRole('button', { name: '重新搜索' }));
  expect(await screen.findByText('找到 4 处，分布在 3 个文件中')).toBeVisible();
  await waitFor(() => expect(field).toHaveFocus());
});
