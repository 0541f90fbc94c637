import '@testing-library/jest-dom';
import { listTables, openAdminTool, readDatabase } from '@sitedeck/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pollTasksNow } from '@sitedeck/sdk';
import { withChannels } from '@sitedeck/ui/testing/message-channel';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { reply } from '@sitedeck/ui/testing/reply-server';
import { App } from '../app';
import { copiesReply, infoReply, openDatabaseServer, tasksReply } from '../testing/database-server';
import { copyOf, TABLES, taskOf } from '../testing/database-samples';
import { button, choose, enter, press } from '../testing/page-actions';

let server: Awaited<ReturnType<typeof openDatabaseServer>>;
beforeAll(async () => {
  withChannels();
  server = await openDatabaseServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  startKernel(server.origin);
});

const rowNames = () =>
  [...document.querySelectorAll('tbody tr[data-row-key]')].map((row) => row.getAttribute('data-row-key'));

it('shows connection settings and tables by size, and fetches the password only on request', async () => {
  const { reported } = renderRemote(App, { at: '/database/manage' });
  expect(await screen.findByText('400.00 MB / 1.00 GB · 剩 624.00 MB')).toBeVisible();
  expect(screen.getByText('127.0.0.1:3306')).toBeVisible();
  await waitFor(() => expect(rowNames()).toEqual(['wp_posts', 'wp_options', 'wp_totals']));
  expect(screen.getByText('约 12,045 行')).toBeVisible();
  expect(screen.getByText('视图')).toBeVisible();

  expect(server.sent()).toEqual([]);
  await userEvent.click(screen.getByLabelText('显示密码'));
  expect(await screen.findByText('old-password')).toBeVisible();
  expect(server.sent()).toEqual([['/api/database/secret', {}]]);
  await userEvent.click(screen.getByLabelText('隐藏密码'));
  expect(screen.queryByText('old-password')).toBeNull();

  await enter(screen.getByLabelText('表名'), 'opt');
  await waitFor(() => expect(rowNames()).toEqual(['wp_options']));
  expect(reported.to).toBe('/database/manage?q=opt');
});

it('opens the admin tool in a new window, and closes that window on a refusal', async () => {
  const place = { replace: jest.fn() };
  const opened = { opener: window, location: place, close: jest.fn() };
  jest.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
  renderRemote(App, { at: '/database/manage' });
  await press('登录管理工具');
  await waitFor(() => expect(place.replace).toHaveBeenCalledWith('http://tool.example/enter/4711'));
  expect(opened.opener).toBeNull();
  // The button stays blocked until the window has opened.
  await waitFor(async () => expect(await button('登录管理工具')).not.toHaveClass('ant-btn-loading'));
  server.refuse(openAdminTool, { reason: 'admin-tool-missing' });
  await press('登录管理工具');
  await waitFor(() => expect(opened.close).toHaveBeenCalled());
});

it('opens a table in the admin tool, in the theme of the console', async () => {
  const place = { replace: jest.fn() };
  const opened = { opener: window, location: place, close: jest.fn() };
  jest.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
  renderRemote(App, { at: '/database/manage' });
  await press('wp_posts');
  await waitFor(() => expect(place.replace).toHaveBeenCalledWith('http://tool.example/enter/4711'));
  expect(server.requestsOf(openAdminTool).map(({ query }) => query)).toEqual([
    { theme: 'light', table: 'wp_posts' },
  ]);
});

it('marks estimates of the engine, and shows counted figures as they are', async () => {
  const tables = TABLES.map((table) => ({ ...table, estimated: table.name === 'wp_posts' }));
  server.give(reply(listTables, { tables, bytes: 0 }), infoReply({ used: 1024 }));
  renderRemote(App, { at: '/database/manage' });
  const cells = async (name: string) => (await screen.findByText(name)).closest('tr')?.textContent;
  expect(await cells('wp_posts')).toMatch(/约 12,045 行.*约 128\.00 MB/);
  expect(await cells('wp_options')).toMatch(/1,406 行.*18\.00 MB/);
  expect(await cells('wp_options')).not.toContain('约');
  expect(screen.getByText('<1%')).toBeVisible();
});

it('warns in words that the database is over its quota', async () => {
  server.give(infoReply({ used: 1100 * 1024 ** 2, overQuota: true }));
  renderRemote(App, { at: '/database/manage' });
  expect(await screen.findByText('数据库空间已超出配额，暂时不能写入')).toBeVisible();
  expect(screen.getByText(/超出 76.00 MB/)).toBeVisible();
});

it('shows the install command to administrators only, and offers a retry while the engine is down', async () => {
  server.give(infoReply({ engine: { is: 'missing', install: 'apt install mariadb-server' } }));
  const { container } = renderRemote(App, { at: '/database/manage' });
  expect(await screen.findByText('此主机未启用该功能')).toBeVisible();
  expect(container).not.toHaveTextContent('apt install');
  expect(screen.queryByText('导入')).toBeNull();
  const { container: provider } = renderRemote(App, { at: '/database/manage', role: 'ADMINISTRATOR' });
  await waitFor(() => expect(provider).toHaveTextContent('apt install mariadb-server'));
});

it('offers a retry when the database does not answer or could not be read', async () => {
  server.refuse(readDatabase, { reason: 'failed' });
  renderRemote(App, { at: '/database/manage' });
  expect(await screen.findByText('数据库信息加载失败')).toBeVisible();
  server.accept();
  server.give(infoReply({ engine: { is: 'down' } }));
  await press('重试');
  expect(await screen.findByText('数据库服务暂时没有响应，数据未受影响')).toBeVisible();
  server.give(infoReply({}));
  await press('重试');
  expect(await screen.findByText('约 12,045 行')).toBeVisible();
});

it('blocks what changes the database while another task locks the workspace, and says why', async () => {
  server.give(
    tasksReply(
      taskOf({
        id: 3,
        taskType: 'DB_BACKUP_RESTORE',
        taskStatus: 'RUNNING',
        progress: { size: 5, totalSize: 10 },
      }),
    ),
  );
  pollTasksNow();
  renderRemote(App, { at: '/database/manage' });
  await waitFor(async () => expect(await button('导入')).toHaveAttribute('aria-disabled', 'true'));
  expect(await button('导出')).not.toHaveAttribute('aria-disabled', 'true');
  expect((await screen.findAllByText('数据库恢复'))[0]).toBeVisible();
  expect(screen.getByRole('progressbar', { name: '数据库恢复' })).toHaveAttribute('aria-valuenow', '50');
  await press('更多');
  const entry = await screen.findByText('重置数据库 · 数据库恢复完成后可重置数据库');
  expect(entry.closest('[role=menuitem]')).toHaveAttribute('aria-disabled', 'true');
});

it('offers to undo a task, and reports that the database was restored', async () => {
  renderRemote(App, { at: '/database/manage' });
  await screen.findByText('约 12,045 行');
  server.give(
    reply(listTables, { tables: [], bytes: 0 }),
    copiesReply(copyOf(9, 'DB_EMPTY')),
    tasksReply(taskOf({ id: 9, taskType: 'DB_EMPTY', taskStatus: 'RUNNING_SUCCESS' })),
  );
  act(pollTasksNow);
  expect(await screen.findByText('数据库重置已完成')).toBeVisible();
  await press('撤销');
  await waitFor(() => expect(server.sent()).toEqual([['/api/database/undo', { taskId: 9 }]]));
  server.give(
    tasksReply(
      taskOf({ id: 10, taskType: 'DB_IMPORT', taskStatus: 'RUNNING_SUCCESS', taskParam: '{"undoes":9}' }),
    ),
  );
  act(pollTasksNow);
  expect(await screen.findByText('数据库已回到之前的状态')).toBeVisible();
  server.give(
    tasksReply(
      taskOf({
        id: 12,
        taskType: 'DB_IMPORT',
        taskStatus: 'RUNNING_FAIL',
        taskInfo: '{"reason":"dump-cut","message":"文件不完整","id":"7F3A2C"}',
      }),
    ),
  );
  act(pollTasksNow);
  expect(await screen.findByText('文件不完整')).toBeVisible();
  await userEvent.click(screen.getByLabelText('关闭'));
  expect(screen.queryByText('文件不完整')).toBeNull();
});

it('resets the database only after the typed name and the password', async () => {
  renderRemote(App, { at: '/database/manage' });
  await screen.findByText('约 12,045 行');
  await choose('重置数据库');
  const name = await screen.findByLabelText('输入 u_vh10001 确认');
  await enter(name, 'u_vh{Enter}');
  expect(screen.getByText(/重置会删除全部 3 张表/)).toBeInTheDocument();
  await enter(name, '10001{Enter}');
  await enter(await screen.findByLabelText('当前 FTP 密码'), 'my password{Enter}');
  await waitFor(() => expect(server.sent()).toEqual([['/api/database/empty', {}]]));
});
