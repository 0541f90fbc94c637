import type { LogRecord } from '@sitedeck/contract';
import { installKernel, kernel, KernelProvider, setHost } from '@sitedeck/sdk';
import { api } from '@sitedeck/sdk/query';
import { UiProvider } from '@sitedeck/ui/core';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { Refused, startApiServer, type ApiServer } from '../testing/api-server';
import { config, hostInfo } from '../testing/samples';
import { LogPage } from './LogPage';

const record = (given: Partial<LogRecord> = {}): LogRecord => ({
  id: 50,
  at: '2026-11-21T00:15:30.000Z',
  operator: 'shop',
  role: 'USER',
  address: '203.0.113.7',
  area: 'files',
  action: 'makeFolder',
  what: '新建文件夹',
  object: '/wwwroot/a',
  result: 'ok',
  why: '',
  requestId: '7f3a2c',
  detail: {},
  ...given,
});

let server: ApiServer;
let held: readonly LogRecord[] = [];
let total: { readonly total: number; readonly more: boolean } | undefined;
/** What the server answers once it is called. */
let news: LogRecord[] = [];
let refused: Refused | undefined;

beforeAll(async () => {
  server = await startApiServer(({ path }) => {
    if (path.startsWith('/api/log/newer/')) {
      const after = Number(path.split('/').at(-1));
      return news.filter(({ id }) => id > after);
    }
    if (path.startsWith('/api/log/queryPage'))
      return refused ?? { records: held, total: held.length, pages: 1, more: false, cursor: 50, ...total };
    return [];
  });
  installKernel({ config: { ...config, apiBase: server.url } });
  setHost(hostInfo(), 'FTP');
  kernel().tasks.stop();
});
afterAll(() => server.close());
beforeEach(() => {
  held = [record()];
  news = [];
  total = undefined;
  refused = undefined;
  kernel().store.dispatch(api.util.resetApiState());
});

function Address() {
  const { search } = useLocation();
  return <output data-testid="address">{search}</output>;
}

function show(path = '/log') {
  render(
    <KernelProvider>
      <UiProvider locale="zh-CN" theme="light">
        <MemoryRouter initialEntries={[path]}>
          <LogPage />
          <Address />
        </MemoryRouter>
      </UiProvider>
    </KernelProvider>,
  );
  return userEvent.setup({ pointerEventsCheck: 0 });
}

const address = () => screen.getByTestId('address').textContent ?? '';
const lastBody = () => {
  const pages = server.requests.filter(({ path }) => path.startsWith('/api/log/queryPage'));
  return JSON.parse(pages.at(-1)?.body ?? '{}') as Record<string, unknown>;
};
// By text: queries by role in an entire page take seconds in jsdom.
const row = (name: string) => screen.findByText(name, { selector: '.sh-log-open' });
const details = async () =>
  (await screen.findByText('操作详情')).closest<HTMLElement>('[role=dialog]') ?? document.body;
const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

/**
 * Polls, 4 s apart, run ten times as fast; longer waits last until the test ends them. No fake timers of jest,
 * which testing-library would take for a stopped clock.
 */
function hurry() {
  const start = globalThis.setTimeout;
  const held: { readonly run: () => void; readonly ms: number }[] = [];
  const set = (run: () => void, ms = 0) => {
    if (ms > 5000) held.push({ run, ms });
    return start(ms > 5000 ? () => undefined : run, ms > 3000 ? ms / 10 : ms);
  };
  Object.assign(globalThis, { setTimeout: set });
  return {
    /** @param only of this length, ms */
    endWaits: (only: number) =>
      act(() => held.splice(0).forEach((wait) => (wait.ms === only ? wait.run() : held.push(wait)))),
    restore: () => Object.assign(globalThis, { setTimeout: start }),
  };
}
/** Longer than the interval between two polls. */
const aWhile = () => act(() => new Promise((resolve) => setTimeout(resolve, 1200)));

it('shows who did what, when, from where and how it ended', async () => {
  held = [record({ result: 'refused', role: 'ADMINISTRATOR', operator: 'Zhang Wei' })];
  show();
  const line = within((await row('新建文件夹')).closest('tr') ?? document.body);
  for (const words of ['Zhang Wei', '服务商人员', '203.0.113.7', '/wwwroot/a', '失败'])
    expect(line.getByText(words)).toBeDefined();
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads).toEqual(['时间', '操作人', '角色', '来源 IP', '操作', '对象', '结果']);
});

it('keeps filters in the address, and sends them to the server', async () => {
  const user = show('/log?page=3&result=refused');
  await row('新建文件夹');
  await user.type(screen.getByLabelText('关键词'), '100% {{a b');
  await waitFor(() => expect(lastBody()['keyword']).toBe('100% {a b'));
  expect(lastBody()['result']).toBe('refused');
  expect(Object.fromEntries(new URLSearchParams(address()))).toEqual({
    keyword: '100% {a b',
    result: 'refused',
  });
});

it('distinguishes an empty log, an empty range, and a failure with a retry', async () => {
  held = [];
  const user = show('/log?span=7d');
  expect(await screen.findByText('所选范围内没有操作记录')).toBeDefined();
  await user.click(screen.getByText('清除筛选'));
  expect(await screen.findByText('还没有操作记录')).toBeDefined();
  refused = new Refused('数据库没有回应');
  await user.click(screen.getByText('刷新'));
  expect((await screen.findByRole('alert')).textContent).toContain('数据库没有回应');
  refused = undefined;
  held = [record()];
  await user.click(screen.getByText('重试'));
  await row('新建文件夹');
});

it('shows that there are more operations than were counted', async () => {
  total = { total: 10_000, more: true };
  show();
  expect(await screen.findByText('超过 10,000 条')).toBeDefined();
  expect(screen.getByText(/只能翻看最近的 10,000 条/)).toBeDefined();
});

it('opens a row by Enter, shows before and after, reason and reference, and returns the focus', async () => {
  held = [
    record({
      what: '修改主机',
      result: 'refused',
      why: '名称已被使用',
      detail: {
        before: { remark: '旧' },
        after: { remark: '新' },
        fields: ['remark', 'binDays'],
        odd: { a: 1 },
      },
    }),
  ];
  const user = show();
  const opener = await row('修改主机');
  opener.focus();
  await user.keyboard('{Enter}');
  const drawer = within(await details());
  const change = within(drawer.getByText('修改前').closest('table') ?? document.body).getAllByRole('row')[1];
  expect(change?.textContent).toBe('备注旧新');
  expect(drawer.getByText('名称已被使用')).toBeDefined();
  expect(drawer.getByText('编号 7f3a2c')).toBeDefined();
  expect(drawer.getByText('备注、回收站保留天数')).toBeDefined();
  expect(drawer.getByText('{"a":1}')).toBeDefined();
  await user.click(drawer.getByLabelText('关闭操作详情'));
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

it('shows settings as the history of settings does', async () => {
  const before = { 'php.displayErrors': 'false', 'rewrite.id': '1' };
  const after = { 'php.displayErrors': 'true', 'rewrite.id': '2' };
  held = [record({ what: '修改 PHP 开关', detail: { before, after } })];
  const user = show();
  await user.click(await row('修改 PHP 开关'));
  const drawer = await details();
  const rows = within(drawer).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual(['页面上显示 PHP 错误关开']);
});

it('names a task as the task center does', async () => {
  held = [record({ object: 'DB_BACKUP 2' }), record({ id: 77, object: 'redo.DB_IMPORT 4' })];
  show();
  expect(await screen.findByText('数据库备份 #2')).toBeDefined();
  expect(screen.getByText('重做导入 #4')).toBeDefined();
});

it('shows names with HTML in them as text', async () => {
  const evil = '<img src=x onerror=alert(1)>';
  held = [record({ object: evil, operator: evil, detail: { before: { [evil]: evil }, after: {} } })];
  const user = show();
  await user.click(await row('新建文件夹'));
  const drawer = await details();
  expect(within(drawer).getAllByText(evil).length).toBeGreaterThan(2);
  expect(document.querySelector('img')).toBeNull();
});

describe('a row that is logged meanwhile', () => {
  const fresh = record({ id: 51, what: '删除文件', object: '/wwwroot/b' });
  let time: ReturnType<typeof hurry>;
  beforeEach(() => {
    time = hurry();
  });
  afterEach(() => void time.restore());

  it('appears at the top within 5 s, is marked for a moment and announced', async () => {
    show();
    await row('新建文件夹');
    // The server sends a row again that is already shown; it must appear once.
    news = [record({ id: 50 }), fresh];
    const button = await row('删除文件');
    const names = [...document.querySelectorAll('.sh-log-open')].map(({ textContent }) => textContent);
    expect(names).toEqual(['删除文件', '新建文件夹']);
    expect(button.closest('tr')?.className).toContain('sh-log-new');
    expect(screen.getByText('共 2 条')).toBeDefined();
    expect(spoken()).toContain('有 1 条新记录');
    time.endWaits(6000);
    expect(button.closest('tr')?.className).not.toContain('sh-log-new');
  });

  it('is held back with a message while the focus is in the list, and appears when the focus has left', async () => {
    const user = show();
    (await row('新建文件夹')).focus();
    news = [fresh];
    const waiting = await screen.findByText('有 1 条新记录', { selector: 'button span' });
    expect(screen.queryByText('删除文件')).toBeNull();
    expect(waiting).toBeDefined();
    await user.click(screen.getByLabelText('关键词'));
    await row('删除文件');
    expect(screen.queryByText('有 1 条新记录', { selector: 'button span' })).toBeNull();
  });

  it('polls with the current filter, and only on page 1', async () => {
    show('/log?area=files&actor=sh');
    await row('新建文件夹');
    const before = server.requests.length;
    await waitFor(() =>
      expect(server.requests.slice(before).map(({ path }) => path)).toContain('/api/log/newer/50'),
    );
    expect(JSON.parse(server.requests.at(-1)?.body ?? '')).toMatchObject({ area: 'files', actor: 'sh' });
  });

  it('polls neither on another page nor without a network', async () => {
    show('/log?page=2');
    await row('新建文件夹');
    const polls = () => server.requests.filter(({ path }) => path.startsWith('/api/log/newer')).length;
    let before = polls();
    await aWhile();
    expect(polls()).toBe(before);
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    show('/log');
    await waitFor(() => expect(document.querySelectorAll('.sh-log-open')).toHaveLength(2));
    before = polls();
    await aWhile();
    expect(polls()).toBe(before);
    online.mockRestore();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(polls()).toBeGreaterThan(before));
  });
});
