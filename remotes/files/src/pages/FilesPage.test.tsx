import '@testing-library/jest-dom';
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startLocalTask } from '@sitedeck/sdk';
import { TASK_ENTRY } from '@sitedeck/ui/core';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { App } from '../app';
import { openSiteServer } from '../testing/site-server';

type Site = Awaited<ReturnType<typeof openSiteServer>>;
let site: Site;

// The editor measures its text; jsdom has no layout.
Object.assign(Range.prototype, { getClientRects: () => [] });

beforeAll(async () => {
  site = await openSiteServer();
});
afterAll(() => site.close());

beforeEach(async () => {
  // Unsaved drafts would reappear in the next test.
  sessionStorage.clear();
  await site.empty();
  for (const path of [
    '/wwwroot/css/site.css',
    '/wwwroot/index.html',
    '/wwwroot/logo.png',
    '/wwwroot/zebra.txt',
  ]) {
    await site.write(path);
  }
  await site.folder('/data');
  startKernel(site.origin);
});

const grid = () => screen.getByRole('grid');
const entry = (name: string) => within(grid()).findByText(name);
const active = () => document.getElementById(grid().getAttribute('aria-activedescendant') ?? '');
const chosen = () =>
  within(grid())
    .getAllByRole('row')
    .filter((one) => one.getAttribute('aria-selected') === 'true');

/** Counts the dots that fly to the shell's task entry; jsdom has no animations. */
function watchFlights() {
  const entry = document.createElement('span');
  entry.setAttribute(TASK_ENTRY, '');
  document.body.append(entry);
  const animate = jest.fn(() => ({}));
  Object.assign(Element.prototype, { animate });
  return {
    count: () => animate.mock.calls.length,
    end() {
      entry.remove();
      Reflect.deleteProperty(Element.prototype, 'animate');
      document.querySelectorAll('.sd-fly-dot').forEach((dot) => dot.remove());
    },
  };
}

async function openPage(search = '') {
  const user = userEvent.setup();
  const { reported: address } = renderRemote(App, { at: `/fileManage?${search}` });
  await waitFor(() => expect(grid()).toHaveAttribute('aria-busy', 'false'));
  grid().focus();
  return { user, address };
}

describe('navigation', () => {
  it('opens the folder of the address, or wwwroot without one', async () => {
    await openPage('path=/wwwroot/css');
    expect(await entry('site.css')).toBeVisible();
  });

  it('shows the number of entries, including folders', async () => {
    await openPage();
    expect(await screen.findByText('4 项，其中 1 个文件夹')).toBeVisible();
    expect(grid().getAttribute('aria-rowcount')).toBe('5');
  });

  it('enters a folder by Enter and leaves it by Backspace, and updates the address', async () => {
    const { user, address } = await openPage();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address.search).toBe('path=/wwwroot/css'));
    expect(await entry('site.css')).toBeVisible();
    expect(grid()).toHaveFocus();
    await user.keyboard('{Backspace}');
    expect(await entry('index.html')).toBeVisible();
    // A double click opens the folder once.
    const { navigations } = address;
    const name = await entry('css');
    act(() => {
      fireEvent.click(name);
      fireEvent.click(name);
      fireEvent.doubleClick(name);
    });
    expect(address).toMatchObject({ search: 'path=/wwwroot/css', navigations: navigations + 1 });
    await user.click(await screen.findByRole('button', { name: '后退' }));
    await waitFor(() => expect(address.search).toBe('path=/wwwroot'));
    fireEvent.click(await entry('css'));
    expect(address).toMatchObject({ search: 'path=/wwwroot/css', navigations: navigations + 3 });
  });

  it('moves through the folder tree with arrow keys, and reads a branch when it opens', async () => {
    const { user } = await openPage();
    const tree = screen.getByRole('tree');
    const css = await within(tree).findByRole('treeitem', { name: 'css' });
    within(tree).getByRole('treeitem', { selected: true }).focus();
    await user.keyboard('{ArrowDown}');
    expect(css).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(within(tree).getByRole('treeitem', { name: 'data' })).toHaveFocus();
    expect(
      within(tree)
        .getAllByRole('treeitem')
        .filter((item) => item.tabIndex === 0),
    ).toHaveLength(1);
  });

  it('offers no arrow for a folder once it is known to be empty, also after its parent was closed', async () => {
    await site.folder('/wwwroot/css/bare');
    const { user } = await openPage();
    const tree = screen.getByRole('tree');
    const item = (name: string) => within(tree).findByRole('treeitem', { name });
    const css = await item('css');
    css.focus();
    await user.keyboard('{ArrowRight}');
    const bare = await item('bare');
    expect(bare).toHaveAttribute('aria-expanded', 'false');
    bare.focus();
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(bare).not.toHaveAttribute('aria-expanded'));
    css.focus();
    const asked = site.asked.length;
    await user.keyboard('{ArrowLeft}');
    expect(bare).not.toBeInTheDocument();
    await user.keyboard('{ArrowRight}');
    expect(await item('bare')).not.toHaveAttribute('aria-expanded');
    expect(site.asked.length).toBe(asked);
  });

  it('says that a folder is empty, and how to add files', async () => {
    await site.folder('/wwwroot/new');
    renderRemote(App, { at: '/fileManage?path=/wwwroot/new' });
    expect(await screen.findByText('此文件夹为空，拖入文件即可上传')).toBeVisible();
  });

  it('says why a folder can’t be opened, and offers a retry and the parent folder', async () => {
    const user = userEvent.setup();
    renderRemote(App, { at: '/fileManage?path=/wwwroot/later' });
    expect(await screen.findByRole('alert')).toHaveTextContent('无法打开此文件夹');
    await site.write('/wwwroot/later/there.txt');
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await entry('there.txt')).toBeVisible();
  });

  it('reports that the server forbids a folder', async () => {
    site.forbidden.add('/wwwroot/css');
    renderRemote(App, { at: '/fileManage?path=/wwwroot/css' });
    expect(await screen.findByRole('alert')).toHaveTextContent('outside-root');
    site.forbidden.clear();
  });

  it('filters by the text typed after a slash, and offers to clear the filter', async () => {
    const { user, address } = await openPage();
    await user.keyboard('/');
    expect(screen.getByRole('textbox', { name: '筛选' })).toHaveFocus();
    await user.keyboard('nothing like it');
    expect(await screen.findByText('没有找到名称含「nothing like it」的文件或文件夹')).toBeVisible();
    expect(address.search).toContain('q=nothing');
    await user.click(screen.getByRole('button', { name: '清除筛选' }));
    expect(await entry('index.html')).toBeVisible();
  });

  it('sorts by a column, and reverses the order on a second click', async () => {
    const { user, address } = await openPage();
    await user.click(screen.getByRole('button', { name: '大小' }));
    expect(address.search).toBe('path=/wwwroot&sort=size');
    await user.click(screen.getByRole('button', { name: '大小' }));
    expect(address.search).toBe('path=/wwwroot&sort=size&order=desc');
    expect(screen.getByRole('columnheader', { name: '大小' })).toHaveAttribute('aria-sort', 'descending');
  });
});

describe('selection by keyboard', () => {
  it('moves one active row with arrow keys and selects with Space', async () => {
    const { user } = await openPage();
    await user.keyboard('{ArrowDown}');
    expect(active()).toHaveTextContent('index.html');
    await user.keyboard(' ');
    expect(chosen()).toHaveLength(1);
    expect(screen.getByText('已选 1 项')).toBeVisible();
  });

  it('selects a range with Shift, and all entries with Ctrl A', async () => {
    const { user } = await openPage();
    await user.keyboard('{ArrowDown}{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await waitFor(() => expect(chosen()).toHaveLength(3));
    await user.keyboard('{Control>}a{/Control}');
    await waitFor(() => expect(chosen()).toHaveLength(4));
    await user.keyboard('{Escape}');
    expect(chosen()).toHaveLength(0);
  });

  it('keeps the column header and all rows in position during a selection', async () => {
    const { user } = await openPage();
    const bar = () => screen.getByRole('toolbar');
    const before = bar();
    await user.keyboard(' ');
    expect(screen.getByText('已选 1 项')).toBeVisible();
    expect(screen.getByRole('columnheader', { name: '大小' })).toBeVisible();
    expect(bar()).toBe(before);
  });

  it('selects and deselects all with the box above the list, and keeps the focus', async () => {
    const { user } = await openPage();
    const box = screen.getByRole('checkbox', { name: '选择全部 4 项' });
    await user.click(box);
    await waitFor(() => expect(chosen()).toHaveLength(4));
    expect(box).toHaveFocus();
    await user.click(box);
    expect(chosen()).toHaveLength(0);
  });

  it('jumps to the row that begins with the typed letter', async () => {
    const { user } = await openPage();
    await user.keyboard('z');
    expect(active()).toHaveTextContent('zebra.txt');
  });

  it('shows the keyboard shortcuts on ?', async () => {
    const { user } = await openPage();
    await user.keyboard('?');
    expect(await screen.findByRole('dialog')).toHaveTextContent('跳到以该字母开头的项');
  });
});

it('opens the task center filtered by its own tasks', async () => {
  const { user, address } = await openPage();
  await user.click(screen.getByRole('button', { name: /的操作$/ }));
  await user.click(await screen.findByRole('menuitem', { name: '任务' }));
  expect(address.to).toBe('/taskCenter?of=files');
});

describe('changes', () => {
  it('creates a folder', async () => {
    const { user } = await openPage();
    await user.click(screen.getByRole('button', { name: '新建' }));
    await user.click(await screen.findByRole('menuitem', { name: '新建文件夹' }));
    await user.type(await screen.findByLabelText('文件夹名'), 'img{Enter}');
    expect(await entry('img')).toBeVisible();
    expect(await site.exists('/wwwroot/img')).toBe(true);
  });

  it('keeps the dialog open and shows the refusal at the name field', async () => {
    const { user } = await openPage();
    await user.keyboard('{End}{F2}');
    const field = await screen.findByLabelText('新名称');
    await waitFor(() => expect(field).toHaveFocus());
    await user.clear(field);
    await user.type(field, 'a/b{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('名称不能含「/」');
    await user.clear(field);
    await user.type(field, 'logo.png{Enter}');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('already-exists'));
    await user.clear(field);
    await user.type(field, 'yak.txt{Enter}');
    expect(await entry('yak.txt')).toBeVisible();
    expect(await site.exists('/wwwroot/zebra.txt')).toBe(false);
  });

  it('closes the unchanged editor on Escape, and asks only when the text was changed', async () => {
    const { user } = await openPage();
    await user.keyboard('{ArrowDown}{Enter}');
    const text = await screen.findByRole('textbox', { name: '编辑 index.html' });
    await waitFor(() => expect(text).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(grid()).toHaveFocus());

    await user.keyboard('{Enter}');
    const again = await screen.findByRole('textbox', { name: '编辑 index.html' });
    await waitFor(() => expect(again).toHaveFocus());
    again.textContent = 'changed';
    await screen.findByText('未保存');
    await user.keyboard('{Escape}');
    await screen.findByText('有未保存的修改');
    await user.click(screen.getByRole('button', { name: '继续编辑' }));
    await waitFor(() => expect(again).toHaveFocus());
    expect(again).toHaveTextContent('changed');
  });

  it('saves by keyboard wherever the focus is in the editor', async () => {
    const { user } = await openPage();
    await user.keyboard('{ArrowDown}{Enter}');
    const text = await screen.findByRole('textbox', { name: '编辑 index.html' });
    await waitFor(() => expect(text).toHaveFocus());
    text.textContent = 'changed';
    await screen.findByText('未保存');
    act(() => screen.getByRole('button', { name: '转到行' }).focus());
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(async () => expect(await site.read('/wwwroot/index.html')).toBe('changed'));
  });

  it('deletes permanently only after a confirmation that focuses Cancel', async () => {
    const { user } = await openPage();
    await user.keyboard('{Control>}a{/Control}');
    await waitFor(() => expect(chosen()).toHaveLength(4));
    await user.keyboard('{Shift>}{Delete}{/Shift}');
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('永久删除 4 项？无法恢复');
    await waitFor(() => expect(within(dialog).getByRole('button', { name: '取消' })).toHaveFocus());
    expect(await site.exists('/wwwroot/index.html')).toBe(true);
    await user.click(within(dialog).getByRole('button', { name: '永久删除' }));
    expect(await screen.findByText('此文件夹为空，拖入文件即可上传')).toBeVisible();
    expect(await site.exists('/wwwroot/index.html')).toBe(false);
  });

  it('says at the button why nothing can be pasted', async () => {
    const { user } = await openPage();
    const paste = screen.getByRole('button', { name: '粘贴' });
    expect(paste).toHaveAttribute('aria-disabled', 'true');
    await user.tab({ shift: true });
    expect(paste).toHaveFocus();
    expect(await screen.findByText('先复制或剪切文件，再粘贴')).toBeInTheDocument();
  });

  it('moves cut entries, and asks before it overwrites', async () => {
    await site.write('/wwwroot/css/index.html', 'old');
    const { user } = await openPage();
    await user.keyboard('{ArrowDown} {ArrowDown} {Control>}x{/Control}{Home}{Enter}');
    await entry('site.css');
    await user.click(screen.getByRole('button', { name: '粘贴' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('已有 1 个同名项');
    expect(dialog).toHaveTextContent(/现有 3 B · .*新的 1 B · /);
    await user.click(within(dialog).getByRole('radio', { name: '覆盖' }));
    await user.click(within(dialog).getByRole('button', { name: '移动' }));
    await waitFor(async () => expect(await site.read('/wwwroot/css/index.html')).toBe('x'));
    expect(await site.exists('/wwwroot/css/logo.png')).toBe(true);
    expect(await site.exists('/wwwroot/logo.png')).toBe(false);
  });

  it('moves entries dragged onto a folder, copies them with Ctrl, and keeps both if chosen', async () => {
    const { user } = await openPage();
    const row = (name: string) => within(grid()).getByText(name).closest('[role=row]') as HTMLElement;
    const dataTransfer = { types: ['application/x-sitedeck-entries'], setData: () => undefined };
    fireEvent.dragStart(row('zebra.txt'), { dataTransfer });
    fireEvent.dragOver(row('css'), { dataTransfer });
    fireEvent.drop(row('css'), { dataTransfer });
    await waitFor(async () => expect(await site.exists('/wwwroot/css/zebra.txt')).toBe(true));
    await waitFor(async () => expect(await site.exists('/wwwroot/zebra.txt')).toBe(false));

    await site.write('/wwwroot/css/logo.png', 'old');
    fireEvent.dragStart(row('logo.png'), { dataTransfer });
    const drop = createEvent.drop(row('css'), { dataTransfer });
    Object.defineProperty(drop, 'ctrlKey', { value: true });
    fireEvent(row('css'), drop);
    const dialog = await screen.findByRole('dialog');
    // Keeping both is the default.
    await user.click(within(dialog).getByRole('button', { name: '粘贴' }));
    await waitFor(async () => expect(await site.read('/wwwroot/css/logo (2).png')).toBe('x'));
    expect(await site.read('/wwwroot/css/logo.png')).toBe('old');
    expect(await site.exists('/wwwroot/logo.png')).toBe(true);
  });

  it('changes permissions by checkboxes or digits, which always agree', async () => {
    const { user } = await openPage();
    await user.click(within(grid()).getByRole('button', { name: 'zebra.txt 的更多操作' }));
    await user.click(await screen.findByRole('menuitem', { name: '修改权限' }));
    const digits = await screen.findByLabelText('文件权限');
    await user.clear(digits);
    await user.type(digits, '9{Enter}');
    expect(await screen.findByText(/请输入三位 0 到 7 的数字/)).toBeVisible();
    await user.clear(digits);
    await user.type(digits, '600');
    await user.click(screen.getByLabelText('文件权限：用户组读取'));
    expect(digits).toHaveValue('640');
    await user.click(screen.getByRole('button', { name: '修改权限' }));
    expect(await within(grid()).findByText('640')).toBeVisible();
  });

  it('lists favourite folders', async () => {
    const { user, address } = await openPage('path=/wwwroot/css');
    await user.click(await screen.findByRole('button', { name: '收藏此文件夹' }));
    const favourites = await screen.findByRole('navigation', { name: '收藏' });
    await user.click(screen.getByRole('button', { name: '上一级' }));
    await entry('index.html');
    await user.click(within(favourites).getByRole('button', { name: 'css' }));
    await waitFor(() => expect(address.search).toBe('path=/wwwroot/css'));
  });

  it('uploads the chosen files, refuses a second upload meanwhile, and adds files by the button of the first', async () => {
    const { user } = await openPage();
    const begun = site.hold('/fs/upload/begin');
    await user.upload(screen.getByTestId('pick-files'), [
      new File(['one'], 'one.txt'),
      new File(['two'], 'two.txt'),
    ]);
    await begun.asked();
    // A second upload is refused; the button of the running one adds files to it.
    await user.upload(screen.getByTestId('pick-files'), [new File(['late'], 'late.txt')]);
    expect(await screen.findByText('当前有任务尚未运行完成，请等待完成后重试。')).toBeVisible();
    await user.upload(await screen.findByTestId('add-files'), [new File(['three'], 'three.txt')]);
    await screen.findByText(/另有 1 批在排队/);
    begun.release();
    const uploaded = await screen.findByText('已上传 3 个文件');
    expect(uploaded).toBeVisible();
    expect(uploaded.closest('[role=status]')?.querySelector('.fm-upload-done')).not.toBeNull();
    expect(await entry('three.txt')).toBeVisible();
    expect(site.asked.filter((call) => call === '/fs/upload/begin')).toHaveLength(2);
    expect(await site.read('/wwwroot/two.txt')).toBe('two');
    expect(screen.queryByText('late.txt')).toBeNull();
  });

  it('polls the tasks as soon as a zip download has ended, since its record locks the workspace', async () => {
    const { user } = await openPage();
    const polls = () => site.asked.filter((call) => call.startsWith('/api/task/queryList')).length;
    await user.keyboard(' ');
    // A hidden page asks by itself so rarely that the test would wait in vain.
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const before = polls();
    await user.click(screen.getByRole('button', { name: '打包下载' }));
    await waitFor(() => expect(polls()).toBeGreaterThan(before + 1), { timeout: 20_000 });
    expect(site.asked).toContain('/fs/zip');
  });

  it('asks before an upload overwrites, and sends nothing when the user cancels', async () => {
    const flights = watchFlights();
    const { user } = await openPage();
    await user.upload(screen.getByTestId('pick-files'), [new File(['new'], 'index.html')]);
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('已有 1 个同名项');
    await user.click(within(dialog).getByRole('button', { name: '取消' }));
    expect(site.asked).not.toContain('/fs/upload/begin');
    expect(flights.count()).toBe(0);
    flights.end();
    expect(await site.read('/wwwroot/index.html')).toBe('x');
  });

  it('applies the choice made for each taken name', async () => {
    const { user } = await openPage();
    const names = ['index.html', 'zebra.txt', 'logo.png', 'fresh.txt'];
    await user.upload(
      screen.getByTestId('pick-files'),
      names.map((name) => new File([`new ${name}`], name)),
    );
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('已有 3 个同名项');
    await user.click(within(dialog).getByRole('button', { name: '全部覆盖' }));
    const choice = (name: string) =>
      within(within(dialog).getByRole('group', { name: `${name} 的处理方式` }));
    await user.click(choice('zebra.txt').getByRole('radio', { name: '跳过' }));
    await user.click(choice('logo.png').getByRole('radio', { name: '保留两者' }));
    await user.click(within(dialog).getByRole('button', { name: '上传' }));
    expect(await screen.findByText('已上传 3 个文件')).toBeVisible();
    expect(await site.read('/wwwroot/index.html')).toBe('new index.html');
    expect(await site.read('/wwwroot/zebra.txt')).toBe('x');
    expect(await site.read('/wwwroot/logo.png')).toBe('x');
    expect(await site.read('/wwwroot/logo (2).png')).toBe('new logo.png');
    expect(await site.read('/wwwroot/fresh.txt')).toBe('new fresh.txt');
  });

  it('lists failed files with their reasons, exports them, and retries them', async () => {
    const { user } = await openPage();
    site.forbidden.add('/wwwroot/full.txt').add('/wwwroot/over.txt');
    await user.upload(screen.getByTestId('pick-files'), [
      new File(['fits'], 'fits.txt'),
      new File(['over'], 'over.txt'),
      new File(['full'], 'full.txt'),
    ]);
    expect(await screen.findByText('2 个文件上传失败')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '查看失败的文件' }));
    const failed = within(screen.getByRole('list', { name: '未传完的文件' }));
    expect(failed.getByText('full.txt')).toBeVisible();
    await user.click(failed.getByRole('button', { name: '移除 over.txt' }));
    await waitFor(() => expect(failed.getByRole('button', { name: '移除 full.txt' })).toHaveFocus());
    site.forbidden.clear();
    // Another task of this page refuses the new upload; the file stays to be retried later.
    const packing = await act(async () => startLocalTask({ kind: 'compress', label: 'site.zip' }));
    await user.click(failed.getByRole('button', { name: '重试 full.txt' }));
    expect(await screen.findByText('当前有任务尚未运行完成，请等待完成后重试。')).toBeVisible();
    if (packing.is === 'started') act(packing.handle.finish);
    // So does a declined question about its name, which another user has taken meanwhile.
    await site.write('/wwwroot/full.txt', 'of another user');
    await user.click(failed.getByRole('button', { name: '重试 full.txt' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(failed.getByRole('button', { name: '重试 full.txt' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('radio', { name: '覆盖' }));
    await user.click(dialog.getByRole('button', { name: '上传' }));
    await waitFor(async () => expect(await site.read('/wwwroot/full.txt').catch(() => '')).toBe('full'));
    expect(await screen.findByText('已上传 1 个文件')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '关闭上传面板' }));
    await waitFor(() => expect(grid()).toHaveFocus());
  });

  it('uploads files dropped anywhere on the page, and shows where the task is', async () => {
    const flights = watchFlights();
    await openPage();
    const files = [new File(['dropped'], 'dropped.txt')];
    fireEvent.drop(grid(), { dataTransfer: { types: ['Files'], items: [], files } });
    expect(await entry('dropped.txt')).toBeVisible();
    expect(flights.count()).toBe(1);
    flights.end();
  });
});

describe('blocked actions', () => {
  const running = {
    id: 9,
    taskType: 'WEB_BACKUP_RESTORE',
    taskStatus: 'RUNNING',
    createTime: '2026-11-21T00:00:00Z',
    startTime: null,
    endTime: null,
    notifyStatus: 1,
    preTaskCode: null,
    taskParam: '{}',
    taskInfo: 'empty',
    postStatus: null,
    operator: 'demo',
    progress: {},
    paused: false,
    steps: [],
  };

  it('keeps blocked actions visible with the reason while a task locks the workspace, then enables them', async () => {
    site.tasks.push(running);
    startKernel(site.origin);
    const { user } = await openPage();
    const upload = screen.getByRole('button', { name: '上传' });
    act(() => upload.focus());
    await waitFor(() => expect(upload).toHaveAttribute('aria-disabled', 'true'));
    expect(upload).toHaveFocus();
    expect(upload).toHaveAttribute('aria-description', '网站恢复完成后可上传');
    await user.hover(upload);
    expect(await screen.findByText('网站恢复完成后可上传')).toBeInTheDocument();
    await user.click(upload);
    expect(screen.queryByRole('menuitem', { name: '上传文件' })).toBeNull();
    act(() => grid().focus());
    await user.keyboard('{Delete}');
    expect(await screen.findByText('网站恢复完成后可删除')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    site.tasks.length = 0;
    act(() => startKernel(site.origin));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '上传' })).not.toHaveAttribute('aria-disabled'),
    );
  });

  it('offers no new entries in a read-only folder', async () => {
    site.readOnly.add('/data');
    await site.write('/data/note.txt');
    await openPage('path=/data');
    expect(screen.getByRole('button', { name: '新建' })).toHaveAttribute('aria-disabled', 'true');
    site.readOnly.delete('/data');
  });
});

it('shows control characters in names', async () => {
  for (const name of ['zwei\nzeilen', '\u202egpj.exe', `quote"'<b>.txt`, '📦'])
    await site.write(`/wwwroot/odd/${name}`);
  await openPage('path=/wwwroot/odd');
  expect(await entry('zwei⟨LF⟩zeilen')).toBeVisible();
  expect(await entry('⟨RLO⟩gpj.exe')).toBeVisible();
  expect(await entry(`quote"'<b>.txt`)).toBeVisible();
  expect(within(grid()).getByText('📦').tagName).toBe('BDI');
});
