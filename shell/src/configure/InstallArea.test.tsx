import type { Task } from '@sitedeck/contract';
import { installKernel, kernel, KernelProvider, pollTasksNow, setHost } from '@sitedeck/sdk';
import { UiProvider } from '@sitedeck/ui/core';
import { whilePageRuns } from '@sitedeck/ui/testing/while-page-runs';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startApiServer, Refused, type ApiServer } from '../testing/api-server';
import { config, hostInfo } from '../testing/samples';
import { InstallArea } from './InstallArea';

const IMAGE = {
  indexPath: 'index.php',
  rewriteCode: 'try_files $uri /index.php;',
  errorPage: '/wwwroot/blog/404.html',
  mime: ['image/webp|webp', 'font/woff2|woff2'],
  phpVersion: '8.2',
};

const install = (given: Partial<Task> = {}): Task => ({
  id: 7,
  taskType: 'APP_INSTALL',
  taskStatus: 'RUNNING',
  createTime: new Date(Date.now() - 65_000).toISOString(),
  startTime: new Date(Date.now() - 65_000).toISOString(),
  endTime: null,
  notifyStatus: 1,
  preTaskCode: null,
  taskParam: JSON.stringify({ appName: '<b>WordPress</b>', targetPath: '/wwwroot/blog' }),
  taskInfo: 'empty',
  postStatus: null,
  operator: 'shop',
  progress: {},
  paused: false,
  steps: [
    { name: 'download', status: 'done' },
    { name: 'unpack', status: 'running' },
    { name: 'database', status: 'wait' },
  ],
  ...given,
});
const installed = (taskInfo = JSON.stringify(IMAGE)) =>
  install({ taskStatus: 'RUNNING_SUCCESS', postStatus: 'CONFIGURATION', taskInfo });

let server: ApiServer;
let task = install();
/** Parts of addresses or bodies that are refused until they are removed. */
const refused = new Set<string>();

beforeAll(async () => {
  server = await startApiServer(({ path, body }) => {
    if (path.startsWith('/api/task/queryList')) return [task];
    if (path.startsWith('/api/task/updateTask'))
      task = { ...task, ...(JSON.parse(body) as Pick<Task, 'postStatus'>) };
    if (path.startsWith('/api/task/')) return task;
    if ([...refused].some((part) => `${path} ${body}`.includes(part))) return new Refused('扩展名已映射');
    return path.endsWith('/rewrite/save') ? { id: 4 } : {};
  });
  installKernel({ config: { ...config, apiBase: server.url } });
});
afterAll(async () => {
  kernel().tasks.stop();
  await server.close();
});
afterEach(() => refused.clear());

const settings = () => server.requests.filter(({ path }) => path.startsWith('/api/vhost/'));

function show(given: Task, language: 'PHP' | 'NET' = 'PHP') {
  task = given;
  setHost(hostInfo({ language }), 'FTP');
  render(
    <KernelProvider>
      <UiProvider locale="zh-CN" theme="light">
        <button type="button">后面的按钮</button>
        <InstallArea />
      </UiProvider>
    </KernelProvider>,
  );
  return userEvent.setup();
}

/** Shows the prompt and chooses "start". */
async function begin(given: Task, language: 'PHP' | 'NET' = 'PHP') {
  const user = show(given, language);
  await user.click(await screen.findByRole('button', { name: '开始配置' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: /配置运行环境/ })) };
}

const stepLines = (dialog: Pick<typeof screen, 'getAllByRole'>) =>
  dialog.getAllByRole('listitem').map((item) => item.querySelector('div')?.textContent);

describe('while an APP_INSTALL task runs', () => {
  it('shows the full-screen mask: app, step, duration, and that the page may be closed', async () => {
    show(install());
    const mask = await screen.findByRole('dialog', { name: '安装中，请稍候...' });
    expect(mask.textContent).toMatch(/<b>WordPress<\/b> · 第 2\/3 步 · 已用 01:[0-5]\d/);
    expect(within(mask).getByText('可以关闭页面，安装会继续')).toBeDefined();
  });

  it('makes the page behind unreachable, and keeps the focus', async () => {
    const user = show(install());
    const mask = await screen.findByRole('dialog', { name: '安装中，请稍候...' });
    await waitFor(() => expect(document.activeElement).toBe(mask));
    expect(screen.getByText('后面的按钮').closest('[inert]')).not.toBeNull();
    const cancel = within(mask).getByRole('button', { name: '取消安装' });
    for (const key of ['{Tab}', '{Tab}', '{Shift>}{Tab}{/Shift}']) {
      await user.keyboard(key);
      expect(document.activeElement).toBe(cancel);
    }
  });

  it('asks before it cancels, then stops the task', async () => {
    const user = show(install());
    await user.click(await screen.findByRole('button', { name: '取消安装' }));
    expect(await screen.findByText(/目录和数据库保持原样。确定取消安装？$/)).toBeDefined();
    expect(server.requests.some(({ path }) => path.startsWith('/api/task/stopTask'))).toBe(false);
    await user.click(screen.getByRole('button', { name: '停止任务' }));
    await waitFor(() =>
      expect(server.requests.some(({ path }) => path === '/api/task/stopTask/7')).toBe(true),
    );
  });

  it('removes the mask when the task has ended', async () => {
    show(install());
    await screen.findByRole('dialog', { name: '安装中，请稍候...' });
    task = install({ taskStatus: 'RUNNING_FAIL' });
    act(() => pollTasksNow());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.getByText('后面的按钮').closest('[inert]')).toBeNull());
  });
});

describe('when a task has postStatus CONFIGURATION', () => {
  it('opens the auto-config prompt, and records a cancel as CONFIGURATION_STOP', async () => {
    const user = show(installed());
    expect(await screen.findByText('应用已安装，是否自动配置运行环境？')).toBeDefined();
    await user.click(screen.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(task.postStatus).toBe('CONFIGURATION_STOP'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(settings()).toEqual([]);
  });

  it('asks in one tab only, and in another one once that tab is closed', async () => {
    const held = { off: (): void => undefined };
    const other = new BroadcastChannel('sitedeck.configure.7.seat');
    other.onmessage = ({ data }: MessageEvent<{ is: string }>) => {
      if (data.is === 'ask') other.postMessage({ is: 'taken', id: '' });
    };
    held.off = () => {
      other.postMessage({ is: 'free' });
      other.close();
    };
    show(installed());
    await whilePageRuns(() => new Promise((resolve) => setTimeout(resolve, 1000)));
    expect(screen.queryByText('应用已安装，是否自动配置运行环境？')).toBeNull();
    held.off();
    expect(await screen.findByText('应用已安装，是否自动配置运行环境？')).toBeDefined();
  });

  it('does all steps in order, records CONFIGURATION_SUCCESS, and then enables finishing', async () => {
    const before = settings().length;
    const { user, dialog } = await begin(installed());
    await waitFor(() => expect(task.postStatus).toBe('CONFIGURATION_SUCCESS'));
    expect(stepLines(dialog)).toEqual([
      '默认首页 成功index.php 已设为第一位',
      '伪静态 成功已启用 <b>WordPress</b> 规则',
      '301 跳转 成功应用没有要求，已跳过',
      '404 页面 成功已设为 /wwwroot/blog/404.html',
      'MIME 映射 成功已添加 2 个映射',
      'PHP 设置 成功已应用 1 项设置',
    ]);
    const paths = settings().slice(before);
    expect(paths.map(({ path }) => path.replace('/api/vhost/', ''))).toEqual([
      'setDefaultHomePage',
      'config/rewrite/save',
      'config/rewrite/set/4',
      'errorPage/set',
      'mime/add',
      'mime/add',
      'config/php/changeVersion/8.2',
    ]);
    await user.click(dialog.getByRole('button', { name: '完成' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('has eight steps on a NET host, script error info and .NET settings last', async () => {
    const { dialog } = await begin(installed('{"dotnetVersion":"4.0","dotnetMode":"Integrated"}'), 'NET');
    await waitFor(() => expect(task.postStatus).toBe('CONFIGURATION_SUCCESS'));
    expect(stepLines(dialog).slice(6)).toEqual([
      '脚本错误信息 成功应用没有要求，已跳过',
      '.NET 设置 成功已应用',
    ]);
  });

  it('shows exception and the reason at a failed step, records CONFIGURATION_STOP, and offers retry and stop', async () => {
    refused.add('woff2');
    const { user, dialog } = await begin(installed());
    expect((await dialog.findByRole('alert')).textContent).toBe('扩展名已映射');
    await waitFor(() => expect(task.postStatus).toBe('CONFIGURATION_STOP'));
    expect(stepLines(dialog)[5]).toBe('PHP 设置 未执行等待上一步');
    expect(dialog.getByText('已完成 4/6 步，第 5 步失败')).toBeDefined();
    const finish = dialog.getByRole('button', { name: '完成' });
    expect(finish.getAttribute('aria-disabled')).toBe('true');
    await user.click(finish);
    expect(screen.getByRole('dialog')).toBeDefined();

    const before = settings().length;
    refused.clear();
    await user.click(dialog.getByRole('button', { name: '从第 5 步重试' }));
    await waitFor(() => expect(task.postStatus).toBe('CONFIGURATION_SUCCESS'));
    expect(settings().slice(before)).toHaveLength(2);
  });

  it('stops after a failure on request', async () => {
    refused.add('mime/add');
    const { user, dialog } = await begin(installed());
    await dialog.findByRole('alert');
    await user.click(dialog.getByRole('button', { name: '停止配置' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(task.postStatus).toBe('CONFIGURATION_STOP'));
  });

  it('keeps CONFIGURATION when the page is closed in the middle, so that the prompt comes again', async () => {
    await begin(installed('{"mime":["a/b|c"]}'));
    cleanup();
    await whilePageRuns(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(['CONFIGURATION', 'CONFIGURATION_SUCCESS']).toContain(task.postStatus);
  });

  it('logs an unreadable configuration, and offers only to stop', async () => {
    expectConsole(/mime/);
    const { user, dialog } = await begin(installed('{"mime":["no bar"]}'));
    expect(dialog.getByText('无法读取应用的配置要求')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: '停止配置' }));
    await waitFor(() => expect(task.postStatus).toBe('CONFIGURATION_STOP'));
  });

  it("shows nothing on a suspended host, because it can't be changed", async () => {
    task = installed();
    setHost(hostInfo({ blocked: true }), 'FTP');
    render(
      <KernelProvider>
        <UiProvider locale="zh-CN" theme="light">
          <InstallArea />
        </UiProvider>
      </KernelProvider>,
    );
    await waitFor(() => expect(kernel().store.getState().tasks.list).toHaveLength(1));
    await whilePageRuns(() => new Promise((resolve) => setTimeout(resolve, 600)));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
