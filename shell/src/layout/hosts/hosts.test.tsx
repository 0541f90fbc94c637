import { HOST_PAGE_SIZE, HostCode, type HostListRecord } from '@sitedeck/contract';
import { installKernel, kernel, KernelProvider, setHost, startLocalTask } from '@sitedeck/sdk';
import { UiProvider } from '@sitedeck/ui/core';
import { whilePageRuns } from '@sitedeck/ui/testing/while-page-runs';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { markDirty } from '../../boot/leave-guard';
import { startHostServer, type HostServer } from '../../testing/host-server';
import { config, hostInfo } from '../../testing/samples';
import { HostNameText } from '../HostName';
import { HostWatch } from './HostWatch';

const record = (number: number, more: Partial<HostListRecord> = {}): HostListRecord => ({
  hostCode: HostCode.parse(`vh${10000 + number}`),
  hostName: `site${number}`,
  specInfo: { osType: 'Linux' },
  domains: [],
  remark: '',
  ...more,
});

const many = (count: number) => Array.from({ length: count }, (_, index) => record(index + 1));

let server: HostServer;
beforeAll(async () => {
  server = await startHostServer([]);
  installKernel({ config: { ...config, apiBase: server.url } });
  Element.prototype.scrollIntoView = () => undefined;
});
afterAll(() => server.close());
beforeEach(() => {
  server.refuses = false;
  server.pace = () => Promise.resolve();
});
afterEach(() => markDirty('files', false));

function show(hosts: readonly HostListRecord[], source: 'HOST_TOKEN' | 'FTP' = 'HOST_TOKEN') {
  server.hosts = hosts;
  setHost(hostInfo(), source);
  kernel().tasks.stop();
  render(
    <KernelProvider>
      <UiProvider locale="zh-CN" theme="light">
        <HostNameText />
        <HostWatch />
        <p>elsewhere</p>
      </UiProvider>
    </KernelProvider>,
  );
  return userEvent.setup();
}

const opener = () => screen.getByRole('button', { name: /^当前主机/ });
const field = () => screen.findByRole('combobox', { name: '主机名、备注或域名' });
const options = () => within(screen.getByRole('listbox')).queryAllByRole('option');
const pages = (from: number) =>
  server.requests
    .slice(from)
    .map(({ path }) => /getAllHostList\/(.*)$/.exec(path)?.[1])
    .filter(Boolean);

async function open(hosts: readonly HostListRecord[]) {
  const user = show(hosts);
  await user.click(opener());
  await field();
  await waitFor(() => expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('false'));
  return user;
}

/** Fakes the layout of the list: scrolled to `left` px from its end. */
function scrollTo(left: number): void {
  const list = screen.getByRole('listbox');
  const layout = { scrollHeight: 1000, clientHeight: 400, scrollTop: 600 - left };
  for (const [name, value] of Object.entries(layout))
    Object.defineProperty(list, name, { value, configurable: true, writable: true });
  fireEvent.scroll(list);
}

describe('who has a host selector', () => {
  it('enables the host switcher dropdown for login source HOST_TOKEN', () => {
    show(many(2));
    expect(opener().getAttribute('aria-haspopup')).toBe('dialog');
  });

  it('shows the host name as plain text for other login sources', () => {
    show(many(2), 'FTP');
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('shop')).toBeDefined();
  });
});

describe('the list', () => {
  it('shows remark or name, code, system, the first domain and how many more; marks the current one', async () => {
    await open([
      record(1, { remark: '我的商城', domains: ['a.com', 'b.com', 'c.com'] }),
      record(2, { specInfo: { osType: 'Windows' } }),
    ]);
    const [first, second] = options();
    expect(first?.textContent).toBe('我的商城vh10001当前主机Linux · site1 · a.com +2');
    expect(second?.textContent).toBe('site2vh10002Windows');
    expect([first, second].map((one) => one?.getAttribute('aria-selected'))).toEqual(['true', 'false']);
    expect(screen.getByText('共 2 台主机')).toBeDefined();
  });

  it('requests pages of 10', async () => {
    const from = server.requests.length;
    await open(many(25));
    expect(pages(from)).toEqual(['1/10']);
    expect(options()).toHaveLength(10);
  });

  it('loads the next page when scrolled within 100 px of the bottom, and not before', async () => {
    await open(many(25));
    const from = server.requests.length;
    scrollTo(101);
    await whilePageRuns(() => new Promise((resolve) => setTimeout(resolve, 350)));
    expect(pages(from)).toEqual([]);
    scrollTo(100);
    await waitFor(() => expect(options()).toHaveLength(20));
    expect(pages(from)).toEqual(['2/10']);
  });

  it('checks the scroll position at most every 300 ms, and does not miss the last one', async () => {
    await open(many(200));
    const from = server.requests.length;
    const since = performance.now();
    scrollTo(500);
    for (const left of [400, 300, 90]) scrollTo(left);
    await waitFor(() => expect(pages(from)).toEqual(['2/10']));
    expect(performance.now() - since).toBeGreaterThan(290);
  });

  it('requests no page after the last one', async () => {
    await open(many(15));
    scrollTo(0);
    await waitFor(() => expect(options()).toHaveLength(15));
    const from = server.requests.length;
    await whilePageRuns(() => new Promise((resolve) => setTimeout(resolve, 320)));
    scrollTo(0);
    await whilePageRuns(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(pages(from)).toEqual([]);
  });

  it('shows names with HTML in them as text', async () => {
    const name = '<img src=x onerror=alert(1)>';
    await open([record(1, { remark: name, domains: ['<b>a.com'] })]);
    expect(options()[0]?.textContent).toContain(name);
    expect(screen.getByRole('listbox').querySelector('img, b')).toBeNull();
  });

  it('says why loading failed, and retries', async () => {
    server.refuses = true;
    const user = show(many(3));
    await user.click(opener());
    await screen.findByText(/主机列表加载失败 服务器内部错误/);
    server.refuses = false;
    await user.click(screen.getByRole('button', { name: '重试' }));
    await waitFor(() => expect(options()).toHaveLength(3));
  });

  it('keeps loaded hosts when a further page fails, and retries that page', async () => {
    const user = await open(many(25));
    server.refuses = true;
    scrollTo(0);
    await screen.findByText('更多主机加载失败');
    expect(options()).toHaveLength(10);
    server.refuses = false;
    await user.click(screen.getByRole('button', { name: '重试' }));
    await waitFor(() => expect(options()).toHaveLength(20));
  });
});

describe('the search', () => {
  const hosts = [
    record(1, { remark: '我的商城', domains: ['shop.example.com'] }),
    record(2, { remark: '英文站' }),
    record(3, { domains: ['商城.中国'] }),
  ];
  const codes = () => options().map(({ textContent }) => /vh\d+/.exec(textContent)?.[0]);

  it.each([
    ['name', 'site2', ['vh10002']],
    ['remark or domain', '商城', ['vh10001', 'vh10003']],
    ['domain', 'example', ['vh10001']],
  ])('finds by %s with one field', async (_what, typed, found) => {
    const user = await open(hosts);
    await user.type(await field(), typed);
    await waitFor(() => expect(codes()).toEqual(found));
  });

  it('says that no host matches (没有匹配的主机)', async () => {
    const user = await open(hosts);
    await user.type(await field(), 'nothing');
    expect(await screen.findByText('没有匹配的主机')).toBeDefined();
  });

  it('searches after the last key, not at each key', async () => {
    await open(hosts);
    const from = server.requests.length;
    // All at once: on a busy machine single keys would be far enough apart to search.
    const place = await field();
    for (const value of ['s', 'si', 'sit', 'site']) fireEvent.change(place, { target: { value } });
    await waitFor(() => expect(server.requests.length).toBeGreaterThan(from));
    expect(server.requests.slice(from).map(({ body }) => body)).toEqual([
      '{"hostName":"site","domain":"site"}',
    ]);
  });

  it('drops an older search that is still running, and reports nothing about it', async () => {
    const user = await open(many(30));
    const onFault = jest.fn();
    const off = kernel().events.on('fault', onFault);
    let release: () => void = () => undefined;
    server.pace = () => new Promise((resolve) => (release = resolve));
    await user.type(await field(), 'site1');
    await waitFor(() => expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('true'));
    await waitFor(() => expect(server.requests.at(-1)?.body).toContain('site1'));
    server.pace = () => Promise.resolve();
    await user.type(await field(), '7');
    await waitFor(() => expect(codes()).toEqual(['vh10017']));
    act(() => release());
    await whilePageRuns(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(codes()).toEqual(['vh10017']);
    expect(onFault).not.toHaveBeenCalled();
    off();
  });
});

describe('by keyboard', () => {
  it('chooses nothing on Enter before the results for the typed text have loaded', async () => {
    const user = await open(many(3));
    const from = server.requests.length;
    // On a busy machine the results would load between two keys.
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    server.pace = () => held;
    await user.type(await field(), 'site2{Enter}');
    release();
    await waitFor(() => expect(options()).toHaveLength(1));
    expect(server.requests.slice(from).map(({ path }) => path)).not.toContain('/api/changeHost');
  });

  it('opens with Enter, moves with the arrows, closes with Esc and returns the focus', async () => {
    const user = show(many(12));
    opener().focus();
    await user.keyboard('{Enter}');
    const place = await field();
    await waitFor(() => expect(document.activeElement).toBe(place));
    await waitFor(() => expect(options()).toHaveLength(10));
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    const named = (await field()).getAttribute('aria-activedescendant') ?? '';
    expect(document.getElementById(named)?.textContent).toContain('vh10002');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(opener());
  });

  it('reaches every host: the next page loads at the last one', async () => {
    const user = await open(many(12));
    await user.keyboard('{PageDown}{PageDown}');
    await waitFor(() => expect(options()).toHaveLength(12));
  });

  it('closes on Enter on the current host without switching', async () => {
    const user = await open(many(3));
    const from = server.requests.length;
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.requests.slice(from)).toEqual([]);
  });
});

describe('choosing another host', () => {
  const changes = (from: number) =>
    server.requests.slice(from).filter(({ path }) => path === '/api/changeHost');

  it('switches at once if nothing would be lost', async () => {
    const user = await open(many(3));
    const from = server.requests.length;
    await user.click(screen.getByRole('option', { name: /vh10002/ }));
    await waitFor(() =>
      expect(changes(from)).toEqual([{ path: '/api/changeHost', body: 'hostCode=vh10002' }]),
    );
  });

  it.each([
    ['work is unsaved', () => (markDirty('files', true), () => markDirty('files', false))],
    [
      'an upload runs',
      () => {
        const reply = startLocalTask({ kind: 'upload', label: 'a' });
        if (reply.is !== 'started') throw new Error('refused');
        reply.handle.signal.addEventListener('abort', () => reply.handle.finish());
        return () => reply.handle.finish();
      },
    ],
  ])('asks first if %s, in a modal of 450 px; 取消 changes nothing', async (_what, begin) => {
    const user = await open(many(3));
    let end: () => void = () => undefined;
    void act(() => (end = begin()));
    const from = server.requests.length;
    await user.click(screen.getByRole('option', { name: /vh10002/ }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('切换主机会停止当前上传并放弃未保存的修改');
    expect(dialog.closest<HTMLElement>('.ant-modal')?.style.width).toBe('450px');
    await user.click(within(dialog).getByRole('button', { name: '取消' }));
    await waitFor(() => expect(document.activeElement).toBe(opener()));
    expect(changes(from)).toEqual([]);
    await user.click(opener());
    await user.click(await screen.findByRole('option', { name: /vh10002/ }));
    await user.click(await screen.findByRole('button', { name: '切换主机' }));
    await waitFor(() => expect(changes(from)).toHaveLength(1));
    act(() => end());
  });
});

describe('another window switched the host', () => {
  const fault = { code: '409', reason: 'host-changed', message: '当前主机已在其他窗口切换，请刷新页面' };
  const find = (asked: boolean) => act(() => kernel().events.emit('host-changed', { fault, asked }));
  const dialog = () => screen.queryByRole('dialog', { name: '当前主机已切换' });

  it('explains what it means and offers to reload; again only when the user acts', async () => {
    const user = show(many(1));
    find(false);
    expect((await screen.findByRole('dialog')).textContent).toContain('在这里的操作不会执行');
    const refresh = screen.getByRole('button', { name: '刷新' });
    await waitFor(() => expect(document.activeElement).toBe(refresh));
    await user.click(screen.getByRole('button', { name: '留在此页' }));
    await waitFor(() => expect(dialog()).toBeNull());
    find(false);
    await whilePageRuns(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(dialog()).toBeNull();
    find(true);
    await waitFor(() => expect(dialog()).not.toBeNull());
  });
});

it('shows all hosts with all of their domains in a modal of 600 px', async () => {
  const user = await open([record(1), record(2, { domains: ['a.com', 'b.com', 'c.com'] })]);
  await user.click(screen.getByRole('button', { name: '查看全部主机' }));
  const dialog = await screen.findByRole('dialog', { name: '全部主机' });
  expect(dialog.closest<HTMLElement>('.ant-modal')?.style.width).toBe('600px');
  // Each name is an element of its own, which is broken only if it is longer than a line.
  for (const name of ['a.com', 'b.com', 'c.com']) expect(await within(dialog).findByText(name)).toBeDefined();
});

it('has no serious finding of axe', async () => {
  await open(many(HOST_PAGE_SIZE));
  const { violations } = await whilePageRuns(() =>
    axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    }),
  );
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
});
