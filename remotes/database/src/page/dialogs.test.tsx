import '@testing-library/jest-dom';
import {
  checkImport,
  findPasswordFiles,
  importDatabase,
  killProcess,
  listProcesses,
  setRemoteAccess,
} from '@sitedeck/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pollTasksNow } from '@sitedeck/sdk';
import { withChannels } from '@sitedeck/ui/testing/message-channel';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { reply } from '@sitedeck/ui/testing/reply-server';
import { App } from '../app';
import {
  copiesReply,
  infoReply,
  openDatabaseServer,
  processesReply,
  tasksReply,
} from '../testing/database-server';
import { checkOf, copyOf, INFO, taskOf } from '../testing/database-samples';
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

const CURRENT = '当前 FTP 密码';
const sent = () => server.sent();

it('imports a file of the host: shows the effects first, blocks what is not allowed, asks before replacing', async () => {
  server.give(reply(checkImport, checkOf(17)));
  renderRemote(App, { at: '/database/manage' });
  await press('导入');
  await press('选择文件');
  const picker = await screen.findByLabelText('选择文件', { selector: 'section' });
  await userEvent.click(await within(picker).findByText('data'));
  expect(await within(picker).findByText('good.sql.gz')).toBeInTheDocument();
  expect(within(picker).queryByText('photo.jpg')).toBeNull();
  await userEvent.click(within(picker).getByText('bad.sql'));

  expect(await screen.findByText('第 17 行：不能授权')).toBeInTheDocument();
  expect(await button('导入')).toHaveAttribute('aria-disabled', 'true');

  expect(server.requestsOf(checkImport).at(-1)?.body).toMatchObject({ path: '/data/bad.sql' });

  server.give(reply(checkImport, checkOf()));
  const path = screen.getByLabelText('主机上的文件');
  await userEvent.clear(path);
  await enter(path, '/data/good.sql.gz');
  await userEvent.click(screen.getByLabelText(/^替换现有数据/));
  expect(await screen.findByText('41 条语句')).toBeInTheDocument();
  expect(screen.getByText(/创建 2 张表，其中 1 张已存在/)).toBeInTheDocument();
  expect(screen.getByText(/选择数据库 1 处/)).toBeInTheDocument();
  await press('导入');
  await press('替换数据');
  await waitFor(() =>
    expect(sent()).toEqual([
      ['/api/database/import', { path: '/data/good.sql.gz', charset: 'auto', mode: 'replace' }],
    ]),
  );
  await waitFor(() => expect(screen.queryByLabelText('主机上的文件')).toBeNull());
});

it('names one size of a file that is not compressed, and its tables as the language lists them', async () => {
  const found = { ...checkOf(), bytes: 512, fileBytes: 512, tables: ['orders', 'wp_posts'], taken: 0 };
  server.give(reply(checkImport, found));
  renderRemote(App, { at: '/database/manage' });
  await press('导入');
  await enter(await screen.findByLabelText('主机上的文件'), '/data/plain.sql{Enter}');
  const status = (await screen.findByText('41 条语句')).closest('[role=status]');
  expect(status).toHaveTextContent('41 条语句 · 512 B · 编码');
  expect(status).toHaveTextContent('创建 2 张表：orders、wp_posts');
});

it('warns of garbled text, and checks the file again with the chosen encoding', async () => {
  server.give(reply(checkImport, { ...checkOf(), charset: 'gbk', likely: 'utf8' }));
  renderRemote(App, { at: '/database/manage' });
  await press('导入');
  await enter(await screen.findByLabelText('主机上的文件'), '/data/lies.sql{Enter}');
  const warning = '文件按 gbk 读取，内容却是 UTF-8，导入后文字会成为乱码';
  expect(await screen.findByText(warning)).toBeInTheDocument();
  server.give(reply(checkImport, checkOf()));
  await press('改用 UTF-8');
  await waitFor(() => expect(screen.queryByText(warning)).toBeNull());
  expect(screen.getByLabelText('文件编码')).toHaveFocus();
  await waitFor(async () => expect(await button('导入')).not.toHaveAttribute('aria-disabled', 'true'));
  await press('导入');
  const body = { path: '/data/lies.sql', charset: 'utf8', mode: 'merge' };
  await waitFor(() => expect(sent()).toEqual([['/api/database/import', body]]));
});

it('keeps the entered values when the server refuses a change', async () => {
  server.refuse(importDatabase, { reason: 'busy' });
  renderRemote(App, { at: '/database/manage' });
  await press('导入');
  await enter(await screen.findByLabelText('主机上的文件'), 'no path{Enter}');
  expect(await screen.findByText('请输入文件的完整路径，如 /data/backup.sql.gz')).toBeInTheDocument();
  await userEvent.clear(screen.getByLabelText('主机上的文件'));
  await enter(screen.getByLabelText('主机上的文件'), '/data/good.sql.gz{Enter}');
  await screen.findByText('41 条语句');
  await press('导入');
  expect(await screen.findByText('导入未能开始')).toBeInTheDocument();
  expect(screen.getByLabelText('主机上的文件')).toHaveValue('/data/good.sql.gz');
});

it("exports all or the chosen tables, and shows the file's path", async () => {
  const { reported } = renderRemote(App, { at: '/database/manage' });
  await screen.findByText('约 12,045 行');
  await userEvent.click(await screen.findByLabelText('导出 wp_posts'));
  expect(await screen.findByLabelText('wp_posts', { exact: false, selector: 'ul input' })).toBeChecked();
  expect(screen.getByLabelText('wp_posts约 128.00 MB')).toBeChecked();
  await userEvent.click(screen.getByLabelText('wp_options', { exact: false, selector: 'ul input' }));
  await press('导出');
  await waitFor(() =>
    expect(sent()).toEqual([
      ['/api/database/export', { format: 'sql.gz', tables: ['wp_posts', 'wp_options'] }],
    ]),
  );
  server.give(
    tasksReply(
      taskOf({
        id: 8,
        taskType: 'DB_EXPORT',
        taskStatus: 'RUNNING_SUCCESS',
        taskParam: '{"targetPath":"/data/exports/demo.sql.gz"}',
      }),
    ),
  );
  act(pollTasksNow);
  expect(await screen.findByText('/data/exports/demo.sql.gz')).toBeVisible();
  await press('在文件管理中查看');
  expect(reported.to).toBe('/fileManage?path=%2Fdata%2Fexports');
});

it('changes the password after a step-up, refuses an invalid one, and shows the new one once', async () => {
  renderRemote(App, { at: '/database/manage' });
  await screen.findByText('约 12,045 行');
  await choose('修改密码');
  await userEvent.click(await screen.findByLabelText('自己设置'));
  await enter(screen.getByLabelText('新密码'), 'too "short"{Enter}');
  expect(await screen.findByText(/^密码应为 12 到 64 个字符/)).toBeInTheDocument();
  await userEvent.clear(screen.getByLabelText('新密码'));
  await enter(screen.getByLabelText('新密码'), 'Fit-enough-4711{Enter}');
  await enter(await screen.findByLabelText(CURRENT), 'mine{Enter}');
  await waitFor(() => expect(sent()).toEqual([['/api/database/changePwd', { password: 'Fit-enough-4711' }]]));
  await userEvent.click(await screen.findByLabelText('显示新密码'));
  expect(await screen.findByText('Fit-enough-4711')).toBeInTheDocument();
  expect(await screen.findByText(/^含有旧密码的文件不止这 2 个/)).toBeInTheDocument();
  expect(server.requestsOf(findPasswordFiles)[0]?.body).toMatchObject({ previous: 'old-password' });
  // The new password is written into the chosen files that still hold the old one.
  await userEvent.click(await screen.findByLabelText('/wwwroot/old/config.php'));
  await press('更新 1 个文件');
  expect(await screen.findByText('已更新 1 个文件')).toBeInTheDocument();
  const update = { previous: 'old-password', paths: ['/wwwroot/wp-config.php'] };
  expect(sent().at(-1)).toEqual(['/api/database/configFiles/update', update]);
});

it('allows remote access at once, and shows the address to connect to', async () => {
  const open = { remoteAccess: true, remoteAddress: 'db.example.com:3306' };
  server.give(reply(setRemoteAccess, { enabled: true, remoteAddress: open.remoteAddress }));
  server.onNext(setRemoteAccess, infoReply({ database: INFO.database && { ...INFO.database, ...open } }));
  renderRemote(App, { at: '/database/manage' });
  await screen.findByText('约 12,045 行');
  await choose('远程访问');
  await userEvent.click(await screen.findByLabelText('未允许远程访问，只有本机的程序可以连接'));
  expect(await screen.findByLabelText('已允许远程访问')).toBeChecked();
  expect(screen.getAllByText('db.example.com:3306')).toHaveLength(2);
  expect(sent()).toEqual([['/api/database/remoteAccess', { enabled: true }]]);
});

it('replaces an address only after a check, and checks again when the input changes', async () => {
  renderRemote(App, { at: '/database/manage' });
  await screen.findByText('约 12,045 行');
  await choose('替换网址');
  const from = await screen.findByLabelText('旧网址');
  await enter(from, 'ht{Enter}');
  expect(await screen.findByText(/^请至少输入 3 个字符/)).toBeInTheDocument();
  await enter(from, 'tp://old.example');
  await enter(screen.getByLabelText('新网址'), 'https://new.example');
  await press('检查');
  expect(await screen.findByText('在 1 张表中找到 4 行')).toBeInTheDocument();
  expect(screen.getByText('其中 3 行为序列化内容')).toBeInTheDocument();
  expect(screen.getByText(/没有主键，不会修改： wp_log/)).toBeInTheDocument();
  expect(sent()).toEqual([]);
  await enter(from, '.com');
  expect(screen.queryByText('在 1 张表中找到 4 行')).toBeNull();
  await press('检查');
  await press('替换 4 行');
  await waitFor(() =>
    expect(sent()).toEqual([
      ['/api/database/replaceUrl', { from: 'http://old.example.com', to: 'https://new.example' }],
    ]),
  );
});

it('reports an unreadable connection list until it can be read, and keeps the focus', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'], advanceTimers: true });
  const seen = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  try {
    server.refuse(listProcesses, { reason: 'failed' });
    renderRemote(App, { at: '/database/manage?tab=connections' });
    const retryButton = await button('重试');
    act(() => retryButton.focus());
    const before = server.requestsOf(listProcesses).length;
    for (const reads of [1, 2]) {
      await act(() => jest.advanceTimersByTimeAsync(5000));
      await waitFor(() =>
        expect(server.requestsOf(listProcesses).length - before).toBeGreaterThanOrEqual(reads),
      );
    }
    expect(retryButton).toHaveFocus();
    server.accept();
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(await screen.findByLabelText('结束 31')).toBeVisible();
  } finally {
    seen.mockRestore();
    jest.useRealTimers();
  }
});

it('polls connections while they are visible, and keeps the focus and an open question', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'], advanceTimers: true });
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const seen = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  const later = (id: number) => {
    const ids = Array.from({ length: id - 30 }, (_, index) => 31 + index);
    server.give(processesReply(...ids));
    return act(() => jest.advanceTimersByTimeAsync(5000));
  };
  try {
    renderRemote(App, { at: '/database/manage?tab=connections' });
    const kept = await screen.findByLabelText('结束 32');
    act(() => kept.focus());
    await later(33);
    expect(await screen.findByLabelText('结束 33')).toBeVisible();
    expect(screen.getByLabelText('结束 32')).toHaveFocus();

    await user.click(screen.getByLabelText('结束 31'));
    const agree = await button('结束连接');
    await later(34);
    expect(await screen.findByLabelText('结束 34')).toBeInTheDocument();
    expect(agree).toBeVisible();

    seen.mockReturnValue('hidden');
    await later(35);
    await later(36);
    expect(screen.queryByLabelText('结束 35')).toBeNull();
    seen.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByLabelText('结束 36')).toBeInTheDocument();
  } finally {
    seen.mockRestore();
    jest.useRealTimers();
  }
});

it('lists slow statements, ends a connection without losing the focus, and restores a safety copy', async () => {
  server.give(copiesReply({ ...copyOf(6, 'DB_EMPTY'), isUndo: true }, copyOf(5, 'DB_IMPORT')));
  server.onNext(killProcess, processesReply(32));
  const { reported } = renderRemote(App, { at: '/database/manage?tab=slow' });
  expect(await screen.findByText('SELECT * FROM wp_posts WHERE post_content LIKE ?')).toBeVisible();
  expect(screen.getByText('平均 2.30 s')).toBeVisible();

  await userEvent.click(screen.getByText('连接', { selector: '[role=tab]' }));
  expect(reported.to).toBe('/database/manage?tab=connections');
  await userEvent.click(await screen.findByLabelText('结束 31'));
  await press('结束连接');
  await waitFor(() => expect(screen.queryByLabelText('结束 31')).toBeNull());
  expect(sent()).toEqual([['/api/database/processes/kill', { id: 31 }]]);
  await waitFor(() => expect(screen.getByLabelText('结束 32')).toHaveFocus());

  await userEvent.click(screen.getByText('安全备份', { selector: '[role=tab]' }));
  expect(await screen.findByText('数据库导入之前')).toBeVisible();
  await userEvent.click(screen.getByLabelText(/^撤销 数据库导入/));
  await press('撤销并恢复');
  await waitFor(() => expect(sent().at(-1)).toEqual(['/api/database/undo', { taskId: 5 }]));

  // What precedes an undo is offered as a redo, under the name that the task center shows.
  expect(screen.getByText('撤销重置之前')).toBeVisible();
  await userEvent.click(screen.getByLabelText(/^撤销 撤销重置/));
  expect(await screen.findByText('重做重置')).toBeInTheDocument();
  await press('重做并恢复');
  await waitFor(() => expect(sent().at(-1)).toEqual(['/api/database/undo', { taskId: 6 }]));
});
