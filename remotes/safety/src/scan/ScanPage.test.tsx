import '@testing-library/jest-dom';
import { listFindings, readScan, startScan, stopTask } from '@sitedeck/contract';
import { withChannels } from '@sitedeck/ui/testing/message-channel';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { refusal, reply } from '@sitedeck/ui/testing/reply-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app';
import { findingsReply, openScanServer, scanStatus, scanTask } from '../testing/scan-server';
import type { ScanStatus } from './scan-status';

let server: Awaited<ReturnType<typeof openScanServer>>;

beforeAll(async () => {
  withChannels();
  server = await openScanServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  startKernel(server.origin);
});

const none = { high: 0, suspicious: 0, notice: 0, unknown: 0 };

function open(given: { readonly status?: Partial<ScanStatus>; readonly locale?: 'zh-CN' | 'en-US' } = {}) {
  if (given.status) server.give(reply(readScan, scanStatus(given.status)));
  const shown = renderRemote(App, { at: '/safe/searchAndKill', locale: given.locale ?? 'zh-CN' });
  return { user: userEvent.setup(), ...shown };
}

const summary = () => screen.findByRole('region', { name: /^(扫描结果|Scan result)$/ });
const verdict = async () => within(await summary()).getByRole('heading').textContent;

describe('the result of the last scan', () => {
  it('counts what was found, by severity and by what was done with it', async () => {
    const { user, reported } = open();
    expect(await verdict()).toBe('发现 2 个高危文件，另有 1 个需要确认');
    const facts = /定时扫描 · 8,412 个文件 · 本次读取 120 个 · 1.04 GB · 用时 01:36/;
    expect(await summary()).toHaveTextContent(facts);
    await screen.findByText('/wwwroot/uploads/a.php');
    await user.click(screen.getByRole('button', { name: '查看高危 2' }));
    await waitFor(() =>
      expect(server.requestsOf(listFindings).at(-1)?.query).toMatchObject({
        state: 'open',
        severity: 'high',
      }),
    );
    await user.click(screen.getByRole('button', { name: '查看已隔离 14' }));
    expect(reported.search).toBe('tab=quarantined');
  });

  it('says in English what was found', async () => {
    open({ locale: 'en-US', status: { open: { ...none, high: 1, notice: 2 } } });
    expect(await verdict()).toBe('1 high-risk file found, 2 more to review');
    expect(screen.getByRole('button', { name: 'Schedule: daily at 02:00' })).toBeInTheDocument();
  });

  it('says how many files are clean only if all were analysed', async () => {
    server.give(findingsReply());
    open({ status: { open: none, last: { ...lastOf(), isScheduled: false, mode: 'all', read: 8412 } } });
    expect(await verdict()).toBe('已扫描 8,412 个文件，未发现风险');
    expect(await summary()).toHaveTextContent(/全部扫描 · 8,412 个文件 · 1.04 GB/);
    // The list says so, too.
    await waitFor(() => expect(screen.getAllByText('已扫描 8,412 个文件，未发现风险')).toHaveLength(2));
  });

  it.each([
    [
      'files could not be analysed',
      { open: { ...none, unknown: 2 } },
      '有 2 个文件未能分析，无法判断是否安全',
    ],
    [
      'the scan did not finish',
      { open: none, last: { ...lastOf(), isComplete: false } },
      '上次扫描未完成，还不能判断网站是否安全',
    ],
  ])('calls a site clean neither when %s', async (_why, status, words) => {
    server.give(findingsReply());
    open({ status });
    expect(await verdict()).toBe(words);
    expect(screen.queryByText(/未发现风险/)).not.toBeInTheDocument();
  });

  it('says beside findings that the scan did not finish', async () => {
    open({ status: { last: { ...lastOf(), isComplete: false } } });
    expect(await summary()).toHaveTextContent(/未完成，结果可能不全/);
  });

  it('says that it could not be loaded, and tries again on request', async () => {
    server.give(refusal(readScan, { reason: 'internal', code: '500' }));
    const { user } = open();
    expect(await screen.findByText('扫描结果加载失败')).toBeInTheDocument();
    server.give(reply(readScan, scanStatus()));
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await verdict()).toContain('高危');
  });

  it('says that it may not be seen', async () => {
    server.give(refusal(readScan, { reason: 'forbidden', code: '403' }));
    open();
    expect(await screen.findByText('没有查看扫描结果的权限')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '重试' })).not.toBeInTheDocument();
  });
});

describe('a scan', () => {
  it('offers itself where there was none yet', async () => {
    const { user } = open({ status: { last: null, open: none, quarantined: 0, ignored: 0 } });
    expect(await verdict()).toBe('还没有扫描过');
    expect(screen.queryByRole('tablist')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '开始扫描' }));
    await waitFor(() => expect(server.requestsOf(startScan)[0]?.body).toEqual({ mode: 'all' }));
  });

  it.each([
    ['快速扫描', 'changed'],
    ['全部扫描', 'all'],
  ])('is started by %s', async (name, mode) => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(server.requestsOf(startScan)[0]?.body).toEqual({ mode }));
  });

  it('shows how far it is, and is cancelled', async () => {
    server.tasks(scanTask());
    const { user } = open({ status: { runningTask: 61 } });
    expect(await screen.findByText(/1,204\/2,800 个文件/)).toBeInTheDocument();
    expect(await verdict()).toContain('正在扫描');
    for (const name of ['快速扫描', '全部扫描'])
      expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    // What was found before stays, and can be worked on.
    expect(await screen.findByRole('button', { name: '隔离 /wwwroot/uploads/a.php' })).not.toHaveAttribute(
      'aria-disabled',
    );
    await user.click(screen.getByRole('button', { name: '取消木马扫描' }));
    await waitFor(() => expect(server.requestsOf(stopTask)).toHaveLength(1));
  });

  it('shows its result when it ends', async () => {
    server.tasks(scanTask());
    open({ status: { runningTask: 61 } });
    await screen.findByText(/1,204\/2,800 个文件/);
    server.give(reply(readScan, scanStatus({ open: { ...none, high: 7 } })));
    server.tasks(scanTask({ taskStatus: 'RUNNING_SUCCESS', endTime: '2026-11-21T08:02:00.000Z' }));
    expect(await screen.findByText('发现 7 个高危文件', {}, { timeout: 15_000 })).toBeInTheDocument();
  });

  it('refuses to start without its programs, and says so', async () => {
    const { user } = open({ status: { engine: 'missing' } });
    expect(await screen.findByText(/暂时不能扫描，请联系服务商/)).toBeInTheDocument();
    const button = screen.getByRole('button', { name: '快速扫描' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(button);
    expect(server.requestsOf(startScan)).toEqual([]);
  });

  it('runs without rules, and says what it may miss', async () => {
    open({ status: { engine: 'no-rules' }, locale: 'en-US' });
    expect(await screen.findByText(/Some known ones may be missed/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Quick scan' })).not.toHaveAttribute('aria-disabled');
  });
});

function lastOf(): NonNullable<ScanStatus['last']> {
  const { last } = scanStatus();
  if (last === null) throw new Error('The sample has a last scan');
  return last;
}
