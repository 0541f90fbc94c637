import '@testing-library/jest-dom';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
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
  for (const name of ['a.txt', 'b.txt']) await site.write(`/wwwroot/docs/${name}`, name);
  startKernel(site.origin);
});

const grid = () => screen.getByRole('grid');
const count = () => screen.queryByText(/^已选 \d+ 项$/)?.textContent;
/** Looks while React may update: a notice ends by itself. */
const areAt = (folder: string) =>
  waitFor(async () => {
    const found = await Promise.all(['a.txt', 'b.txt'].map((name) => site.exists(`${folder}/${name}`)));
    return found.filter(Boolean).length;
  });

/** Opens the folder of the two files, presses Ctrl with `key` on both, and pastes them into the parent folder. */
async function pasteBoth(key: 'c' | 'x') {
  const user = userEvent.setup();
  renderRemote(App, { at: '/fileManage?path=/wwwroot/docs' });
  await within(grid()).findByText('b.txt');
  grid().focus();
  await user.keyboard(`{Control>}a{/Control}`);
  await waitFor(() => expect(count()).toBe('已选 2 项'));
  await user.keyboard(`{Control>}${key}{/Control}{Backspace}`);
  await within(grid()).findByText('docs');
  await user.keyboard('{Control>}v{/Control}');
  return user;
}

it('moves entries back on undo, by the shortcut and by the button of the notice', async () => {
  const user = await pasteBoth('x');
  await screen.findByText('已移动 2 项');
  expect(await areAt('/wwwroot')).toBe(2);
  await user.keyboard('{Control>}z{/Control}');
  await screen.findByText('已撤销移动');
  // The server needs the id of the move to choose the versions that follow.
  expect(site.undone).toEqual(['move:/wwwroot/docs/b.txt', 'move:/wwwroot/docs/a.txt']);
  expect([await areAt('/wwwroot/docs'), await areAt('/wwwroot')]).toEqual([2, 0]);
  // The change was undone, so that neither the key nor the notice has anything left to undo.
  const asked = site.asked.length;
  await user.keyboard('{Control>}z{/Control}');
  expect(site.asked.slice(asked)).not.toContain('/fs/rename');
  expect(screen.queryByRole('button', { name: '撤销' })).not.toBeInTheDocument();
});

it('selects the copies, and moves them to the recycle bin on undo', async () => {
  const user = await pasteBoth('c');
  await screen.findByText('已粘贴 2 项');
  await waitFor(() => expect(count()).toBe('已选 2 项'));
  await user.click(screen.getByRole('button', { name: '撤销' }));
  await screen.findByText('已撤销粘贴');
  expect([await areAt('/wwwroot/docs'), await areAt('/wwwroot')]).toEqual([2, 0]);
  expect(site.asked.filter((path) => path === '/fs/rm')).toHaveLength(2);
});

it('reports an entry whose old name is taken by then, and undoes the others', async () => {
  const user = await pasteBoth('x');
  await screen.findByText('已移动 2 项');
  await site.write('/wwwroot/docs/a.txt', 'newer');
  await user.keyboard('{Control>}z{/Control}');
  await screen.findByText(/^1 项撤销失败：/);
  expect(await site.read('/wwwroot/docs/a.txt')).toBe('newer');
  expect(await site.read('/wwwroot/a.txt')).toBe('a.txt');
  expect(await site.read('/wwwroot/docs/b.txt')).toBe('b.txt');
});
