import '@testing-library/jest-dom';
import { measureFolders } from '@sitedeck/contract';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { reply } from '@sitedeck/ui/testing/reply-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app';
import { openSiteServer } from '../testing/site-server';

let site: Awaited<ReturnType<typeof openSiteServer>>;

beforeAll(async () => {
  site = await openSiteServer();
});
afterAll(() => site.close());

beforeEach(async () => {
  await site.empty();
  await site.write('/wwwroot/css/site.css', 'x'.repeat(1000));
  await site.write('/wwwroot/css/deep/more.css', 'x'.repeat(500));
  await site.write('/wwwroot/img/logo.png', 'x'.repeat(200));
  await site.write('/wwwroot/index.html', 'x'.repeat(24));
  startKernel(site.origin);
});

const CSS = { path: '/wwwroot/css', bytes: 1500, files: 2 };
const IMG = { path: '/wwwroot/img', bytes: 200, files: 1 };
/** A measurement of these folders: each first in part, then complete. */
const sizesReply = (...sizes: readonly (typeof CSS)[]) =>
  reply(measureFolders, [
    ...sizes.flatMap((size) => [
      { is: 'size' as const, ...size, bytes: 1, files: 1, folders: 0, complete: false },
      { is: 'size' as const, ...size, folders: 0, complete: true },
    ]),
    { is: 'end' },
  ]);
const measured = () => site.replies.requestsOf(measureFolders).map(({ body }) => body['paths']);

const grid = () => screen.getByRole('grid');
const row = (name: string) => {
  const found = within(grid()).getByText(name).closest<HTMLElement>('[role=row]');
  if (!found) throw new Error(`${name} is in no row`);
  return found;
};

async function openPage() {
  const user = userEvent.setup();
  renderRemote(App, { at: '/fileManage' });
  await within(grid()).findByText('css');
  return user;
}

it('measures one folder, or all, on a click, and adds up the selected ones', async () => {
  site.replies.onNext(measureFolders, sizesReply(CSS));
  const user = await openPage();
  await user.click(screen.getByRole('button', { name: '计算 css 的大小' }));
  expect(await within(row('css')).findByText('1.46 KB')).toHaveAttribute('title', '2 个文件');
  expect(within(row('img')).getByText('—')).toBeVisible();

  expect(measured()).toEqual([['/wwwroot/css']]);

  site.replies.onNext(measureFolders, sizesReply(IMG));
  grid().focus();
  await user.keyboard('{Control>}a{/Control}');
  const count = (await screen.findByText('已选 3 项')).parentElement;
  expect(count).toHaveTextContent('1.49 KB1 个文件夹未计算');
  await user.click(screen.getByRole('button', { name: '更多操作' }));
  await user.click(await screen.findByRole('menuitem', { name: '计算大小' }));
  expect(await within(row('img')).findByText('200 B')).toBeVisible();
  await waitFor(() => expect(count).toHaveTextContent('已选 3 项1.68 KB'));

  expect(document.querySelector('.fm-status')).toHaveTextContent('3 项，其中 2 个文件夹1.68 KB');

  // A folder that changed since is unmeasured again.
  await user.keyboard('{Escape}');
  await site.write('/wwwroot/img/two.png', 'x');
  site.replies.onNext(measureFolders, sizesReply(CSS, { ...IMG, bytes: 201, files: 2 }));
  await user.click(screen.getByRole('button', { name: '取消选择' }));
  await user.click(screen.getByRole('button', { name: '刷新' }));
  expect(await screen.findByRole('button', { name: '计算 img 的大小' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: '计算大小' }));
  expect(await within(row('img')).findByText('201 B')).toBeVisible();
});

it('shows progress, and stops on the server by its button and when the user leaves', async () => {
  site.replies.give(sizesReply(CSS, IMG));
  const user = await openPage();
  site.holds.add('/fs/sizes');
  await user.click(screen.getByRole('button', { name: '计算大小' }));
  expect(await screen.findByText('正在计算大小 2/2')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '停止计算' }));
  await waitFor(() => expect(site.cut).toEqual(['/fs/sizes']));
  expect(within(row('css')).getByText('1.46 KB')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/^正在计算大小/)).toBeNull());

  await user.click(screen.getByRole('button', { name: '计算大小' }));
  await screen.findByText('正在计算大小 2/2');
  await user.click(within(grid()).getByText('img'));
  await within(grid()).findByText('logo.png');
  await waitFor(() => expect(site.cut).toHaveLength(2));
});

it('names the owner of each entry', async () => {
  await openPage();
  expect(within(grid()).getByRole('columnheader', { name: '所有者' })).toBeVisible();
  expect(within(row('css')).getByText('本站')).toBeVisible();
});
