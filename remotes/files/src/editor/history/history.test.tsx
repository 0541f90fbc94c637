import '@testing-library/jest-dom';
import { listVersions, readVersion, removeVersions } from '@sitedeck/contract';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { reply } from '@sitedeck/ui/testing/reply-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../../app';
import { openSiteServer } from '../../testing/site-server';

// The comparison measures its text; jsdom has no layout.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });

/** Versions with these numbers. */
const listed = (...numbers: readonly number[]) =>
  reply(listVersions, {
    versions: numbers.map((number) => ({
      ...{ id: `kept-00000${String(number)}`, size: 5, mtime: 0, keptAt: 0 },
      cause: 'replace' as const,
    })),
  });

let site: Awaited<ReturnType<typeof openSiteServer>>;

beforeAll(async () => {
  site = await openSiteServer();
  await site.write('/wwwroot/a.txt', 'fourth');
  await site.write('/wwwroot/same.txt', 'third');
  site.replies.give(
    listed(3, 2, 1),
    reply(readVersion, { content: 'third', encoding: 'utf-8', bom: false, size: 5 }),
  );
  site.replies.onNext(removeVersions, listed(2, 1), reply(removeVersions, { removed: 1, bytes: 5 }));
  site.replies.onNext(removeVersions, listed(), reply(removeVersions, { removed: 2, bytes: 11 }));
  startKernel(site.origin);
});
afterAll(() => site.close());

it('deletes one version, then all, each after confirmation, and keeps the focus', async () => {
  const user = userEvent.setup();
  renderRemote(App, { at: '/fileManage' });
  await user.click(await screen.findByRole('button', { name: 'a.txt 的更多操作' }));
  await user.click(await screen.findByRole('menuitem', { name: '历史版本' }));
  const list = await screen.findByRole('list', { name: '历史版本' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(3);

  const [newest] = within(list).getAllByRole('button');
  if (!newest) throw new Error('no version');
  await user.click(newest);
  expect(await screen.findByText(/ 的版本$/, { selector: 'strong' })).toBeVisible();
  expect(screen.getByText('当前内容', { selector: 'strong' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: '删除此版本' }));
  const question = (await screen.findByText(/^永久删除 .* 的版本？无法恢复$/)).closest<HTMLElement>(
    '[role=dialog]',
  );
  if (!question) throw new Error('no question');
  await user.click(within(question).getByRole('button', { name: '删除此版本' }));
  expect(await screen.findByText('已删除 1 个版本，释放 5 B')).toBeInTheDocument();
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
  await waitFor(() => expect(within(list).getAllByRole('button')[0]).toHaveFocus());

  await user.click(screen.getByRole('button', { name: '删除全部版本' }));
  const all = (await screen.findByText(/^永久删除此文件的 2 个历史版本/)).closest<HTMLElement>(
    '[role=dialog]',
  );
  if (!all) throw new Error('no question');
  await user.click(within(all).getByRole('button', { name: '删除全部版本' }));
  expect(await screen.findByText('还没有历史版本，文件被替换时会自动保留')).toBeVisible();
  const layer = screen.getByText('a.txt 的历史版本').closest('[role=dialog]');
  await waitFor(() => expect(layer).toContainElement(document.activeElement as HTMLElement));
  expect(site.replies.changes().map(({ body }) => body)).toEqual([
    { path: '/wwwroot/a.txt', ids: ['kept-000003'] },
    { path: '/wwwroot/a.txt' },
  ]);
  expect(await site.read('/wwwroot/a.txt')).toBe('fourth');
});

it('restores no version that equals the current content, and says why', async () => {
  site.replies.give(
    listed(3),
    reply(readVersion, { content: 'third', encoding: 'utf-8', bom: false, size: 5 }),
  );
  const user = userEvent.setup();
  renderRemote(App, { at: '/fileManage' });
  await user.click(await screen.findByRole('button', { name: 'same.txt 的更多操作' }));
  await user.click(await screen.findByRole('menuitem', { name: '历史版本' }));
  const list = await screen.findByRole('list', { name: '历史版本' });
  await user.click(within(list).getByRole('button'));
  const restore = await screen.findByRole('button', { name: '恢复此版本' });
  await waitFor(() => expect(restore).toHaveAttribute('aria-disabled', 'true'));
  await user.hover(restore);
  expect(await screen.findByRole('tooltip')).toHaveTextContent('此版本与当前内容相同');
});
