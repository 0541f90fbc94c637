import '@testing-library/jest-dom';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listBin, restoreFromBin, Task } from '@sitedeck/contract';
import { kernel } from '@sitedeck/sdk';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { reply } from '@sitedeck/ui/testing/reply-server';
import { App } from '../app';
import { folderChanged } from '../files.api';
import { openSiteServer } from '../testing/site-server';

let site: Awaited<ReturnType<typeof openSiteServer>>;

beforeAll(async () => {
  site = await openSiteServer();
});
afterAll(() => site.close());

beforeEach(async () => {
  sessionStorage.clear();
  await site.empty();
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await site.write(`/wwwroot/${name}`, name);
  startKernel(site.origin);
});

const ENDED = {
  taskType: 'COMPRESS',
  taskStatus: 'RUNNING_SUCCESS',
  createTime: '2026-11-21T00:00:00Z',
  startTime: null,
  endTime: null,
  notifyStatus: 1,
  preTaskCode: null,
  taskParam: '{}',
  taskInfo: '{}',
  postStatus: null,
  operator: 'demo',
  progress: {},
  paused: false,
  steps: [],
};

const grid = () => screen.getByRole('grid');
const nameIn = (row: Element) => row.querySelector('bdi')?.textContent ?? '';
/** The entry under the keyboard cursor. */
const cursor = () => {
  const row = document.getElementById(grid().getAttribute('aria-activedescendant') ?? '');
  return row ? nameIn(row) : undefined;
};
/** Names of the selected rows. */
const chosen = () =>
  within(grid())
    .getAllByRole('row')
    .filter((row) => row.getAttribute('aria-selected') === 'true')
    .map(nameIn);
const ticked = () =>
  within(grid())
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter((box) => box.checked)
    .map((box) => nameIn(box.closest('[role=row]') ?? box));
const count = () => screen.queryByText(/^已选 \d+ 项$/)?.textContent;

/** The files are there again when the page restores them from the bin. */
const restoreReply = (...names: readonly string[]) =>
  reply(restoreFromBin, async ({ body }) => {
    const paths = names.map((name) => `/wwwroot/${name}`);
    for (const path of paths) await site.write(path);
    const ids = body['ids'] as readonly string[];
    return { restored: ids.map((id, index) => ({ id, path: paths[index] ?? '' })), failed: [] };
  });

/** Asserts that selected rows, checkboxes, count and cursor agree. */
async function expectSelected(...names: string[]): Promise<void> {
  await waitFor(() => expect(cursor()).toBe(names[0]));
  await waitFor(() => expect(chosen()).toEqual(names));
  expect(ticked()).toEqual(names);
  expect(count()).toBe(`已选 ${String(names.length)} 项`);
}

const row = (name: string): HTMLElement => {
  const found = within(grid()).getByText(name).closest<HTMLElement>('[role=row]');
  if (!found) throw new Error(`no row of ${name}`);
  return found;
};
const expectRemaining = async (...names: string[]) =>
  Promise.all(names.map((name) => site.exists(`/wwwroot/${name}`))).then((found) =>
    names.filter((_, at) => found[at]),
  );

async function openPage(search = '') {
  const user = userEvent.setup();
  const { reported: address } = renderRemote(App, { at: `/fileManage?${search}` });
  await waitFor(() => expect(grid()).toHaveAttribute('aria-busy', 'false'));
  grid().focus();
  return { user, address };
}

type User = ReturnType<typeof userEvent.setup>;

async function nameIt(user: User, label: string, name: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.type(field, `${name}{Enter}`);
  await waitFor(() => expect(grid()).toHaveFocus());
}

const refresh = () => act(() => void kernel().store.dispatch(folderChanged('/wwwroot')));

describe('renaming', () => {
  it('keeps the cursor on the renamed entry by keyboard, so that Delete removes that one', async () => {
    const { user } = await openPage();
    await user.keyboard('{ArrowDown}{F2}');
    await nameIt(user, '新名称', 'zz.txt');
    await expectSelected('zz.txt');
    await user.keyboard('{Delete}');
    await screen.findByText('已将 zz.txt 移到回收站');
    expect(await expectRemaining('a.txt', 'b.txt', 'c.txt', 'd.txt', 'zz.txt')).toEqual([
      'a.txt',
      'c.txt',
      'd.txt',
    ]);
  });

  it('keeps the cursor off the neighbours until the position of the renamed entry is known', async () => {
    const { user } = await openPage();
    const located = site.hold('/fs/ls', ({ limit }) => Number(limit) > 1000);
    await user.keyboard('{ArrowDown}{F2}');
    await nameIt(user, '新名称', 'zz.txt');
    await located.asked();
    await within(grid()).findByText('zz.txt');
    expect(within(grid()).queryByText('b.txt')).toBeNull();
    await user.keyboard('{Delete}');
    located.release();
    await expectSelected('zz.txt');
    await user.keyboard('{Delete}');
    await screen.findByText('已将 zz.txt 移到回收站');
    expect(await expectRemaining('a.txt', 'b.txt', 'c.txt', 'd.txt')).toEqual(['a.txt', 'c.txt', 'd.txt']);
  });

  it('keeps a clicked entry selected when it is renamed', async () => {
    const { user } = await openPage();
    await user.click(row('c.txt'));
    await expectSelected('c.txt');
    grid().focus();
    await user.keyboard('{F2}');
    await nameIt(user, '新名称', '0.txt');
    await expectSelected('0.txt');
    await user.keyboard('{Delete}');
    await screen.findByText('已将 0.txt 移到回收站');
    expect(await expectRemaining('a.txt', 'b.txt', 'c.txt', 'd.txt')).toEqual(['a.txt', 'b.txt', 'd.txt']);
  });

  it('deselects the renamed entry when the cursor moves', async () => {
    const { user } = await openPage();
    await user.keyboard('{F2}');
    await nameIt(user, '新名称', 'bb.txt');
    await expectSelected('bb.txt');
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(cursor()).toBe('c.txt'));
    expect(chosen()).toEqual([]);
    await user.keyboard('{Delete}');
    await screen.findByText('已将 c.txt 移到回收站');
    expect(await expectRemaining('bb.txt')).toEqual(['bb.txt']);
  });

  it('keeps the cursor on the entry when the list is sorted by time', async () => {
    for (const [at, name] of ['d.txt', 'b.txt', 'a.txt', 'c.txt'].entries())
      await site.touch(`/wwwroot/${name}`, 1_700_000_000_000 + at * 1000);
    const { user } = await openPage('path=/wwwroot&sort=mtime');
    await user.keyboard('{ArrowDown}');
    expect(cursor()).toBe('b.txt');
    await user.keyboard('{F2}');
    await nameIt(user, '新名称', 'new.txt');
    await expectSelected('new.txt');
    await user.keyboard('{Delete}');
    await screen.findByText('已将 new.txt 移到回收站');
    expect(await expectRemaining('a.txt', 'c.txt', 'd.txt')).toHaveLength(3);
  });

  it('does not move a cursor that the user moved while the server was renaming', async () => {
    const { user } = await openPage();
    await user.keyboard('{F2}');
    const field = await screen.findByLabelText('新名称');
    const answer = site.hold('/fs/rename');
    await user.clear(field);
    await user.type(field, 'zz.txt{Enter}');
    await answer.asked();
    fireEvent.click(row('c.txt'));
    answer.release();
    await within(grid()).findByText('zz.txt');
    await expectSelected('c.txt');
  });
});

describe('a new entry', () => {
  it.each([
    ['新建文件', '文件名', 'bb.txt'],
    ['新建文件夹', '文件夹名', 'img'],
  ])('gets the cursor after %s', async (act_, label, name) => {
    const { user } = await openPage();
    await user.keyboard('{End}');
    await user.click(screen.getByRole('button', { name: '新建' }));
    await user.click(await screen.findByRole('menuitem', { name: act_ }));
    const field = await screen.findByLabelText(label);
    await user.type(field, `${name}{Enter}`);
    await expectSelected(name);
  });

  it('gets the cursor when it is a copy beside its original', async () => {
    const { user } = await openPage();
    await user.keyboard('{ArrowDown} {ArrowDown} {Control>}c{/Control}{Control>}v{/Control}');
    await expectSelected('b (2).txt', 'c (2).txt');
    await user.keyboard('{Delete}');
    await screen.findByText('已移到回收站：2 项');
    expect(await expectRemaining('a.txt', 'b.txt', 'c.txt', 'd.txt')).toHaveLength(4);
  });

  it('gets the cursor when it is moved into the open folder, in a list sorted by size', async () => {
    await site.write('/wwwroot/docs/big.txt', 'the largest one');
    const { user } = await openPage('path=/wwwroot/docs&sort=size');
    await user.keyboard('{Control>}x{/Control}{Backspace}');
    await within(grid()).findByText('a.txt');
    await user.keyboard('{Control>}v{/Control}');
    await expectSelected('big.txt');
  });

  it('gets the cursor after an upload of several files and of a folder', async () => {
    const { user } = await openPage();
    await user.upload(screen.getByTestId('pick-files'), [
      new File(['1'], 'a1.txt'),
      new File(['2'], 'c2.txt'),
    ]);
    await expectSelected('a1.txt', 'c2.txt');
    // The next upload is refused before the task of the first has ended.
    await waitFor(() =>
      expect(kernel().store.getState().localTasks[0]).toMatchObject({ status: 'RUNNING_SUCCESS' }),
    );
    const inFolder = new File(['x'], 'x.txt');
    Object.defineProperty(inFolder, 'webkitRelativePath', { value: 'album/sub/x.txt' });
    await user.upload(screen.getByTestId('pick-folder'), [inFolder]);
    await expectSelected('album');
  });

  it('gets the cursor under the new name of an upload whose name was taken', async () => {
    const { user } = await openPage();
    await user.upload(screen.getByTestId('pick-files'), [new File(['new'], 'b.txt')]);
    // Keeping both is the default.
    const question = (await screen.findByText('已有 1 个同名项')).closest<HTMLElement>('[role=dialog]');
    if (!question) throw new Error('no question');
    await user.click(within(question).getByRole('button', { name: '上传' }));
    await expectSelected('b (2).txt');
  });

  it('gets the cursor after an undone deletion and after a restore from the bin', async () => {
    const path = '/wwwroot/b.txt';
    const inBin = {
      ...{ id: 'item-000002', path, type: 'file' as const, size: 1, mtime: 0 },
      ...{ deletedAt: Date.now(), expiresAt: null },
    };
    site.replies.give(
      restoreReply('b.txt'),
      reply(listBin, { items: [inBin], total: 1, bytes: 1, days: 30 }),
    );
    const { user } = await openPage();
    await user.keyboard('{ArrowDown}{Delete}');
    await waitFor(() => expect(cursor()).toBe('c.txt'));
    await user.keyboard('{Home}{Control>}z{/Control}');
    await expectSelected('b.txt');

    await user.keyboard('{Delete}');
    await screen.findByText('已将 b.txt 移到回收站');
    await waitFor(() => expect(cursor()).toBe('c.txt'));
    await user.click(screen.getByRole('button', { name: '回收站' }));
    const purpose = await screen.findByText('删除的文件和文件夹保留在这里，可还原到原位置');
    const bin = purpose.closest<HTMLElement>('[role=dialog]') ?? purpose;
    await user.click(await within(bin).findByRole('button', { name: /^还原/ }));
    await expectSelected('b.txt');
  });

  it('gets the cursor once the task that packs it has ended', async () => {
    const { user } = await openPage();
    await user.click(within(grid()).getByRole('button', { name: 'd.txt 的更多操作' }));
    await user.click(await screen.findByRole('menuitem', { name: '压缩' }));
    const field = await screen.findByLabelText(/名/);
    await user.clear(field);
    await user.type(field, 'all{Enter}');
    await waitFor(() => expect(grid()).toHaveFocus());
    await waitFor(async () => expect(await site.exists('/wwwroot/all.zip')).toBe(true));
    act(() => kernel().events.emit('task-finished', Task.parse({ ...ENDED, id: 7 })));
    await expectSelected('all.zip');
  });
});

describe('a removed entry', () => {
  it('moves the cursor from a removed entry to the next remaining one, or to the last one', async () => {
    const { user } = await openPage();
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await waitFor(() => expect(chosen()).toHaveLength(3));
    await user.keyboard('{Delete}');
    await waitFor(() => expect(cursor()).toBe('d.txt'));
    expect(count()).toBeUndefined();
    site.replies.give(restoreReply('a.txt', 'b.txt', 'c.txt'));
    await user.keyboard('{Control>}z{/Control}');
    await expectSelected('a.txt', 'b.txt', 'c.txt');
    await user.keyboard('{End}{Delete}');
    await waitFor(() => expect(cursor()).toBe('c.txt'));
  });

  it('deselects an entry that was removed elsewhere, and keeps the cursor on its own', async () => {
    const { user } = await openPage();
    await user.click(screen.getByRole('checkbox', { name: '选择 a.txt' }));
    await user.click(screen.getByRole('checkbox', { name: '选择 c.txt' }));
    await site.remove('/wwwroot/a.txt');
    await site.write('/wwwroot/0.txt');
    refresh();
    await within(grid()).findByText('0.txt');
    await expectSelected('c.txt');
  });

  it('deselects entries that are dragged to another folder', async () => {
    await site.folder('/wwwroot/docs');
    await openPage();
    fireEvent.click(row('c.txt'));
    await expectSelected('c.txt');
    const dataTransfer = { types: ['application/x-sitedeck-entries'], setData: () => undefined };
    fireEvent.dragStart(row('c.txt'), { dataTransfer });
    fireEvent.dragOver(row('docs'), { dataTransfer });
    fireEvent.drop(row('docs'), { dataTransfer });
    await waitFor(() => expect(cursor()).toBe('d.txt'));
    expect(count()).toBeUndefined();
  });
});

describe('another order', () => {
  it('keeps cursor and selection on their entries', async () => {
    const { user } = await openPage();
    await user.click(row('b.txt'));
    await user.click(screen.getByRole('button', { name: '名称' }));
    await waitFor(() => expect(grid()).toHaveAttribute('aria-busy', 'false'));
    await expectSelected('b.txt');
    grid().focus();
    await user.keyboard('{ArrowDown}');
    expect(cursor()).toBe('a.txt');
  });

  it('selects nothing that a filter hides', async () => {
    const { user } = await openPage();
    await user.keyboard('{Control>}a{/Control}');
    await waitFor(() => expect(chosen()).toHaveLength(4));
    await user.keyboard('/');
    await user.keyboard('c.');
    await waitFor(() => expect(within(grid()).queryByText('a.txt')).toBeNull());
    expect(count()).toBeUndefined();
    grid().focus();
    await waitFor(() => expect(cursor()).toBe('c.txt'));
    await user.keyboard('{Delete}');
    await screen.findByText('已将 c.txt 移到回收站');
    expect(await expectRemaining('a.txt', 'b.txt', 'd.txt')).toHaveLength(3);
  });
});

describe('a folder of which only some rows are loaded', () => {
  beforeEach(async () => {
    for (let n = 100; n < 800; n += 1) await site.write(`/wwwroot/many/${String(n)}.txt`);
  });

  it('keeps the cursor on its entry when the sort order changes', async () => {
    const { user } = await openPage('path=/wwwroot/many');
    await user.keyboard('{ArrowDown}');
    expect(cursor()).toBe('101.txt');
    await user.click(screen.getByRole('button', { name: '名称' }));
    await waitFor(() => expect(cursor()).toBe('101.txt'));
    grid().focus();
    await user.keyboard('{Delete}');
    await screen.findByText('已将 101.txt 移到回收站');
  });
});
