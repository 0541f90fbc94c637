import '@testing-library/jest-dom';
import { emptyBin, listBin, restoreFromBin } from '@sitedeck/contract';
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
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await site.write(`/wwwroot/${name}`, name);
  startKernel(site.origin);
});

/** Finds a dialog by its text: a search by role computes the style of every element and is slow. */
async function dialogOf(words: string): Promise<HTMLElement> {
  const dialog = (await screen.findByText(words)).closest<HTMLElement>('[role=dialog]');
  if (!dialog) throw new Error(`${words} is in no dialog`);
  return dialog;
}

const DAY_MS = 24 * 3600_000;
const FILE = { type: 'file' as const, size: 5, mtime: 0 };
const [A, B, C, SUB] = [
  { id: 'item-000001', path: '/wwwroot/a.txt' },
  { id: 'item-000002', path: '/wwwroot/b.txt' },
  { id: 'item-000003', path: '/wwwroot/c.txt' },
  { id: 'item-000001', path: '/wwwroot/docs/sub' },
];
const binReply = (...held: readonly (typeof A)[]) => {
  const kept = { deletedAt: Date.now(), expiresAt: Date.now() + 30 * DAY_MS };
  const items = held.map((one) => ({ ...FILE, ...kept, ...one }));
  return reply(listBin, { items, total: held.length, bytes: held.length * FILE.size, days: 30 });
};
const restoredReply = (restored: readonly (typeof A)[], taken: readonly (typeof A)[] = []) => {
  const fault = { code: '409', reason: 'already-exists', message: 'taken' };
  const failed = taken.map((one) => ({ ...one, fault }));
  return reply(restoreFromBin, { restored: [...restored], failed });
};
/** The files are there again when the page restores them. */
const restoreNext = (...paths: readonly string[]) =>
  site.replies.onNext(
    restoreFromBin,
    reply(restoreFromBin, async ({ body }) => {
      for (const path of paths) await site.write(path);
      const ids = body['ids'] as readonly string[];
      return { restored: ids.map((id, index) => ({ id, path: paths[index] ?? '' })), failed: [] };
    }),
  );
const restores = () => site.replies.requestsOf(restoreFromBin).map(({ body }) => body);

const grid = () => screen.getByRole('grid');
/** Waits until the docs folder is open; its file has the same name as one in the parent folder. */
const inDocs = () => waitFor(() => expect(within(grid()).queryByText('docs')).toBeNull());

async function openPage() {
  const user = userEvent.setup();
  renderRemote(App, { at: '/fileManage' });
  await within(grid()).findByText('a.txt');
  grid().focus();
  return user;
}

it("deletes without confirmation, and restores by the notice's button and by the undo shortcut", async () => {
  const user = await openPage();
  await user.keyboard('{Delete}');
  expect(await screen.findByText('已将 a.txt 移到回收站')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await site.exists('/wwwroot/a.txt')).toBe(false);
  restoreNext(A.path);
  await user.click(screen.getByRole('button', { name: '撤销' }));
  expect(await screen.findByText('已还原 a.txt')).toBeVisible();
  expect(restores()).toMatchObject([{ ids: [A.id] }]);
  await within(grid()).findByText('a.txt');

  grid().focus();
  await user.keyboard('{Control>}a{/Control}');
  await screen.findByText('已选 3 项');
  const bar = screen.getByRole('toolbar', { name: '所选项的操作' });
  await user.click(within(bar).getByRole('button', { name: '删除' }));
  expect(await screen.findByText('已移到回收站：3 项')).toBeVisible();
  await waitFor(async () => expect(await site.exists('/wwwroot/b.txt')).toBe(false));
  await waitFor(() => expect(grid()).toHaveFocus());
  restoreNext(A.path, B.path, C.path);
  await user.keyboard('{Control>}z{/Control}');
  expect(await screen.findByText('已还原 3 项')).toBeVisible();
  expect(restores().at(-1)).toMatchObject({ ids: ['item-000002', 'item-000003', 'item-000004'] });
  await within(grid()).findByText('c.txt');
});

it('keeps both when the name of an undone deletion is taken by then', async () => {
  const user = await openPage();
  await user.keyboard('{Delete}');
  await screen.findByText('已将 a.txt 移到回收站');
  site.replies.onNext(restoreFromBin, restoredReply([], [A]));
  site.replies.onNext(restoreFromBin, restoredReply([{ ...A, path: '/wwwroot/a (2).txt' }]));
  await user.keyboard('{Control>}z{/Control}');
  const clash = await dialogOf('原位置已有 1 个同名项');
  await user.click(within(clash).getByRole('button', { name: '还原' }));
  expect(await screen.findByText('已还原 a (2).txt')).toBeVisible();
  expect(restores()).toEqual([
    { ids: [A.id], ifExists: 'refuse' },
    { ids: [A.id], ifExists: 'both' },
  ]);
});

it('lists the bin, asks about taken names when restoring, and deletes permanently only after confirmation', async () => {
  const user = await openPage();
  await user.keyboard('{Control>}a{/Control}');
  await screen.findByText('已选 3 项');
  await user.keyboard('{Delete}');
  // Wait for all three, because a later notice replaces an earlier one.
  await screen.findByText('已移到回收站：3 项');
  await site.write('/wwwroot/a.txt', 'newer');
  site.replies.give(binReply(A, B, C));
  site.replies.onNext(restoreFromBin, binReply(A, C), restoredReply([B], [A]));
  site.replies.onNext(restoreFromBin, binReply(C), restoredReply([A]));
  site.replies.onNext(emptyBin, binReply(), reply(emptyBin, { removed: 1, bytes: 5 }));

  await user.click(screen.getByRole('button', { name: '回收站' }));
  const bin = await dialogOf('删除的文件和文件夹保留在这里，可还原到原位置');
  expect(await within(bin).findByText('b.txt')).toBeVisible();
  expect(within(bin).getByText(/^3 项，占用 /)).toBeVisible();

  await user.click(within(bin).getByRole('checkbox', { name: '选择 a.txt' }));
  await user.click(within(bin).getByRole('checkbox', { name: '选择 b.txt' }));
  await user.click(within(bin).getByRole('button', { name: '还原' }));
  const question = await dialogOf('原位置已有 1 个同名项');
  await user.click(within(question).getByRole('radio', { name: '覆盖' }));
  await user.click(within(question).getByRole('button', { name: '还原' }));
  expect(await screen.findByText('已还原 2 项')).toBeVisible();
  expect(restores()).toEqual([
    { ids: [A.id, B.id], ifExists: 'refuse' },
    { ids: [A.id], ifExists: 'overwrite' },
  ]);

  expect(await within(bin).findByText('1 项，占用 5 B')).toBeVisible();
  await user.click(within(bin).getByRole('button', { name: '清空回收站' }));
  const danger = await dialogOf('永久删除回收站中的 1 项？将释放 5 B，无法恢复');
  await waitFor(() => expect(within(danger).getByRole('button', { name: '取消' })).toHaveFocus());
  await user.click(within(danger).getByRole('button', { name: '清空回收站' }));
  expect(await within(bin).findByText('回收站是空的')).toBeVisible();
  expect(site.replies.requestsOf(emptyBin)).toHaveLength(1);
  await user.click(within(bin).getByRole('button', { name: '关闭回收站' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: '回收站' })).toHaveFocus());
});

it('undoes a paste that has replaced a folder, and restores that folder', async () => {
  await site.write('/wwwroot/docs/sub/old.txt', 'old');
  await site.write('/wwwroot/sub/new.txt', 'new');
  const user = await openPage();
  await user.click(screen.getByRole('checkbox', { name: '选择 sub' }));
  await user.keyboard('{Control>}c{/Control}');
  await user.click(within(grid()).getByText('docs'));
  await inDocs();
  await within(grid()).findByText('sub');
  grid().focus();
  await user.keyboard('{Control>}v{/Control}');
  const question = await dialogOf('已有 1 个同名项');
  await user.click(within(question).getByRole('radio', { name: '覆盖' }));
  const warning = within(question).getByText('覆盖会替换整个文件夹，原有的文件夹移到回收站');
  // Its style may arrive after its text.
  await waitFor(() => expect(warning).toBeVisible());
  await user.click(within(question).getByRole('button', { name: '粘贴' }));
  expect(await screen.findByText('已粘贴 1 项')).toBeVisible();
  expect(await site.read('/wwwroot/docs/sub/new.txt')).toBe('new');
  expect(await site.exists('/wwwroot/docs/sub/old.txt')).toBe(false);

  restoreNext(SUB.path);
  await user.click(screen.getByRole('button', { name: '撤销' }));
  expect(await screen.findByText('已撤销粘贴')).toBeVisible();
  expect(await site.exists('/wwwroot/docs/sub/new.txt')).toBe(false);
  expect(await site.exists(SUB.path)).toBe(true);
  expect(restores()).toEqual([{ ids: [SUB.id] }]);
});

it('continues after a failed move, reports each failure, and pastes only the remaining entries', async () => {
  await site.write('/wwwroot/docs/c.txt/old.txt', 'old');
  site.forbidden.add('/wwwroot/a.txt');
  const user = await openPage();
  for (const name of ['a.txt', 'b.txt', 'c.txt'])
    await user.click(screen.getByRole('checkbox', { name: `选择 ${name}` }));
  await user.keyboard('{Control>}x{/Control}');
  await user.click(within(grid()).getByText('docs'));
  await inDocs();
  await within(grid()).findByText('c.txt');
  grid().focus();
  await user.keyboard('{Control>}v{/Control}');
  const question = await dialogOf('已有 1 个同名项');
  await user.click(within(question).getByRole('radio', { name: '覆盖' }));
  await user.click(within(question).getByRole('button', { name: '移动' }));
  const notice = (await screen.findByText('已移动 2 项，1 项失败')).closest<HTMLElement>('[role=alert]');
  expect(notice).toHaveTextContent('a.txtrefused: outside-root');
  expect(notice).not.toHaveTextContent('b.txt');
  expect(await site.read('/wwwroot/docs/b.txt')).toBe('b.txt');
  expect(await site.read('/wwwroot/docs/c.txt')).toBe('c.txt');
  expect(await site.exists('/wwwroot/docs/a.txt')).toBe(false);

  site.forbidden.clear();
  grid().focus();
  await user.keyboard('{Control>}v{/Control}');
  expect(await screen.findByText('已移动 1 项')).toBeVisible();
  expect(await site.read('/wwwroot/docs/a.txt')).toBe('a.txt');
});
