import type { VisitSlot } from '@sitedeck/contract';
import { installKernel, kernel, KernelProvider, setHost } from '@sitedeck/sdk';
import { api } from '@sitedeck/sdk/query';
import { UiProvider } from '@sitedeck/ui/core';
import { whilePageRuns } from '@sitedeck/ui/testing/while-page-runs';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { config, hostInfo } from '../../testing/samples';
import { startVisitsServer, visitsOf, type VisitsServer } from '../../testing/visits-server';
import { VisitsCard } from './VisitsCard';

const NOW = new Date(2026, 10, 21, 8, 15).getTime();
const busy = { requests: 1500, bytes: 1_288_490, ok: 1200, redirect: 200, clientError: 90, serverError: 10 };
let server: VisitsServer;

beforeAll(async () => {
  server = await startVisitsServer();
  installKernel({ config: { ...config, apiBase: server.url } });
  setHost(hostInfo(), 'FTP');
  kernel().tasks.stop();
});
afterAll(() => server.close());
afterEach(() => {
  server.before = () => Promise.resolve();
  cleanup();
  act(() => void kernel().store.dispatch(api.util.resetApiState()));
});

function reply(counts: (index: number) => Partial<VisitSlot>): void {
  server.answer = (range) => visitsOf(range, { now: NOW, counts });
}

function show(locale: 'zh-CN' | 'en-US' = 'zh-CN') {
  render(
    <KernelProvider>
      <UiProvider locale={locale} theme="light">
        <VisitsCard />
      </UiProvider>
    </KernelProvider>,
  );
  return userEvent.setup();
}

const card = () => screen.getByRole('region', { name: '访问与状态码' });
const chart = () => screen.findByRole('slider');
const bars = (kind: string) => card().querySelectorAll(`rect.sh-visits-${kind}`);

it('stacks the four kinds of status, each with its label and its sum', async () => {
  reply((index) => (index === 3 ? busy : index === 20 ? { requests: 4, ok: 4, bytes: 400 } : {}));
  show();
  await chart();
  const legend = within(card())
    .getAllByRole('listitem')
    .map((item) => item.textContent);
  expect(legend).toEqual(
    ['2xx 成功 1,204', '3xx 重定向 200', '4xx 请求错误 90', '5xx 网站错误 10'].map((text): unknown =>
      expect.stringContaining(text),
    ),
  );
  expect(['ok', 'redirect', 'clientError', 'serverError'].map((kind) => bars(kind).length)).toEqual([
    2, 1, 1, 1,
  ]);
  expect(card().textContent).toContain('共 1,504 次请求，发送 1.23 MB');
  expect(card().textContent).toContain('统计至 08:15');
});

it('shows a single failure among thousands', async () => {
  reply((index) => (index === 3 ? { requests: 100_000, ok: 99_999, serverError: 1 } : {}));
  show();
  await chart();
  expect(Number(bars('serverError')[0]?.getAttribute('height'))).toBeGreaterThanOrEqual(1);
});

it('draws few grid lines at round values', async () => {
  reply((index) => (index === 3 ? { requests: 1980, ok: 1980 } : {}));
  show();
  await chart();
  const lines = [...card().querySelectorAll('.sd-chart-scale span')].map((line) => line.textContent);
  expect(lines).toEqual(['0', '500', '1k', '1.5k', '2k']);
});

it('names hours in local time', async () => {
  reply(() => busy);
  show();
  await chart();
  const times = [...card().querySelectorAll('.sd-chart-times span')].map((time) => time.textContent);
  expect(times).toEqual(['09:00', '12:00', '15:00', '18:00', '21:00', '00:00', '03:00', '06:00']);
});

it('moves from slot to slot by arrow keys and announces each in words', async () => {
  reply((index) => (index === 22 ? busy : {}));
  const user = show();
  const plot = await chart();
  act(() => plot.focus());
  expect(plot.getAttribute('aria-valuetext')).toContain('11-21 08:00–现在：请求 0');
  await user.keyboard('{ArrowLeft}');
  expect(plot.getAttribute('aria-valuetext')).toBe(
    '11-21 07:00–08:00：请求 1,500，发送 1.23 MB，2xx 1,200，3xx 200，4xx 90，5xx 10',
  );
  expect(card().querySelector('.sd-chart-tip')?.textContent).toContain('1,500');
  await user.keyboard('{Home}');
  expect(plot.getAttribute('aria-valuenow')).toBe('1');
  await user.keyboard('{ArrowLeft}');
  expect(plot.getAttribute('aria-valuenow')).toBe('1');
  await user.keyboard('{End}{ArrowRight}');
  expect(plot.getAttribute('aria-valuenow')).toBe('24');
  await user.keyboard('{Escape}');
  expect(card().querySelector('.sd-chart-tip')).toBeNull();
});

it('shows the figures of the slot under the pointer', async () => {
  reply((index) => (index === 6 ? busy : {}));
  show();
  const plot = await chart();
  plot.getBoundingClientRect = () => ({ left: 100, width: 480 }) as DOMRect;
  // jsdom's own pointer events have no coordinates.
  fireEvent(plot, new MouseEvent('pointermove', { bubbles: true, clientX: 100 + 20 * 6 + 5 }));
  expect(card().querySelector('.sd-chart-tip')?.textContent).toContain('11-20 15:00–16:00');
  expect(card().querySelector('.sd-chart-tip')?.textContent).toContain('1,500');
});

it('offers a table for reading, the newest slot first', async () => {
  reply((index) => (index === 22 ? busy : {}));
  const user = show();
  await chart();
  await user.click(screen.getByRole('button', { name: '切换为表格' }));
  const table = screen.getByRole('table', { name: '最近 24 小时的访问' });
  const rows = within(table).getAllByRole('row');
  expect(rows).toHaveLength(25);
  const cells = (row: HTMLElement | undefined) =>
    [...(row?.children ?? [])].map((cell) => cell.textContent?.trim());
  expect(cells(rows[0])).toEqual(['时间', '请求', '2xx', '3xx', '4xx', '5xx', '发送']);
  expect(cells(rows[1])?.[0]).toBe('11-21 08:00–现在');
  expect(cells(rows[2])).toEqual(['11-21 07:00–08:00', '1,500', '1,200', '200', '90', '10', '1.23 MB']);
  await user.click(screen.getByRole('button', { name: '切换为图表' }));
  expect(screen.getByRole('slider')).toBeDefined();
});

it('switches to 30 days and shows nothing of the other period meanwhile', async () => {
  reply((index) => (index === 3 ? busy : {}));
  const user = show();
  await chart();
  let release = () => {};
  server.before = () => new Promise((resolve) => (release = resolve));
  await user.click(screen.getByRole('radio', { name: '30 天' }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '30 天' }).checked).toBe(true);
  expect(card().getAttribute('aria-busy')).toBe('true');
  expect(card().textContent).not.toContain('1,200');
  await waitFor(() => expect(server.requests.at(-1)).toBe('30d'));
  release();
  const plot = await chart();
  expect(plot.getAttribute('aria-valuemax')).toBe('30');
  expect(card().textContent).toContain('按 UTC 日期统计');
});

it('says that there were no visits yet', async () => {
  reply(() => ({}));
  show();
  expect(await screen.findByText('暂无访问')).toBeDefined();
  expect(screen.queryByRole('slider')).toBeNull();
});

it('shows no zero before the figures load', async () => {
  const held: (() => void)[] = [];
  server.before = () => new Promise((resolve) => held.push(resolve));
  reply(() => busy);
  show();
  expect(card().getAttribute('aria-busy')).toBe('true');
  expect(card().textContent).not.toMatch(/ 0/);
  await waitFor(() => expect(held).toHaveLength(1));
  for (const release of held) release();
  await chart();
});

it('says why it failed, and loads on retry', async () => {
  server.answer = 'refused';
  const user = show();
  expect((await screen.findByRole('alert')).textContent).toContain('访问统计加载失败');
  reply(() => busy);
  await user.click(screen.getByRole('button', { name: /重试/ }));
  await chart();
});

it('polls every minute while the page is visible, and at once when the user returns to it', async () => {
  reply(() => busy);
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'], advanceTimers: true });
  const seen = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  try {
    const before = server.requests.length;
    const requestCount = () => server.requests.length - before;
    show();
    await chart();
    expect(requestCount()).toBe(1);
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    await waitFor(() => expect(requestCount()).toBe(2));
    seen.mockReturnValue('hidden');
    await act(() => jest.advanceTimersByTimeAsync(600_000));
    expect(requestCount()).toBe(2);
    seen.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(requestCount()).toBe(3));
  } finally {
    jest.useRealTimers();
  }
});

it.each(['chart', 'table'])('passes axe as a %s', async (view) => {
  reply(() => busy);
  const user = show('en-US');
  await chart();
  if (view === 'table') await user.click(screen.getByRole('button', { name: 'Show as table' }));
  const { violations } = await whilePageRuns(() =>
    axe.run(document.body, { rules: { region: { enabled: false } } }),
  );
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});
