import type { BootRemote, HostInfo, LogRecord, Task } from '@sitedeck/contract';
import { installKernel, kernel, KernelProvider, setHost } from '@sitedeck/sdk';
import { api } from '@sitedeck/sdk/query';
import { UiProvider } from '@sitedeck/ui/core';
import { whilePageRuns } from '@sitedeck/ui/testing/while-page-runs';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { RemotesContext } from '../routing/console-context';
import { backupPoint, newSite, startHomeServer, type HomeServer } from '../testing/home-server';
import { bootRemote, config, hostInfo } from '../testing/samples';
import { HomePage } from './HomePage';

let server: HomeServer;

beforeAll(async () => {
  server = await startHomeServer();
  installKernel({ config: { ...config, apiBase: server.url } });
});
afterAll(async () => {
  kernel().tasks.stop();
  await server.close();
});
beforeEach(() => {
  Object.assign(server.site, newSite());
  localStorage.clear();
});
afterEach(() => {
  server.release();
  server.refusals.clear();
  cleanup();
  act(() => void kernel().store.dispatch(api.util.resetApiState()));
});

/** The address of the console. */
function Place() {
  const { pathname, search } = useLocation();
  return <output data-testid="place">{pathname + search}</output>;
}
const place = () => screen.getByTestId('place').textContent;

interface Scene {
  readonly host?: HostInfo;
  readonly remotes?: readonly BootRemote[];
  readonly locale?: 'zh-CN' | 'en-US';
}

function show({ host = hostInfo(), remotes = [], locale = 'zh-CN' }: Scene = {}) {
  act(() => {
    setHost(host, 'FTP');
    kernel().tasks.stop();
  });
  render(
    <KernelProvider>
      <UiProvider locale={locale} theme="light">
        <MemoryRouter initialEntries={['/']}>
          <RemotesContext value={remotes}>
            <HomePage />
          </RemotesContext>
          <Place />
        </MemoryRouter>
      </UiProvider>
    </KernelProvider>,
  );
  return userEvent.setup();
}

const block = (name: string) => screen.findByRole('region', { name });
const statusNow = () => kernel().store.getState().host.host?.hostService.serviceStatus.value;

const lockedBy: Task = {
  id: 1,
  taskType: 'WEB_BACKUP_RESTORE',
  taskStatus: 'RUNNING',
  createTime: new Date().toISOString(),
  startTime: new Date().toISOString(),
  endTime: null,
  notifyStatus: 1,
  preTaskCode: null,
  taskParam: '{}',
  taskInfo: 'empty',
  postStatus: null,
  operator: 'shop',
  progress: {},
  paused: false,
  steps: [],
};

describe('what needs action', () => {
  it('shows in one line that all is well, and when that was checked', async () => {
    show();
    const needs = await block('需要处理');
    expect(await within(needs).findByText('一切正常')).toBeDefined();
    expect(within(needs).getByText('上次检查 08:15')).toBeDefined();
  });

  it('shows the worst need first, five until the rest are requested, each with a link to its page if there is one', async () => {
    server.site.needs = Array.from({ length: 7 }, (_, n) => ({
      reason: `r${n}`,
      tone: n === 0 ? ('error' as const) : ('warning' as const),
      message: `第 ${n} 件`,
      ...(n === 0 && { path: '/backup/site?from=home' }),
      ...(n === 1 && { path: '/not/there' }),
    }));
    const user = show({ remotes: [bootRemote()] });
    const needs = await block('需要处理');
    expect(await within(needs).findByText('需要处理 7')).toBeDefined();
    expect(within(needs).getAllByRole('listitem')).toHaveLength(5);
    await user.click(within(needs).getByRole('button', { name: '全部 7 项' }));
    expect(within(needs).getAllByRole('listitem')).toHaveLength(7);
    expect(within(needs).getAllByRole('link')).toHaveLength(1);
    await user.click(within(needs).getByRole('link', { name: '查看：第 0 件' }));
    expect(place()).toBe('/backup/site?from=home');
  });

  it('shows the server’s messages as plain text, even if they contain HTML', async () => {
    server.site.needs = [{ reason: 'x', tone: 'warning', message: '<img src=x onerror=alert(1)>' }];
    show();
    expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeDefined();
    expect(document.querySelector('img')).toBeNull();
  });
});

describe('the site', () => {
  it('closes only after it has explained what visitors will see, and opens at once', async () => {
    const user = show();
    await user.click(await screen.findByRole('button', { name: '更多网站操作' }));
    await user.click(await screen.findByRole('menuitem', { name: '关闭网站' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/HTTP 503/)).toBeDefined();
    expect(server.site.status).toBe('NORMAL');
    await user.click(within(dialog).getByRole('button', { name: '关闭网站' }));
    const open = await screen.findByRole('button', { name: '开启网站' });
    expect([server.site.status, statusNow()]).toEqual(['CLOSED', 'CLOSED']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(open);
    await screen.findByRole('button', { name: '重启' });
    expect([server.site.status, statusNow()]).toEqual(['NORMAL', 'NORMAL']);
  });

  it('shows that it restarts until the server has answered, and calls the server once', async () => {
    server.held.add('/api/vhost/restart');
    const user = show();
    await user.click(await screen.findByRole('button', { name: '重启' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/重启会中断正在处理的请求/)).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: '重启' }));
    await user.click(await screen.findByRole('button', { name: /正在重启/ }));
    server.release();
    expect(await screen.findByText('网站已重启')).toBeDefined();
    await screen.findByRole('button', { name: '重启' });
    expect(server.requests.filter((one) => one.startsWith('/api/vhost/restart'))).toHaveLength(1);
  });

  it('refuses changes while a task locks the workspace, and says why', async () => {
    const user = show();
    await screen.findByText('ftp.example.com:2121');
    act(() => void kernel().store.dispatch({ type: 'tasks/tasksArrived', payload: [lockedBy] }));
    const before = server.requests.length;
    const restart = screen.getByRole('button', { name: '重启' });
    expect(restart.getAttribute('aria-disabled')).toBe('true');
    await user.click(restart);
    await user.click(screen.getByRole('switch', { name: '允许 FTP 登录' }));
    await user.click(screen.getByRole('button', { name: '更多网站操作' }));
    expect(screen.queryByRole('menuitem')).toBeNull();
    expect(server.requests.slice(before).filter((one) => /restart|ftp/.test(one))).toEqual([]);
  });

  it('notices changes made by another tab or by the provider', async () => {
    server.site.status = 'CLOSED';
    show();
    expect(await screen.findByRole('button', { name: '开启网站' })).toBeDefined();
    expect(statusNow()).toBe('CLOSED');
    // A closed site has nothing to restart.
    expect(screen.queryByRole('button', { name: '更多网站操作' })).toBeNull();
  });

  it('shows its first domain, or the test address with a link to bind one if that page exists', async () => {
    const { unmount } = { unmount: cleanup };
    show({ host: { ...hostInfo(), domains: ['www.a.com', 'b.com'] } });
    expect(screen.getByRole('link', { name: /www\.a\.com/ }).getAttribute('href')).toBe('http://www.a.com/');
    expect(screen.getByText('另有 1 个域名')).toBeDefined();
    unmount();
    show();
    expect(screen.getByRole('link', { name: /vh10001\.localhost:8081/ })).toBeDefined();
    expect(screen.queryByRole('link', { name: '绑定域名' })).toBeNull();
    unmount();
    const ssl = bootRemote({
      name: 'ssl',
      routes: [{ path: '/domainCertCdn/bindDomain', titleKey: 'site' }],
      menu: [],
    });
    show({ remotes: [ssl] });
    expect(screen.getByRole('link', { name: '绑定域名' })).toBeDefined();
  });
});

describe('quotas', () => {
  it('shows bars and figures, with a warning in words from 80 % on', async () => {
    show();
    const disk = await screen.findByRole('meter', { name: '磁盘' });
    expect(disk.getAttribute('aria-valuetext')).toBe('已用 6.20 GB，共 10.00 GB');
    const traffic = screen.getByRole('meter', { name: '本月流量' });
    expect(traffic.getAttribute('aria-valuenow')).toBe('83');
    expect(screen.getByText('接近上限')).toBeDefined();
    expect(screen.getByText('1,234 个文件和文件夹')).toBeDefined();
    expect(screen.queryByRole('heading', { name: '数据库' })).toBeNull();
  });

  it('shows that a quota is being measured or has no limit, never zero', async () => {
    server.site.used = {
      disk: { used: null, quota: 1000, files: null, measuredAt: null },
      database: { used: 10, quota: null },
      traffic: { used: 5, quota: 100, since: '2026-11-01T00:00:00.000Z' },
    };
    show();
    expect(await screen.findByText('正在统计')).toBeDefined();
    expect(screen.getByText('不限量')).toBeDefined();
    expect(screen.getAllByRole('meter')).toHaveLength(1);
    // Only a figure that is being measured has a bar without a value.
    expect(document.querySelectorAll('.sh-quota-none')).toHaveLength(1);
  });

  it('shows mail of the hour against the limit', async () => {
    server.site.used = {
      ...server.site.used,
      mail: { used: 90, limit: 100, until: '2026-11-21T09:00:00.000Z' },
    };
    show();
    const meter = await screen.findByRole('meter', { name: '本小时发信量' });
    expect(meter.getAttribute('aria-valuetext')).toBe('已用 90，共 100');
    // Like every other meter: a sign for the eyes, words for screen readers.
    expect(meter.parentElement?.querySelector('.anticon')?.getAttribute('title')).toBe('接近上限');
    expect(meter.parentElement?.querySelector('.sd-visually-hidden')?.textContent?.trim()).toBe('接近上限');
    expect(screen.getByText(/^\d\d:00 重置$/)).toBeDefined();
  });

  it('says that a plan includes no mail', async () => {
    server.site.used = {
      ...server.site.used,
      mail: { used: 0, limit: 0, until: '2026-11-21T09:00:00.000Z' },
    };
    show();
    expect(await screen.findByText('该套餐不支持网站发信')).toBeDefined();
    expect(screen.queryByRole('meter', { name: '本小时发信量' })).toBeNull();
  });

  it('polls quotas that are being measured while the page is visible', async () => {
    server.site.used = {
      ...server.site.used,
      disk: { used: null, quota: 1000, files: null, measuredAt: null },
    };
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'], advanceTimers: true });
    const seen = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    try {
      const before = server.requests.length;
      const requestCount = () =>
        server.requests.slice(before).filter((line) => line.startsWith('/api/vhost/usedSpace')).length;
      show();
      await screen.findByText('正在统计');
      expect(requestCount()).toBe(1);
      await act(() => jest.advanceTimersByTimeAsync(5000));
      await waitFor(() => expect(requestCount()).toBe(2));
      seen.mockReturnValue('hidden');
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      expect(requestCount()).toBe(2);
      server.site.used = newSite().used;
      seen.mockReturnValue('visible');
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
      await screen.findByRole('meter', { name: '磁盘' });
      expect(requestCount()).toBe(3);
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      expect(requestCount()).toBe(3);
    } finally {
      seen.mockRestore();
      jest.useRealTimers();
    }
  });

  it('measures quotas again on request', async () => {
    const user = show();
    await screen.findByRole('meter', { name: '磁盘' });
    server.site.used = { ...server.site.used, disk: { ...server.site.used.disk, used: 10_737_418_240 } };
    await user.click(screen.getByRole('button', { name: '重新统计用量' }));
    await waitFor(() =>
      expect(screen.getByRole('meter', { name: '磁盘' }).getAttribute('aria-valuenow')).toBe('100'),
    );
    expect(screen.getByText('已用尽')).toBeDefined();
    expect(server.requests).toContain('/api/vhost/usedSpace {"fresh":true}');
  });
});

describe('the share of the site', () => {
  const MIB = 1024 ** 2;
  const hit = { at: new Date(2026, 10, 20, 10, 31).toISOString(), limit: 512 * MIB, program: 'PHP' };
  const group = () => screen.findByRole('group', { name: '内存、进程与 CPU' });

  it('shows memory, processes and CPU against their limits, and when one was reached', async () => {
    server.site.share = {
      memory: { used: 460 * MIB, limit: 512 * MIB, waits: false, hit },
      processes: { used: 12, limit: 1256 },
      cpu: { used: 150, limit: 150, throttled: true },
    };
    show();
    const share = within(await group());
    const memory = await share.findByRole('meter', { name: '内存' });
    expect(memory.getAttribute('aria-valuetext')).toBe('已用 460.00 MB，共 512.00 MB');
    expect(share.getByText('接近上限')).toBeDefined();
    expect(share.getByText(/曾在/).textContent).toBe('曾在 2026-11-20 10:31 达到上限');
    const processes = share.getByRole('meter', { name: '进程' });
    expect([processes.getAttribute('aria-valuetext'), processes.getAttribute('aria-valuenow')]).toEqual([
      '已用 12，共 1,256',
      '0',
    ]);
    expect(share.getByRole('meter', { name: 'CPU' }).getAttribute('aria-valuetext')).toBe(
      '已用 150%，共 150%',
    );
    expect(share.getByText('已达上限，程序运行变慢')).toBeDefined();
  });

  it('says that a lower limit waits until the site uses less', async () => {
    server.site.share = { memory: { used: 300 * MIB, limit: 256 * MIB, waits: true } };
    show({ locale: 'en-US' });
    expect(await screen.findByText('New limit applies once use falls')).toBeDefined();
    expect(screen.getByText('At the limit')).toBeDefined();
    expect(screen.queryByRole('meter', { name: 'CPU' })).toBeNull();
  });

  it('says that a server without shares limits nothing', async () => {
    show();
    expect(await within(await group()).findByText('此服务器不限制内存、进程和 CPU 的用量')).toBeDefined();
  });

  it('fails alone, and loads on retry', async () => {
    server.refusals.set('/api/vhost/share', '500 内部错误');
    const user = show();
    const share = within(await group());
    await share.findByText('内存和 CPU 用量加载失败');
    expect(await screen.findByRole('meter', { name: '磁盘' })).toBeDefined();
    server.refusals.clear();
    server.site.share = { processes: { used: 3, limit: 64 } };
    await user.click(share.getByRole('button', { name: /重试/ }));
    expect(await share.findByRole('meter', { name: '进程' })).toBeDefined();
  });

  it('says among what needs action when a program was stopped, in the reader’s own time', async () => {
    server.site.needs = [
      {
        reason: 'share-memory',
        tone: 'warning',
        message: 'PHP 在{time} 因超过 512 MB 内存被终止',
        at: hit.at,
        path: '/backup/site',
      },
    ];
    show({ remotes: [bootRemote()] });
    const needs = await block('需要处理');
    const row = await within(needs).findByRole('listitem');
    expect(row.textContent).toContain('PHP 在 2026-11-20 10:31 因超过 512 MB 内存被终止');
    expect(
      within(row)
        .getByRole('link', { name: /^查看：PHP 在/ })
        .getAttribute('aria-label'),
    ).not.toContain('{time}');
  });
});

describe('connection data', () => {
  it('copies address and name of the database', async () => {
    const user = show();
    await user.click(await screen.findByRole('button', { name: '复制数据库地址' }));
    expect(await whilePageRuns(() => navigator.clipboard.readText())).toBe('127.0.0.1:3307');
    await user.click(screen.getByRole('button', { name: '复制库名（与用户名相同）' }));
    expect(await whilePageRuns(() => navigator.clipboard.readText())).toBe('u_vh10001');
  });

  it('shows the password of the database on request, and never loads it before', async () => {
    const user = show();
    await user.click(await screen.findByRole('button', { name: '显示数据库密码' }));
    expect(await screen.findByText('pa55word-of-db')).toBeDefined();
    const requestCount = () => server.requests.filter((one) => one.startsWith('/api/database/secret')).length;
    expect(requestCount()).toBe(1);
    await user.click(screen.getByRole('button', { name: '隐藏数据库密码' }));
    await waitFor(() => expect(screen.queryByText('pa55word-of-db')).toBeNull());
  });

  it('says that the plan has no database, and offers no way to sign in to one', async () => {
    server.site.database = undefined;
    const shortcut = { slot: 'home.shortcut', titleKey: 'site', icon: 'Database', order: 50 } as const;
    const remote = bootRemote({
      slots: [
        { ...shortcut, whenBlocked: false, path: '/backup/site', opens: 'admin-tool' },
        { ...shortcut, whenBlocked: false, path: '/backup/site' },
      ],
    });
    show({ remotes: [remote] });
    expect(await screen.findByText('该套餐不含数据库')).toBeDefined();
    const shortcuts = within(await block('快捷操作'));
    expect([shortcuts.getAllByRole('listitem').length, shortcuts.queryByRole('button')]).toEqual([1, null]);
    expect(screen.queryByRole('button', { name: /^登录数据库/ })).toBeNull();
  });

  it('says which password FTP takes', async () => {
    show();
    expect(await screen.findByText('密码与控制台相同')).toBeDefined();
  });

  it('opens the admin tool in a window of its own, and closes it if that is refused', async () => {
    const opened = { opener: window, location: { replace: jest.fn() }, close: jest.fn() };
    const open = jest.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
    const user = show();
    await user.click(await screen.findByRole('button', { name: /^登录数据库/ }));
    await waitFor(() =>
      expect(opened.location.replace).toHaveBeenCalledWith('http://tools.localhost/enter/4711'),
    );
    expect([opened.opener, opened.close.mock.calls]).toEqual([null, []]);
    server.refusals.set('/api/database/mysql/admin/adminer?theme=light', '409 数据库正在维护');
    await user.click(screen.getByRole('button', { name: /^登录数据库/ }));
    await waitFor(() => expect(opened.close).toHaveBeenCalledTimes(1));
    open.mockRestore();
  });

  it('switches FTP at once, and moves the switch when the server has confirmed', async () => {
    server.held.add('/api/vhost/ftp/change');
    const user = show();
    const access = await screen.findByRole('switch', { name: '允许 FTP 登录' });
    // Each change appears in the last operations.
    const logsAsked = () => server.requests.filter((one) => one.startsWith('/api/log/queryPage')).length;
    await waitFor(() => expect(logsAsked()).toBeGreaterThan(0));
    const before = logsAsked();
    await user.click(access);
    expect([access.getAttribute('aria-checked'), access.getAttribute('aria-busy')]).toEqual(['true', 'true']);
    server.release();
    await waitFor(() => expect(access.getAttribute('aria-checked')).toBe('false'));
    await waitFor(() => expect(logsAsked()).toBe(before + 1));
    await user.click(screen.getByRole('switch', { name: '只读' }));
    await waitFor(() => expect(server.site.ftp).toMatchObject({ enabled: false, writable: false }));
    await waitFor(() => expect(logsAsked()).toBe(before + 2));
  });

  it('leaves the switch unchanged when the server refuses', async () => {
    server.refusals.set('/api/vhost/ftp/change', '409 请稍候');
    const user = show();
    const access = await screen.findByRole('switch', { name: '允许 FTP 登录' });
    await user.click(access);
    await waitFor(() => expect(access.getAttribute('aria-busy')).toBe('false'));
    expect(access.getAttribute('aria-checked')).toBe('true');
  });

  it('explains that passwords are accepted over TLS only, and why access can not be read-only', async () => {
    server.site.ftp = { ...server.site.ftp, canBeReadOnly: false };
    show();
    expect(await screen.findByText('须使用加密连接（FTPS，显式 TLS）')).toBeDefined();
    const readOnly = screen.getByRole('switch', { name: '只读' });
    expect(readOnly.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('switch', { name: '允许 FTP 登录' }).getAttribute('aria-disabled')).toBe('false');
  });

  it('names what each copy button copies, and says when FTP is not served yet', async () => {
    server.site.ftp = { ...server.site.ftp, served: false };
    show();
    for (const name of ['复制 FTP 地址', '复制 FTP 账号', '复制服务器 IP 203.0.113.24']) {
      expect(await screen.findByRole('button', { name })).toBeDefined();
    }
    expect(screen.getByText('服务器尚未启用 FTP 服务，此设置会在启用后生效')).toBeDefined();
  });
});

describe('each block', () => {
  it('fails alone, says why, and loads after a retry', async () => {
    server.refusals.set('/api/vhost/usedSpace', '500 服务器内部错误');
    const user = show();
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText(/服务器内部错误/)).toBeDefined();
    expect(await screen.findByText('一切正常')).toBeDefined();
    expect(await screen.findByText('ftp.example.com:2121')).toBeDefined();
    server.refusals.clear();
    await user.click(within(alert).getByRole('button', { name: '重试：用量加载失败' }));
    expect(await screen.findByRole('meter', { name: '磁盘' })).toBeDefined();
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('空间与流量'));
  });

  it('offers no retry of what is forbidden', async () => {
    server.refusals.set('/api/vhost/needs', '403 没有权限');
    show();
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('没有查看权限')).toBeDefined();
    expect(within(alert).queryByRole('button')).toBeNull();
  });

  it('keeps the height of its content while it loads', async () => {
    localStorage.setItem('sitedeck.needs-height.vh10001', '96');
    server.held.add('/api/vhost/needs');
    show();
    const needs = await block('需要处理');
    expect([needs.getAttribute('aria-busy'), needs.style.minHeight]).toEqual(['true', '96px']);
  });
});

const operation: LogRecord = {
  id: 7,
  at: new Date().toISOString(),
  operator: 'shop',
  role: 'USER',
  address: '127.0.0.1',
  area: 'files',
  action: 'removeFile',
  what: '删除文件',
  object: '/wwwroot/<b>old</b>.php',
  result: 'refused',
  why: '文件受保护',
  requestId: '7F3A2C',
  detail: {},
};

describe('the last operations', () => {
  it('shows who did what and whether it was refused, and links to the log', async () => {
    server.site.records = [operation];
    const user = show();
    const log = await block('最近操作');
    expect(await within(log).findByText('/wwwroot/<b>old</b>.php')).toBeDefined();
    expect(within(log).getByText('失败')).toBeDefined();
    await user.click(within(log).getByRole('link', { name: '全部日志' }));
    expect(place()).toBe('/log');
  });

  it('names a task as the task center does', async () => {
    server.site.records = [
      { ...operation, what: '取消任务', object: 'DB_BACKUP 11' },
      { ...operation, id: 99, what: '取消任务', object: 'undo.DB_EMPTY 12' },
    ];
    show();
    expect(await within(await block('最近操作')).findByText('数据库备份 #11')).toBeDefined();
    expect(within(await block('最近操作')).getByText('撤销重置 #12')).toBeDefined();
  });

  it('says so when there is no operation yet', async () => {
    show();
    expect(await screen.findByText('还没有操作记录')).toBeDefined();
  });
});

it('shows a suspended host without actions: only its name, its state and the latest backup', () => {
  show({ host: hostInfo({ blocked: true }) });
  expect(screen.getByRole('heading', { level: 1, name: 'shop' })).toBeDefined();
  expect(screen.getByText('已停用')).toBeDefined();
  expect(screen.queryAllByRole('button')).toEqual([]);
  const blocks = screen.queryAllByRole('region');
  expect(blocks.map((one) => within(one).getByRole('heading').textContent)).toEqual(['最近可用备份']);
});

describe('the latest backup', () => {
  it('says that there is no backup, and links to making one', async () => {
    const user = show();
    const card = await block('最近可用备份');
    await within(card).findByText('还没有备份');
    await user.click(within(card).getByRole('link', { name: '立即备份' }));
    expect(place()).toBe('/backup/site?act=now');
  });

  it('shows the newest backup made on purpose, with its size and whether it was tested', async () => {
    const verified = { at: '2026-11-21T00:00:00.000Z', result: 'ok' } as const;
    const points = [backupPoint({ id: 2, reason: 'safety' }), backupPoint({ verified })];
    server.site.backups = { ...server.site.backups, points };
    show();
    const card = await block('最近可用备份');
    await within(card).findByText('2.00 MB · 已校验');
    // What failed its verification can't be counted on.
    const damaged = backupPoint({ id: 3, bytes: 5, verified: { ...verified, result: 'failed' } });
    server.site.backups = { ...server.site.backups, points: [damaged, ...points] };
    cleanup();
    show();
    await within(await block('最近可用备份')).findByText('2.00 MB · 已校验');
    server.site.backups = { ...server.site.backups, points: [damaged] };
    cleanup();
    show();
    await within(await block('最近可用备份')).findByText('没有可用的备份：校验未通过');
    server.site.backups = {
      ...server.site.backups,
      engine: { is: 'missing', package: 'restic' },
      points: [],
    };
    cleanup();
    show();
    await within(await block('最近可用备份')).findByText('服务器未启用备份功能');
  });
});

it('has a shortcut that opens the admin tool in one click', async () => {
  const slot = { slot: 'home.shortcut', titleKey: 'site', order: 1, icon: 'Database', path: '/backup/site' };
  const open = jest.spyOn(window, 'open').mockReturnValue(null);
  const user = show({ remotes: [bootRemote({ slots: [{ ...slot, opens: 'admin-tool' }] })] });
  const tiles = within(await block('快捷操作'));
  await user.click(tiles.getByRole('button'));
  expect(open).toHaveBeenCalledWith('about:blank', '_blank');
  expect(await screen.findByText('浏览器阻止了新窗口，请允许后重试')).toBeDefined();
  open.mockRestore();
});

it('links to the shortcuts of the remotes, and has no such block without one', async () => {
  const slots = [
    { slot: 'home.shortcut', titleKey: 'site', order: 1, icon: 'Save', path: '/backup/site?act=now' },
  ];
  const user = show({ remotes: [bootRemote({ slots })] });
  await user.click(within(await block('快捷操作')).getByRole('link', { name: '网站备份与恢复' }));
  expect(place()).toBe('/backup/site?act=now');
  cleanup();
  show({ remotes: [bootRemote()] });
  expect(screen.queryByRole('region', { name: '快捷操作' })).toBeNull();
});

it('keeps every other block when the remote of a card can not be loaded here', async () => {
  const slots = [{ slot: 'home.card', titleKey: 'site', order: 1, expose: './last-backup' }];
  show({ remotes: [bootRemote({ slots, requires: { sdk: '^9.0.0', shell: '*' } })] });
  const card = await block('网站备份与恢复');
  expect(within(card).getByRole('alert').textContent).toContain('backup 1.2.0');
  expect(await screen.findByText('一切正常')).toBeDefined();
});

it.each(['zh-CN', 'en-US'] as const)('has no serious finding of axe in %s', async (locale) => {
  server.site.needs = [{ reason: 'x', tone: 'error', message: 'x', path: '/taskCenter' }];
  show({ locale });
  await screen.findByText('ftp.example.com:2121');
  await screen.findAllByRole('meter');
  const { violations } = await whilePageRuns(() =>
    axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, 'label-content-name-mismatch': { enabled: false } },
    }),
  );
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
});
