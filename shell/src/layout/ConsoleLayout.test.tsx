import type { BootRemote, HostInfo } from '@sitedeck/contract';
import {
  installKernel,
  kernel,
  KernelProvider,
  setHost,
  setLocale,
  type LocalTaskAnswer,
  type LocalTaskHandle,
} from '@sitedeck/sdk';
import { UiProvider } from '@sitedeck/ui/core';
import { whilePageRuns } from '@sitedeck/ui/testing/while-page-runs';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MemoryRouter } from 'react-router-dom';
import { HomePage } from '../home/HomePage';
import { RemotesContext } from '../routing/console-context';
import { ConsoleLayout } from './ConsoleLayout';

const host: HostInfo = {
  hostService: {
    hostName: 'vh10001',
    hostCode: 'vh10001' as HostInfo['hostService']['hostCode'],
    serviceStatus: { value: 'NORMAL' },
  },
  specInfo: { language: 'PHP', productType: '', plugin: 0, osType: 'Linux' },
  instanceType: '',
  operatorType: 'USER',
  remark: '我的商城',
  domains: [],
  operator: 'vh10001',
  testUrl: 'http://vh10001.localhost:8081/',
  caged: true,
};

const files: BootRemote = {
  name: 'files',
  version: '0.1.0',
  requires: { sdk: '^0.1.0', shell: '^0.1.0' },
  routes: [{ path: '/fileManage', titleKey: 'title' }],
  menu: [
    {
      path: '/fileManage',
      titleKey: 'title',
      icon: 'FolderOpen',
      order: 30,
      whenBlocked: false,
      isNew: true,
    },
  ],
  permissions: [],
  slots: [],
  titles: { 'zh-CN': { title: '文件管理' }, 'en-US': { title: 'File management' } },
  embed: { properties: [], events: [] },
  base: '/remotes/files/0.1.0/',
  entry: 'remoteEntry.js',
  global: 'sitedeck_files',
  assets: {},
};

/** Loses every request: the tests check the views only. */
const server = createServer((_request, response) => response.destroy());

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  installKernel({
    config: {
      apiBase: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
      fileServiceBase: '',
      wireKey: '',
      links: { ticket: 'https://ticket.example/', help: 'https://help.example/' },
      copyright: '',
    },
  });
  setHost(host, 'FTP');
  kernel().tasks.stop();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The menu updates once more in a microtask after it has rendered: `act` waits for that. */
async function show(path = '/', width = 1440, remotes: readonly BootRemote[] = [files]) {
  window.innerWidth = width;
  await act(async () => {
    render(
      <KernelProvider>
        <UiProvider locale="zh-CN" theme="light">
          <MemoryRouter initialEntries={[path]}>
            <RemotesContext value={remotes}>
              <ConsoleLayout>{path === '/' ? <HomePage /> : <h1>文件管理</h1>}</ConsoleLayout>
            </RemotesContext>
          </MemoryRouter>
        </UiProvider>
      </KernelProvider>,
    );
  });
  return userEvent.setup();
}

function startUpload(): LocalTaskHandle {
  let answer: LocalTaskAnswer | undefined;
  act(() => {
    answer = kernel().localTasks.start({ kind: 'upload', label: 'photos' });
  });
  if (answer?.is !== 'started') throw new Error('the upload was refused');
  return answer.handle;
}

it('offers a skip link past header and menu as the first tab stop', async () => {
  const user = await show();
  await user.tab();
  expect(document.activeElement?.textContent).toBe('跳到正文');
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('has a brand logo that links to Home without reloading the page', async () => {
  const user = await show('/fileManage');
  const brand = within(screen.getByRole('banner')).getByRole('link', { name: 'SiteDeck 首页' });
  expect(brand.getAttribute('href')).toBe('/');
  expect(brand.querySelector('svg')).not.toBeNull();
  await user.click(brand);
  await waitFor(() => expect(screen.getByRole('menuitem', { name: '首页' }).className).toContain('selected'));
});

it('names the site in the heading and leads to it', async () => {
  await show();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('我的商城');
  expect(screen.getByRole('link', { name: /vh10001\.localhost:8081/ }).getAttribute('href')).toBe(
    host.testUrl,
  );
});

it('shows only the support links of the configuration, each announced as opening a new window', async () => {
  await show();
  const header = within(screen.getByRole('banner'));
  expect(header.getByRole('link', { name: /^提交工单.*新窗口/ })).toBeDefined();
  expect(header.getByRole('link', { name: /^帮助文档.*新窗口/ })).toBeDefined();
  expect(header.queryByRole('link', { name: /专家服务/ })).toBeNull();
});

it('promises on a suspended host what its menu holds, and nothing that is not installed', async () => {
  const blocked = { ...host.hostService, serviceStatus: { value: 'BLOCKING' as const } };
  act(() => setHost({ ...host, hostService: blocked }, 'FTP'));
  await show();
  expect(screen.getByText('主机已被停用')).toBeDefined();
  cleanup();
  await show('/', 1440, [{ ...files, menu: files.menu.map((entry) => ({ ...entry, whenBlocked: true })) }]);
  expect(screen.getByText('主机已被停用，目前只能使用文件管理')).toBeDefined();
  const menu = within(screen.getByRole('navigation', { name: '主菜单' }));
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('文件管理'),
  ]);
  await act(async () => setHost(host, 'FTP'));
});

it('builds the menu from the manifests, marks new entries and the current one', async () => {
  await show('/fileManage');
  const menu = within(screen.getByRole('navigation', { name: '主菜单' }));
  const entry = menu.getByRole('menuitem', { name: /文件管理/ });
  expect(entry.textContent).toContain('新');
  expect(entry.className).toContain('selected');
});

it('remembers that the menu was collapsed', async () => {
  const user = await show();
  await user.click(screen.getByRole('button', { name: '收起' }));
  expect(screen.getByRole('button', { name: '展开' }).getAttribute('aria-expanded')).toBe('false');
  expect(localStorage.getItem('sitedeck.menu')).toBe('collapsed');
  await user.click(screen.getByRole('button', { name: '展开' }));
});

it('opens the task messages, says that there are none, and returns the focus on Esc', async () => {
  const user = await show();
  const entry = screen.getByRole('button', { name: '任务' });
  await user.click(entry);
  const panel = screen.getByRole('dialog', { name: '任务消息' });
  expect(within(panel).getByText('最近没有任务')).toBeDefined();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(entry);
});

it('closes the task messages on a click elsewhere', async () => {
  const user = await show();
  await user.click(screen.getByRole('button', { name: '任务' }));
  await user.click(screen.getByRole('heading', { level: 1 }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('counts what runs in this browser and asks before leaving would stop it', async () => {
  const user = await show('/fileManage');
  const handle = startUpload();
  try {
    expect(screen.getByRole('button', { name: '任务，1 个进行中或等待中' })).toBeDefined();
    expect(screen.getByRole('button', { name: /1 个任务未完成，打开任务消息/ })).toBeDefined();
    await user.click(screen.getByRole('button', { name: /退出登录/ }));
    expect(await screen.findByText('任务正在运行，离开将中断上传')).toBeDefined();
    await user.click(screen.getByRole('button', { name: '继续上传' }));
  } finally {
    act(() => handle.finish());
  }
});

it('shows a floating indicator while a task runs, and opens the task messages from it', async () => {
  const user = await show('/fileManage');
  expect(screen.queryByRole('button', { name: /打开任务消息/ })).toBeNull();
  const handle = startUpload();
  try {
    await user.click(screen.getByRole('button', { name: /1 个任务未完成，打开任务消息/ }));
    expect(await screen.findByRole('link', { name: /全部任务/ })).toBeDefined();
  } finally {
    act(() => handle.finish());
  }
});

it('hides the floating indicator on a page that shows the same progress', async () => {
  await show('/');
  const handle = startUpload();
  try {
    expect(screen.getByRole('progressbar', { name: '上传文件' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /1 个任务未完成，打开任务消息/ })).toBeNull();
  } finally {
    act(() => handle.finish());
  }
});

it('announces a refused call once, as a toast', async () => {
  await show();
  act(() => {
    kernel().events.emit('fault', {
      fault: { code: '409', reason: 'already-exists', message: '同名文件或目录已存在' },
      tone: 'error',
    });
  });
  expect(await screen.findAllByText('同名文件或目录已存在')).toHaveLength(1);
});

it('keeps menu, mark, host, tasks and one menu for the rest on a narrow page', async () => {
  const user = await show('/', 390);
  expect(screen.queryByRole('navigation', { name: '主菜单' })).toBeNull();
  expect(screen.getByRole('button', { name: '打开菜单' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: '更多' }));
  expect(await screen.findByRole('menuitem', { name: '退出登录' })).toBeDefined();
});

it('changes the language of the whole console', async () => {
  const user = await show();
  await user.click(screen.getByRole('button', { name: /切换到 English/ }));
  expect(kernel().store.getState().settings.locale).toBe('en-US');
  act(() => setLocale('zh-CN'));
});

it('has no serious finding of axe', async () => {
  await show();
  const { violations } = await whilePageRuns(() =>
    axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, 'label-content-name-mismatch': { enabled: false } },
    }),
  );
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
});
