import '@testing-library/jest-dom';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { refusal, reply } from '@sitedeck/ui/testing/reply-server';
import {
  compareConfig,
  clearConfig,
  listConfigVersions,
  readHomePage,
  revertConfig,
  setDefaultHomePage,
} from '@sitedeck/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app';
import { SAVED_AT, inForce, openEnvServer } from '../testing/env-server';

let server: Awaited<ReturnType<typeof openEnvServer>>;

beforeAll(async () => {
  server = await openEnvServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  startKernel(server.origin, `${server.origin}/fs`);
});

const order = () => screen.getByRole('list', { name: '默认首页的顺序' });
const names = () =>
  within(order())
    .getAllByText(/^[\w.]+\.\w+$/)
    .map(({ textContent }) => textContent);
const NEWER = { code: '409', reason: 'config-newer' };
const SWAPPED = ['index.php', 'index.html'];
const WEBP = { extension: 'webp', mimeType: 'image/webp' };
const swapSavedFrom = (version: string) => ['setDefaultHomePage', version, { docs: SWAPPED }];
const button = (name: string) => screen.getByRole('button', { name });

/** Clicks a button as soon as the page shows it. */
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(await screen.findByRole('button', { name }));

/** Finds a dialog by its text: a search by role computes the style of every element and is slow. */
async function dialogOf(words: string, selector = '*'): Promise<HTMLElement> {
  const dialog = (await screen.findByText(words, { selector })).closest<HTMLElement>('[role=dialog]');
  if (!dialog) throw new Error(`${words} is in no dialog`);
  return dialog;
}

async function openHome() {
  const user = userEvent.setup();
  const page = renderRemote(App, { at: '/hostEnvSet/home' });
  await screen.findByRole('list', { name: '默认首页的顺序' });
  return { user, ...page };
}

async function moveDown(user: ReturnType<typeof userEvent.setup>, name: RegExp) {
  const handle = screen.getByRole('button', { name });
  act(() => handle.focus());
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
}

it('puts no space before an operator’s name in Chinese', async () => {
  server.give(...inForce(1, {}, '服务商'));
  await openHome();
  expect(await screen.findByText(/第 1 版/)).toHaveTextContent(/\d\d:\d\d 由服务商修改$/);
});

it('sorts by keyboard, announces the move, saves over the version it began from, and shows what is live', async () => {
  const { user, reported } = await openHome();
  expect(await screen.findByText(/第 1 版/)).toHaveTextContent(/^整站配置第 1 版 · .* 由 bootstrap 修改$/);
  expect(names()).toEqual(['index.html', 'index.php']);
  await moveDown(user, /^移动 index.html/);
  expect(names()).toEqual(['index.php', 'index.html']);
  expect(screen.getByText('index.html 已移到第 2 个，共 2 个')).toBeInTheDocument();
  expect(button('移动 index.html，第 2 个，共 2 个')).toHaveFocus();
  expect(await screen.findByText('未保存 1 处')).toBeVisible();
  await waitFor(() => expect(reported.dirty).toBe(true));

  server.onNext(setDefaultHomePage, ...inForce(2, { documents: SWAPPED }));
  await press(user, '保存');
  expect(await screen.findByText('默认首页已保存')).toBeVisible();
  expect(server.saves()).toEqual([swapSavedFrom('1')]);
  expect(await screen.findByText(/第 2 版/)).toHaveTextContent('由 demo 修改');
  expect(screen.queryByText('未保存 1 处')).toBeNull();
  expect(names()).toEqual(['index.php', 'index.html']);
  await waitFor(() => expect(reported.dirty).toBe(false));
  // The pressed save bar is gone.
  await waitFor(() => expect(button('移动 index.html，第 2 个，共 2 个')).toHaveFocus());
});

it('keeps the focus on a step button that can move no further, and says why', async () => {
  const { user } = await openHome();
  act(() => button('下移 index.html').focus());
  await user.keyboard('{Enter}');
  expect(names()).toEqual(['index.php', 'index.html']);
  const down = button('下移 index.html');
  expect(down).toHaveFocus();
  expect(down).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Enter}');
  expect(names()).toEqual(['index.php', 'index.html']);
});

it('shows the differences, and discards them', async () => {
  const { user } = await openHome();
  await moveDown(user, /^移动 index.html/);
  await user.click(await screen.findByRole('button', { name: '查看差异' }));
  const dialog = await dialogOf('查看差异', '.ant-modal-title');
  expect(dialog).toHaveTextContent('默认首页−index.html index.php+index.html');
  await user.click(within(dialog).getAllByRole('button', { name: '关闭' })[1] ?? dialog);
  await press(user, '放弃');
  expect(names()).toEqual(['index.html', 'index.php']);
  expect(screen.queryByText('未保存 1 处')).toBeNull();
  expect(server.saves()).toEqual([]);
});

it('validates a name before adding it to the list', async () => {
  const { user } = await openHome();
  const field = screen.getByRole('textbox', { name: '添加文件名' });
  await user.type(field, '../a.php{Enter}');
  expect(await screen.findByText('只能是文件名，不能含路径，如 index.html')).toBeVisible();
  await user.clear(field);
  await user.type(field, 'index.php{Enter}');
  expect(await screen.findByText('index.php 已在列表中')).toBeVisible();
  await user.clear(field);
  await user.type(field, 'default.asp{Enter}');
  expect(names()).toEqual(['index.html', 'index.php', 'default.asp']);
  await press(user, '移除 index.html');
  expect(names()).toEqual(['index.php', 'default.asp']);
});

it('keeps the input when another user saved first, shows both versions, and saves over the other one', async () => {
  const { user } = await openHome();
  await moveDown(user, /^移动 index.html/);
  await screen.findByText('未保存 1 处');
  const theirs = inForce(2, { documents: ['index.html', 'start.html'] }, 'Li Lei');
  server.onNext(setDefaultHomePage, ...theirs, refusal(setDefaultHomePage, NEWER));
  server.onNext(setDefaultHomePage, ...inForce(3, { documents: SWAPPED }));
  await press(user, '保存');
  expect(await screen.findByText('编辑期间，配置已在别处修改')).toBeVisible();
  expect(names()).toEqual(['index.php', 'index.html']);
  await press(user, '查看差异');
  const dialog = await dialogOf('别处的修改');
  expect(dialog).toHaveTextContent('别处的修改默认首页 index.html−index.php+start.html');
  await user.click(within(dialog).getAllByRole('button', { name: '关闭' })[1] ?? dialog);
  expect(server.saves()).toEqual([]);
  await press(user, '仍然保存');
  expect(await screen.findByText('默认首页已保存')).toBeVisible();
  expect(server.saves()).toEqual([swapSavedFrom('2')]);
});

it('saves without a question when another user changed another part', async () => {
  const { user } = await openHome();
  await moveDown(user, /^移动 index.html/);
  await screen.findByText('未保存 1 处');
  server.onNext(setDefaultHomePage, ...inForce(2, { mime: [WEBP] }), refusal(setDefaultHomePage, NEWER));
  server.onNext(setDefaultHomePage, ...inForce(3, { documents: SWAPPED, mime: [WEBP] }));
  await press(user, '保存');
  expect(await screen.findByText('默认首页已保存')).toBeVisible();
  expect(server.requestsOf(setDefaultHomePage).map(({ query }) => query['version'])).toEqual(['1', '2']);
  expect(server.saves()).toEqual([swapSavedFrom('2')]);
});

it('says why the engine refused, and keeps the input', async () => {
  const { user } = await openHome();
  await moveDown(user, /^移动 index.html/);
  server.refuse(setDefaultHomePage, { reason: 'config-refused', message: 'directive is unknown' });
  await user.click(await screen.findByRole('button', { name: '保存' }));
  expect(await screen.findByText('配置未通过检查，网站仍使用原配置')).toBeVisible();
  expect(screen.getByText('directive is unknown')).toBeVisible();
  expect(names()).toEqual(['index.php', 'index.html']);
  server.accept();
  server.onNext(setDefaultHomePage, ...inForce(2, { documents: SWAPPED }));
  await press(user, '保存');
  expect(await screen.findByText('默认首页已保存')).toBeVisible();
});

it('asks before the user leaves a page with unsaved changes', async () => {
  const { user, leave, reported } = await openHome();
  leave('/hostEnvSet/home?from=menu');
  await moveDown(user, /^移动 index.html/);
  await screen.findByText('未保存 1 处');
  leave('/fileManage');
  const question = await dialogOf('有未保存的修改');
  await user.click(within(question).getByRole('button', { name: '继续编辑' }));
  await waitFor(() => expect(screen.queryByText('有未保存的修改')).toBeNull());
  expect(reported.path).not.toBe('/fileManage');
  expect(names()).toEqual(['index.php', 'index.html']);

  leave('/fileManage');
  await user.click(within(await dialogOf('有未保存的修改')).getByRole('button', { name: '放弃' }));
  expect(await screen.findByText('/fileManage')).toBeVisible();
  await waitFor(() => expect(reported.dirty).toBe(false));
  leave('/hostEnvSet/home');
  await screen.findByRole('list', { name: '默认首页的顺序' });
  expect(names()).toEqual(['index.html', 'index.php']);
});

it('shows who changed what, and restores an earlier version after showing the differences', async () => {
  const documents = { field: 'documents', before: 'index.html\nindex.php', after: 'start.html' };
  const mime = { field: 'mime', before: '', after: JSON.stringify(WEBP) };
  const changed = { operator: 'Li Lei', role: 'USER' as const, action: 'writeConfig', at: SAVED_AT };
  server.give(
    ...inForce(3, { documents: ['start.html'], mime: [WEBP] }, 'Li Lei'),
    reply(listConfigVersions, {
      versions: [
        { ...changed, version: 3, differences: [mime] },
        { ...changed, version: 2, differences: [documents] },
        { ...changed, version: 1, operator: 'bootstrap', action: 'createHost', differences: [] },
      ],
      total: 3,
    }),
    reply(compareConfig, {
      differences: [documents, mime].map(({ field, before, after }) => ({
        field,
        before: after,
        after: before,
      })),
    }),
  );
  server.onNext(revertConfig, ...inForce(4));
  const { user } = await openHome();
  await press(user, '修改历史');
  const drawer = await dialogOf('每次修改都保留为一个版本，可随时恢复');
  expect(await within(drawer).findByText('创建主机')).toBeVisible();
  expect(within(drawer).getAllByText('修改主机环境设置')).toHaveLength(2);
  expect(drawer).toHaveTextContent('.webp image/webp');
  expect(drawer).toHaveTextContent('Li Lei（网站所有者）');
  expect(within(drawer).getByText('共 3 个版本')).toBeVisible();
  await user.click(within(drawer).getByRole('button', { name: '恢复第 1 版' }));
  const question = await dialogOf('恢复第 1 版', '.ant-modal-title');
  expect(await within(question).findByText('MIME 映射')).toBeInTheDocument();
  expect(question).toHaveTextContent('会改变 2 处');
  expect(question).toHaveTextContent('start.html → index.html, index.php');
  await user.click(within(question).getByRole('button', { name: '恢复此版本' }));
  expect(await screen.findByText('已恢复第 1 版')).toBeVisible();
  expect(server.requestsOf(compareConfig).map(({ body }) => body)).toEqual([{ to: 1 }]);
  expect(server.saves()).toEqual([['config/revert/1', undefined, {}]]);
});

it('resets everything only after the typed name, and undoes that with one click', async () => {
  server.give(...inForce(2, { documents: ['start.html'] }));
  server.onNext(clearConfig, ...inForce(3));
  server.onNext(revertConfig, ...inForce(4, { documents: ['start.html'] }));
  const { user } = await openHome();
  await press(user, '更多');
  await user.click(await screen.findByRole('menuitem', { name: '恢复全部默认配置' }));
  const question = await dialogOf('输入 demo 确认');
  await user.click(within(question).getByRole('button', { name: '恢复全部默认配置' }));
  expect(server.saves()).toEqual([]);
  await user.type(within(question).getByRole('textbox'), 'demo{Enter}');
  expect(await screen.findByText('已恢复全部默认配置')).toBeVisible();
  expect(server.saves()).toEqual([['clearConfig', undefined, {}]]);
  await waitFor(() => expect(names()).toEqual(['index.html', 'index.php']));
  await user.click(await screen.findByRole('button', { name: '撤销' }));
  expect(await screen.findByText('已撤销')).toBeVisible();
  expect(server.saves().at(-1)).toEqual(['config/revert/2', '3', {}]);
  await waitFor(() => expect(names()).toEqual(['start.html']));
});

it('says that a page can’t be read now, and tries again', async () => {
  server.refuse(readHomePage, { reason: 'unexpected', message: 'the database is away' });
  const user = userEvent.setup();
  renderRemote(App, { at: '/hostEnvSet/home' });
  expect(await screen.findByText('无法读取当前设置')).toBeVisible();
  server.accept();
  await press(user, '重试');
  expect(await screen.findByRole('list', { name: '默认首页的顺序' })).toBeVisible();
});
