import '@testing-library/jest-dom';
import {
  actOnFindings,
  listFindingRequests,
  listFindings,
  readScan,
  saveScanSchedule,
  SCAN_CODE_MAX,
  SCAN_DELETE_TYPED,
  scanReport,
} from '@sitedeck/contract';
import { withChannels } from '@sitedeck/ui/testing/message-channel';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { refusal, reply } from '@sitedeck/ui/testing/reply-server';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app';
import {
  fileOf,
  findingOf,
  findingsReply,
  openScanServer,
  scanStatus,
  unknownFile,
} from '../testing/scan-server';

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

interface View {
  readonly search?: string;
  readonly locale?: 'zh-CN' | 'en-US';
  readonly inPortal?: boolean;
}

function open({ search = '', ...view }: View = {}) {
  const shown = renderRemote(App, { at: `/safe/searchAndKill?${search}`, locale: 'zh-CN', ...view });
  return { user: userEvent.setup(), ...shown };
}
type User = ReturnType<typeof open>['user'];

const dialog = () => screen.findByRole('dialog');
const acts = () => server.requestsOf(actOnFindings).map(({ body }) => body);
const PATH = '/wwwroot/uploads/a.php';

async function openDetail(user: User, path = PATH): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name: `${path} 的详情` });
  await user.click(button);
  const row = button.closest('tr')?.nextElementSibling;
  if (!(row instanceof HTMLElement)) throw new Error('No details below the row');
  return row;
}

async function openAct(user: User, name: string, path = PATH): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `${path} 的更多操作` }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

async function select(user: User, ...paths: readonly string[]): Promise<HTMLElement> {
  for (const path of paths) await user.click(await screen.findByRole('checkbox', { name: `选择 ${path}` }));
  return screen.findByRole('toolbar');
}

describe('the list of findings', () => {
  it('shows what each file is, where, and how grave it is', async () => {
    open();
    const row = (await screen.findByText(PATH)).closest('tr');
    expect(row).toHaveTextContent(/高危一句话木马第 3 行/);
    expect(screen.getByText('/wwwroot/big.php').closest('tr')).toHaveTextContent(/未能分析分析超时/);
  });

  it('filters by severity and by a part of the path, in the address', async () => {
    const { user, reported } = open();
    fireEvent.change(await screen.findByRole('textbox', { name: '搜索路径' }), { target: { value: 'up' } });
    await waitFor(() => expect(server.requestsOf(listFindings).at(-1)?.query['keyword']).toBe('up'));
    expect(reported.search).toBe('q=up');
    server.give(findingsReply());
    fireEvent.change(screen.getByRole('textbox', { name: '搜索路径' }), { target: { value: 'none' } });
    await user.click(await screen.findByRole('button', { name: '清除筛选' }));
    expect(reported.search).toBe('');
  });

  it('says why it could not be loaded', async () => {
    server.give(refusal(listFindings, { reason: 'internal', message: '服务器内部错误', code: '500' }));
    open();
    expect(await screen.findByText('服务器内部错误')).toBeInTheDocument();
  });

  it.each([
    ['quarantined', '没有已隔离的文件'],
    ['ignored', '没有已忽略的文件'],
    ['resolved', '还没有处理过的文件'],
  ])('says that no file is %s', async (tab, words) => {
    server.give(findingsReply());
    open({ search: `tab=${tab}` });
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(server.requestsOf(listFindings)[0]?.query).toMatchObject({ state: tab });
  });

  it('gives the reason for which a file is ignored', async () => {
    server.give(findingsReply(fileOf({ state: 'ignored', reason: 'our <b>own</b> script' })));
    open({ search: 'tab=ignored' });
    expect(await screen.findByText('忽略原因：our <b>own</b> script')).toBeInTheDocument();
  });

  it('gives a report to save', async () => {
    server.give(reply(scanReport, 'path,severity'));
    // jsdom has neither addresses of data nor downloads.
    Object.assign(URL, { createObjectURL: () => 'blob:report', revokeObjectURL: () => undefined });
    const saved: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '导出报告' }));
    await user.click(await screen.findByRole('menuitem', { name: 'CSV 表格' }));
    await waitFor(() => expect(saved).toEqual([expect.stringMatching(/^scan-report-vh\d+-[\d-]+\.csv$/)]));
    expect(server.requestsOf(scanReport)[0]?.query).toEqual({ format: 'csv' });
  });
});

describe('a finding', () => {
  it('shows the lines of code, the marked one, and step by step why', async () => {
    const { user } = open();
    const detail = await openDetail(user);
    const lines = within(within(detail).getByRole('list', { name: '相关代码' })).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      '1<?php',
      '2// wp cache helper',
      "命中 3eval($_POST['x']);",
    ]);
    expect(within(detail).getByRole('heading', { name: '为什么判为高危' })).toBeInTheDocument();
    expect(within(detail).getByText("$_POST['x']")).toHaveClass('sd-mono');
    expect(detail).toHaveTextContent(/可信度 98% · 规则 php-request-eval/);
  });

  it('shows code and names as text, with what hides in them', async () => {
    const path = '/wwwroot/<img src=x onerror=alert(1)>\u202egpj.php';
    const lines = [
      '<script>alert(1)</script>',
      '$\u3164 = "\u202e";\u0000',
      `/*${'x'.repeat(SCAN_CODE_MAX - 2)}`,
    ];
    const steps = [{ kind: 'assigned', line: 2, code: '<b>$\u200dx</b>' } as const];
    server.give(
      findingsReply(fileOf({ path, findings: [findingOf({ excerpt: { first: 1, lines }, steps })] })),
    );
    const { user, container } = open();
    const shown = '/wwwroot/<img src=x onerror=alert(1)>⟨RLO⟩gpj.php';
    const detail = await openDetail(user, shown);
    expect(within(detail).getByText('<script>alert(1)</script>')).toBeInTheDocument();
    expect(within(detail).getByText('$⟨U+3164⟩ = "⟨RLO⟩";⟨U+0000⟩')).toBeInTheDocument();
    expect(within(detail).getByText(/^\/\*x+…$/)).toBeInTheDocument();
    expect(within(detail).getByText('<b>$⟨ZWJ⟩x</b>')).toBeInTheDocument();
    expect(container.querySelectorAll('script, img, b')).toHaveLength(0);
    expect(container.textContent).not.toMatch(/[\u202e\u3164]/);
  });

  it('says of a file that could not be analysed why, and that it is not safe', async () => {
    server.give(findingsReply(unknownFile()));
    const { user } = open();
    const detail = await openDetail(user, '/wwwroot/big.php');
    expect(detail).toHaveTextContent(/分析超时 未能分析的文件不会计为安全/);
    expect(within(detail).queryByRole('list', { name: '相关代码' })).not.toBeInTheDocument();
  });

  it('leads to the file, at its line', async () => {
    const { user, reported } = open();
    await user.click(within(await openDetail(user)).getByRole('button', { name: '查看整个文件' }));
    const search = new URLSearchParams({ path: '/wwwroot/uploads', act: 'edit', file: PATH, line: '3' });
    expect(reported.to).toBe(`/fileManage?${search.toString()}`);
  });

  it.each([
    ['in a portal', { inPortal: true }, {}],
    ['whose name is not UTF-8', {}, { path: '/wwwroot/\uFFFD.php' }],
    ['that is in quarantine', { search: 'tab=quarantined' }, { state: 'quarantined' as const }],
  ])('leads to no file %s', async (_what, view, given) => {
    const file = fileOf(given);
    server.give(findingsReply(file));
    const { user } = open(view);
    const detail = await openDetail(user, file.path);
    expect(within(detail).getByRole('button', { name: '查看当时的访问' })).toBeInTheDocument();
    expect(within(detail).queryByRole('button', { name: '查看整个文件' })).not.toBeInTheDocument();
  });

  it('leads to the visits that called the file', async () => {
    const visit = { at: '2026-11-21T01:47:00.000Z', address: '198.51.100.66', status: 200, agent: 'curl/8' };
    const requests = [{ ...visit, request: 'POST /uploads/a.php?<script>' }];
    server.give(reply(listFindingRequests, { requests, isComplete: false }));
    const { user } = open();
    await user.click(within(await openDetail(user)).getByRole('button', { name: '查看当时的访问' }));
    const drawer = await dialog();
    expect(await within(drawer).findByText('POST /uploads/a.php?<script>')).toBeInTheDocument();
    expect(within(drawer).getByText('198.51.100.66')).toBeInTheDocument();
    expect(within(drawer).getByText(/更早的访问无法查到/)).toBeInTheDocument();
    expect(server.requestsOf(listFindingRequests)[0]?.query).toEqual({ id: '5' });
  });

  it('says that the file has had no visits', async () => {
    const { user } = open();
    await user.click(within(await openDetail(user)).getByRole('button', { name: '查看当时的访问' }));
    expect(await within(await dialog()).findByText('访问日志中没有对该文件的访问')).toBeInTheDocument();
  });
});

describe('acts', () => {
  it('quarantines a file at once, and brings it back by undo', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: `隔离 ${PATH}` }));
    expect(await screen.findByText(`已隔离 ${PATH}`)).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: '撤销' }));
    expect(await screen.findByText(`已恢复 ${PATH}`)).toBeInTheDocument();
    expect(acts()).toEqual([
      { act: 'quarantine', ids: [5], reason: '' },
      { act: 'restore', ids: [5], reason: '' },
    ]);
  });

  it('reads figures and list again afterwards', async () => {
    const { user } = open();
    const figures = { high: 1, suspicious: 0, notice: 0, unknown: 0 };
    const left = fileOf({ id: 6, path: '/wwwroot/left.php' });
    server.onNext(actOnFindings, findingsReply(left), reply(readScan, scanStatus({ open: figures })));
    await user.click(await screen.findByRole('button', { name: `隔离 ${PATH}` }));
    expect(await screen.findByText('发现 1 个高危文件')).toBeInTheDocument();
    expect(await screen.findByText('/wwwroot/left.php')).toBeInTheDocument();
    expect(screen.queryByText('/wwwroot/old.php')).not.toBeInTheDocument();
  });

  it('quarantines the selected files together, and says which were not', async () => {
    const failed = [{ id: 6, path: '/wwwroot/cache/.tmp.php', reason: '文件在扫描后已被修改' }];
    server.give(reply(actOnFindings, { done: [5, 7], failed }));
    const { user } = open();
    const bar = await select(user, PATH, '/wwwroot/cache/.tmp.php', '/wwwroot/old.php');
    await user.click(within(bar).getByRole('button', { name: '隔离' }));
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(/1 个文件未处理/);
    expect(notice).toHaveTextContent(/已隔离 2 个文件/);
    expect(notice).toHaveTextContent(/\/wwwroot\/cache\/\.tmp\.php文件在扫描后已被修改/);
    expect(acts()).toEqual([{ act: 'quarantine', ids: [5, 6, 7], reason: '' }]);
    await user.click(within(notice).getByRole('button', { name: '撤销' }));
    await waitFor(() => expect(acts().at(-1)).toEqual({ act: 'restore', ids: [5, 7], reason: '' }));
  });

  it('says why an act was refused', async () => {
    server.give(refusal(actOnFindings, { reason: 'scan-running', message: '正在扫描' }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: `隔离 ${PATH}` }));
    expect(await screen.findByText('正在扫描')).toBeInTheDocument();
  });

  it('ignores a file only with a reason', async () => {
    const { user } = open();
    await user.click(within(await openDetail(user)).getByRole('button', { name: '这是误报' }));
    const box = await dialog();
    await user.click(within(box).getByRole('button', { name: '忽略' }));
    expect(await within(box).findByText(/请填写忽略原因/)).toBeInTheDocument();
    expect(acts()).toEqual([]);
    fireEvent.change(within(box).getByLabelText('忽略原因'), { target: { value: ' 统计脚本 ' } });
    await user.click(within(box).getByRole('button', { name: '忽略' }));
    await waitFor(() => expect(acts()).toEqual([{ act: 'ignore', ids: [5], reason: '统计脚本' }]));
    expect(await screen.findByText(`已忽略 ${PATH}`)).toBeInTheDocument();
  });

  it('keeps the dialog and its input when ignoring is refused', async () => {
    server.give(refusal(actOnFindings, { reason: 'internal', message: '服务器内部错误', code: '500' }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: `忽略 ${PATH}` }));
    const box = await dialog();
    fireEvent.change(within(box).getByLabelText('忽略原因'), { target: { value: '统计脚本' } });
    await user.click(within(box).getByRole('button', { name: '忽略' }));
    expect(await within(box).findByText('服务器内部错误')).toBeInTheDocument();
    expect(within(box).getByLabelText('忽略原因')).toHaveValue('统计脚本');
  });

  it('stops ignoring a file', async () => {
    server.give(findingsReply(fileOf({ state: 'ignored', reason: 'ours' })));
    const { user } = open({ search: 'tab=ignored' });
    await user.click(await screen.findByRole('button', { name: `取消忽略 ${PATH}` }));
    await waitFor(() => expect(acts()).toEqual([{ act: 'unignore', ids: [5], reason: '' }]));
  });

  it('restores a file after a question, because visitors reach it again', async () => {
    server.give(findingsReply(fileOf({ state: 'quarantined' })));
    const { user } = open({ search: 'tab=quarantined' });
    await user.click(await screen.findByRole('button', { name: `恢复 ${PATH}` }));
    const box = await dialog();
    expect(within(box).getByText(/访客可再次访问其中的代码/)).toBeInTheDocument();
    expect(acts()).toEqual([]);
    await user.click(within(box).getByRole('button', { name: '恢复' }));
    await waitFor(() => expect(acts()).toEqual([{ act: 'restore', ids: [5], reason: '' }]));
  });

  it('deletes a file only after a question that names it', async () => {
    const { user } = open();
    await openAct(user, '删除');
    const box = await dialog();
    expect(within(box).getByText(PATH)).toBeInTheDocument();
    expect(within(box).getByText(/建议先隔离/)).toBeInTheDocument();
    await waitFor(() => expect(within(box).getByRole('button', { name: /取\s*消/ })).toHaveFocus());
    await user.click(within(box).getByRole('button', { name: '删除 1 个文件' }));
    await waitFor(() => expect(acts()).toEqual([{ act: 'delete', ids: [5], reason: '' }]));
  });

  it('deletes many files only once a word is typed', async () => {
    const files = Array.from({ length: SCAN_DELETE_TYPED }, (_, id) =>
      fileOf({ id: id + 1, path: `/${id}.php` }),
    );
    server.give(findingsReply(...files));
    const { user } = open();
    const bar = await select(user, '/0.php');
    await user.click(within(bar).getByRole('button', { name: `选择全部 ${SCAN_DELETE_TYPED} 项` }));
    await user.click(within(bar).getByRole('button', { name: '删除' }));
    const box = await dialog();
    const act = within(box).getByRole('button', { name: `删除 ${SCAN_DELETE_TYPED} 个文件` });
    expect(act).toHaveAttribute('aria-disabled', 'true');
    fireEvent.change(within(box).getByLabelText('输入 删除 确认'), { target: { value: '删除' } });
    await user.click(within(box).getByRole('button', { name: `删除 ${SCAN_DELETE_TYPED} 个文件` }));
    await waitFor(() => expect(acts()).toHaveLength(1));
  });
});

describe('the schedule', () => {
  it('changes in a dialog', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '定时：每天 02:00' }));
    const box = await dialog();
    expect(within(box).getByText('按服务器时区 Asia/Shanghai')).toBeInTheDocument();
    await user.click(within(box).getByLabelText(/^全部扫描/));
    await user.click(within(box).getByLabelText(/^收到新文件后扫描/));
    await user.click(within(box).getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsOf(saveScanSchedule)[0]?.body).toEqual({
        ...{ isOn: true, mode: 'all', frequency: 'daily', hour: 2, onArrival: true },
      }),
    );
    expect(await screen.findByText(/^已保存，下次扫描 2026-11-23/)).toBeInTheDocument();
  });

  it('stays off unless the owner has set it', async () => {
    const schedule = { ...scanStatus().schedule, isOn: false };
    server.give(reply(readScan, scanStatus({ schedule, nextAt: null })));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '定时：未开启' }));
    expect(within(await dialog()).queryByText(/服务器时区/)).not.toBeInTheDocument();
  });

  it('names the arrival of files where that is all it has', async () => {
    const schedule = { ...scanStatus().schedule, isOn: false, onArrival: true };
    server.give(reply(readScan, scanStatus({ schedule, nextAt: null })));
    open({ locale: 'en-US' });
    expect(await screen.findByRole('button', { name: 'Schedule: when files arrive' })).toBeInTheDocument();
  });
});
