import '@testing-library/jest-dom';
import {
  browseBackup,
  createBackup,
  DEFAULT_PLAN,
  deleteBackup,
  deleteLastBackup,
  listBackups,
  listBackupTargets,
  listTargetPoints,
  noteBackup,
  previewBackupPlan,
  queryTaskList,
  saveBackupPlan,
  saveBackupTarget,
} from '@sitedeck/contract';
import { pollTasksNow } from '@sitedeck/sdk';
import { withChannels } from '@sitedeck/ui/testing/message-channel';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { reply } from '@sitedeck/ui/testing/reply-server';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { App } from '../app';
import {
  entryOf,
  planPreview,
  openBackupServer,
  planReply,
  pointOf,
  pointsReply,
} from '../testing/backup-server';

let server: Awaited<ReturnType<typeof openBackupServer>>;

beforeAll(async () => {
  withChannels();
  server = await openBackupServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  startKernel(server.origin, `${server.origin}/fs`);
});

const NAS = {
  ...{ id: 4, name: 'nas', enabled: true, state: 'idle' as const, syncedAt: null, behind: 0 },
  place: { is: 'rest' as const, url: 'https://nas.example.com/x' },
};

const WEEK_MS = 7 * 24 * 3600_000;
const soon = () => new Date(Date.now() + WEEK_MS).toISOString();

/** Finds a dialog by its text: a search by role computes the style of every element and is slow. */
async function dialogOf(words: string | RegExp, selector = '*'): Promise<HTMLElement> {
  const dialog = (await screen.findByText(words, { selector })).closest<HTMLElement>('[role=dialog]');
  if (!dialog) throw new Error(`${String(words)} is in no dialog`);
  return dialog;
}
const dialogTitled = (words: string | RegExp) => dialogOf(words, '.ant-modal-title');
const buttonIn = (dialog: HTMLElement, name: string) =>
  within(dialog).getByText(name, { selector: 'button *' });
const waitUntilGone = (words: string | RegExp) => waitFor(() => expect(screen.queryByText(words)).toBeNull());

async function rowOf(note: string): Promise<HTMLElement> {
  const row = (await screen.findByText(note)).closest('li');
  if (!row) throw new Error(`${note} is in no row`);
  return row;
}

/** Without the check for covering elements, which computes the style of every element at each click. */
const userOf = () => userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
type User = ReturnType<typeof userOf>;

/** Chooses an entry of a menu. Menus that were open before stay in the page, hidden. */
async function choose(user: User, ...[row, opener, entry]: readonly [HTMLElement, RegExp, string]) {
  await user.click(within(row).getByLabelText(opener));
  const shown = '.ant-dropdown:not(.ant-dropdown-hidden) .ant-dropdown-menu-title-content';
  await user.click(await screen.findByText(entry, { selector: shown }));
}

async function enterPassword(user: User) {
  await user.type(await screen.findByLabelText('当前 FTP 密码'), 'secret{Enter}');
}

it('shows an empty page, then creates a backup of the chosen parts with a note', async () => {
  const user = userOf();
  renderRemote(App, { at: '/backup/site?act=now' });
  // The parameter of the address opens the dialog.
  const dialog = await dialogTitled('立即备份');
  expect(await screen.findAllByText('还没有备份')).toHaveLength(2);
  expect(within(dialog).getByLabelText(/^网站和数据库/)).toBeChecked();
  await user.type(within(dialog).getByLabelText('备注（选填）'), '升级前');
  server.refuse(createBackup, { reason: 'backup-nothing', message: '不存在可进行备份的数据' });
  await user.click(buttonIn(dialog, '立即备份'));
  expect(await within(dialog).findByText('不存在可进行备份的数据')).toBeInTheDocument();
  server.accept();
  await user.click(buttonIn(dialog, '立即备份'));
  await waitFor(() => expect(server.bodies()).toEqual([{ kind: 'both', note: '升级前' }]));
});

const BACKUP_TASK = {
  ...{ id: 7, taskType: 'WEB_BACKUP' as const, operator: 'demo', notifyStatus: 1 as const },
  ...{ preTaskCode: null, taskParam: '{}', taskInfo: 'empty', postStatus: null },
  ...{ progress: {}, paused: false, steps: [] },
};

it('names the step of a running backup in words that are no count of files', async () => {
  const steps = [
    { name: 'database', status: 'done' as const },
    { name: 'files', status: 'running' as const },
  ];
  const running = {
    ...{ ...BACKUP_TASK, taskStatus: 'RUNNING' as const, steps },
    ...{ createTime: soon(), startTime: soon(), endTime: null },
  };
  server.give(reply(queryTaskList, [running]));
  renderRemote(App, { at: '/backup/site' });
  act(() => pollTasksNow());
  expect(await screen.findByText('第 2 步，共 2 步：文件')).toBeInTheDocument();
});

it('lists the point of a backup that began and ended between two polls', async () => {
  renderRemote(App, { at: '/backup/site' });
  expect(await screen.findByText('还没有备份', { selector: '.sd-empty *' })).toBeInTheDocument();
  const ended = {
    ...{ ...BACKUP_TASK, taskStatus: 'RUNNING_SUCCESS' as const },
    ...{ createTime: soon(), startTime: soon(), endTime: soon() },
  };
  server.give(pointsReply([pointOf(1, { note: 'quick' })]), reply(queryTaskList, [ended]));
  act(() => pollTasksNow());
  expect(await rowOf('quick')).toBeInTheDocument();
});

it('lists points by day with their content, their locations and whether a test restore succeeded', async () => {
  const points = [
    pointOf(3, { kind: 'both', copies: [{ target: 1, at: soon() }], note: '升级主题前' }),
    pointOf(2, {
      reason: 'schedule',
      kept: true,
      verified: { at: new Date().toISOString(), result: 'ok' },
      createdAt: '2026-01-02T01:00:00.000Z',
    }),
  ];
  const target = {
    id: 1,
    name: 'nas',
    enabled: true,
    place: { is: 'rest' as const, url: 'https://nas.example.com/' },
    state: 'failed' as const,
    message: '无法连接存储位置',
    syncedAt: null,
    behind: 2,
  };
  server.give(pointsReply(points), reply(listBackupTargets, [target]));
  renderRemote(App, { at: '/backup/site' });
  const newest = (await screen.findByText('升级主题前')).closest('li');
  await waitFor(() => expect(newest).toHaveTextContent('本地 + nas'));
  expect(newest).toHaveTextContent('网站和数据库');
  expect(newest).toHaveTextContent('未校验');
  const kept = screen.getByText('已校验').closest('li');
  expect(kept).toHaveTextContent('自动 · 12,408 个文件 · 新增占用 38.10 MB');
  expect(kept).toHaveTextContent('长期保留');
  // No point of the database alone.
  expect(server.requestsOf(listBackups)[0]?.query).toEqual({ kind: 'site' });
  expect(screen.getByText('2 个')).toBeInTheDocument();
  expect(screen.getByText('18.48 GB · 80%')).toBeInTheDocument();
  expect(screen.getByText('无法连接存储位置')).toBeInTheDocument();
});

it('restores after it shows the changes and asks for the password, and undoes the restore with one click', async () => {
  const safety = pointOf(1, { reason: 'safety', kind: 'both', expiresAt: soon(), undoes: 77 });
  server.give(pointsReply([pointOf(2, { kind: 'both', note: 'good' }), safety]));
  const user = userOf();
  renderRemote(App, { at: '/backup/site' });
  await choose(user, await rowOf('good'), /^恢复(今天|昨天) .* 的备份$/, '恢复网站文件');
  const dialog = await dialogTitled(/^恢复网站到/);
  expect(await within(dialog).findByText('移除新增的 37 个文件')).toBeInTheDocument();
  // Each fact stands once.
  for (const fact of [/移除/, /保留新增/, /保存当前状态/, /7 天内有效/])
    expect(within(dialog).getAllByText(fact)).toHaveLength(1);
  expect(within(dialog).queryByText(/可撤销/)).toBeNull();
  await user.click(within(dialog).getByLabelText(/^只恢复备份中的内容/));
  await user.click(buttonIn(dialog, '恢复网站'));
  await enterPassword(user);
  await waitUntilGone(/^恢复网站到/);
  expect(server.bodies()[0]).toEqual({ point: 2, mode: 'overlay', parts: 'site' });

  expect(screen.getByText(/^已于.* 恢复，恢复前的状态已保存/)).toBeInTheDocument();
  const [undo] = screen.getAllByText('撤销恢复');
  if (undo) await user.click(undo);
  await waitFor(() => expect(server.paths()).toEqual(['restore', 'undo']));
  expect(server.bodies()[1]).toEqual({ taskId: 77 });
  await user.click(screen.getByLabelText('关闭提示'));
  await waitUntilGone(/恢复前的状态已保存/);
});

it('offers to redo a restore that was undone, and names the action before which each safety copy was made', async () => {
  const given = { reason: 'safety' as const, expiresAt: soon() };
  const restored = new Date(Date.now() - 5 * 3600_000).toISOString();
  const first = pointOf(4, { ...given, undoes: 71, before: { is: 'restore', restored } });
  const second = pointOf(3, { ...given, undoes: 72, before: { is: 'undo', restored: first.createdAt } });
  server.give(pointsReply([second, first]));
  const user = userOf();
  renderRemote(App, { at: '/backup/site' });
  const notice = (await screen.findByText(/^已撤销，\S.*可重做这次恢复$/)).closest<HTMLElement>(
    '[role=status]',
  );
  expect(await screen.findByText(/^撤销恢复之前自动保存/)).toBeInTheDocument();
  expect(screen.getByText(/^自动保存（恢复到.*前）/)).toBeInTheDocument();
  if (notice) await user.click(within(notice).getByText('重做恢复'));
  await waitFor(() => expect(server.bodies()).toEqual([{ taskId: 72 }]));
});

it('names a repeated restore a redo, and offers to undo it', async () => {
  const given = { reason: 'safety' as const, expiresAt: soon() };
  server.give(pointsReply([pointOf(5, { ...given, undoes: 73, before: { is: 'redo', restored: soon() } })]));
  const user = userOf();
  renderRemote(App, { at: '/backup/site' });
  const notice = (await screen.findByText(/^已重做恢复，\S.*可撤销$/)).closest<HTMLElement>('[role=status]');
  expect(await screen.findByText(/^重做恢复之前自动保存/)).toBeInTheDocument();
  if (notice) await user.click(within(notice).getByText('撤销恢复'));
  await waitFor(() => expect(server.bodies()).toEqual([{ taskId: 73 }]));
});

it('restores one table by its name', async () => {
  server.give(pointsReply([pointOf(1, { kind: 'database', note: 'dump', databaseBytes: 2048 })]));
  const user = userOf();
  renderRemote(App, { at: '/backup/database' });
  const row = await rowOf('dump');
  expect(row).toHaveTextContent('2.00 KB');
  await choose(user, row, /^恢复(今天|昨天) .* 的备份$/, '恢复一个数据表');
  const dialog = await dialogTitled(/^恢复一个数据表到/);
  await user.click(buttonIn(dialog, '恢复数据表'));
  expect(await within(dialog).findByText('请输入数据表名称，如 wp_posts')).toBeInTheDocument();
  await user.type(within(dialog).getByLabelText('数据表名称'), 'wp_posts{Enter}');
  await enterPassword(user);
  await waitFor(() => expect(server.bodies()).toEqual([{ point: 1, mode: 'overlay', table: 'wp_posts' }]));
});

it('shows the files of a point, restores the chosen ones, and compares the point with the present', async () => {
  server.give(pointsReply([pointOf(1, { note: 'good' })]));
  server.inTurn(
    browseBackup,
    { entries: [entryOf('/wwwroot', 'folder')], more: false },
    { entries: ['/wwwroot/a.php', '/wwwroot/b.php'].map((path) => entryOf(path, 'file')), more: false },
  );
  const user = userOf();
  renderRemote(App, { at: '/backup/site' });
  const row = await rowOf('good');
  await user.click(within(row).getByLabelText(/^浏览.* 的备份$/));
  await user.click(await screen.findByText('wwwroot'));
  await user.click(await screen.findByLabelText('选择 b.php'));
  expect(server.requestsOf(browseBackup).at(-1)?.query).toEqual({ point: '1', path: '/wwwroot' });
  expect(screen.getByText('已选 1 项')).toBeInTheDocument();
  await user.click(screen.getByText('恢复所选'));
  const dialog = await dialogTitled(/^将所选的 1 项恢复到/);
  expect(dialog).toHaveTextContent('/wwwroot/b.php');
  await user.click(buttonIn(dialog, '恢复所选'));
  await enterPassword(user);
  await waitFor(() =>
    expect(server.bodies()).toEqual([{ point: 1, mode: 'overlay', paths: ['/wwwroot/b.php'] }]),
  );
  // The drawer closes once the restore has started.
  await waitUntilGone('已选 1 项');

  await choose(user, row, /的更多操作$/, '与现在比较');
  expect(await screen.findByText('此后新增 37 个')).toBeInTheDocument();
  expect(screen.getByText('/wwwroot/new.php')).toBeInTheDocument();
  expect(screen.getByText('还有 36 个未列出')).toBeInTheDocument();
});

it('keeps, annotates, verifies and deletes points; deleting the last one asks for a typed word and the password', async () => {
  const [one, two] = [pointOf(1, { note: 'one' }), pointOf(2, { note: 'two', isLast: true })];
  server.give(pointsReply([one, two]));
  server.onNext(noteBackup, pointsReply([{ ...one, kept: true }, two]));
  server.onNext(noteBackup, pointsReply([{ ...one, kept: true, note: 'one more' }, two]));
  server.onNext(deleteBackup, pointsReply([two]));
  server.onNext(deleteLastBackup, pointsReply([], { usedBytes: null }));
  const user = userOf();
  renderRemote(App, { at: '/backup/site' });
  await choose(user, await rowOf('one'), /的更多操作$/, '长期保留');
  await waitFor(async () => expect(await rowOf('one')).toHaveTextContent('长期保留'));
  await user.click(within(await rowOf('one')).getByText('校验'));
  await choose(user, await rowOf('one'), /的更多操作$/, '备注');
  const note = await dialogTitled(/的备份$/);
  await user.type(within(note).getByLabelText('备注'), ' more');
  await user.click(buttonIn(note, '保存备注'));
  await choose(user, await rowOf('one more'), /的更多操作$/, '删除');
  await user.click(buttonIn(await dialogTitled(/^删除.* 的备份？$/), '删除备份'));
  await waitUntilGone('one more');
  expect(server.paths()).toEqual(['note', 'verify', 'note', 'delete']);
  const [kept, verified, noted, deleted] = server.bodies();
  expect(kept).toMatchObject({ point: 1, kept: true });
  expect(noted).toMatchObject({ point: 1, note: 'one more' });
  expect([verified, deleted]).toEqual([{ point: 1 }, { point: 1 }]);
  await waitUntilGone(/^删除.* 的备份？$/);
  await waitFor(() => expect(document.activeElement?.closest('li')).toHaveTextContent('two'));

  await choose(user, await rowOf('two'), /的更多操作$/, '删除');
  const question = await dialogTitled(/^删除.* 的备份？$/);
  await user.type(within(question).getByRole('textbox'), '删除{Enter}');
  await enterPassword(user);
  expect(await screen.findByText('还没有备份', { selector: '.sd-empty *' })).toBeInTheDocument();
  expect(server.paths().at(-1)).toBe('deleteLast');
  expect(server.bodies().at(-1)).toEqual({ point: 2 });
  await waitFor(() => expect(document.activeElement?.closest('.sd-empty')).toHaveTextContent('还没有备份'));
});

it('describes the plan, previews its effect, and reports an invalid cron expression', async () => {
  server.give(pointsReply([pointOf(1, { reason: 'schedule' })]));
  const schedule = { ...DEFAULT_PLAN.schedule, is: 'cron' as const, cron: '30 3 * * 1' };
  const keep = { ...DEFAULT_PLAN.keep, daily: 0 };
  server.onNext(saveBackupPlan, planReply({ ...DEFAULT_PLAN, schedule, keep }));
  server.refuse(previewBackupPlan, { reason: 'backup-cron-wrong', message: '计划表达式不正确' });
  const user = userOf();
  renderRemote(App, { at: '/backup/site' });
  expect(await screen.findByText('未开启')).toBeInTheDocument();
  await user.click(screen.getByLabelText('修改 计划'));
  const dialog = await dialogTitled('备份计划与保留策略');
  await user.click(within(dialog).getByLabelText('频率'));
  await user.click(
    await screen.findByText('自定义（cron）', { selector: '.ant-select-item-option-content' }),
  );
  // The refusal of the empty field has arrived.
  expect(await within(dialog).findByText('暂时无法计算')).toBeInTheDocument();
  expect(within(dialog).queryByText('计划表达式不正确')).not.toBeInTheDocument();
  await user.type(within(dialog).getByLabelText('计划表达式'), '30 3');
  expect(await within(dialog).findByText('计划表达式不正确')).toBeInTheDocument();
  expect(server.requestsOf(previewBackupPlan).at(-1)?.body).toMatchObject({ schedule: { cron: '30 3' } });
  server.accept();
  await user.type(within(dialog).getByLabelText('计划表达式'), ' * * 1');
  expect(await within(dialog).findByText('2026-11-23 03:00、2026-11-24 03:00')).toBeInTheDocument();
  await waitFor(() => expect(server.requestsOf(previewBackupPlan).at(-1)?.body).toMatchObject({ schedule }));
  server.refuse(previewBackupPlan, { reason: 'internal', message: '服务器内部错误' });
  const days = within(dialog).getByLabelText('每日');
  await user.clear(days);
  await user.type(days, '0');
  expect(await within(dialog).findByText('服务器内部错误')).toBeInTheDocument();
  server.accept();
  server.give(reply(previewBackupPlan, planPreview(1)));
  await user.click(buttonIn(dialog, '重试'));
  expect(await within(dialog).findByText(/^下次清理会删除 1 个备份：\S/)).toBeInTheDocument();
  expect(server.requestsOf(previewBackupPlan).at(-1)?.body).toMatchObject({ schedule, keep });
  await user.click(buttonIn(dialog, '保存计划'));
  expect(await screen.findByText('自定义：30 3 * * 1')).toBeInTheDocument();
  expect(server.bodies()).toMatchObject([
    { schedule: { is: 'cron', cron: '30 3 * * 1' }, keep: { daily: 0, weekly: 4 }, testRestore: 'weekly' },
  ]);
});

it("saves an SFTP target only after the user confirmed the server's key", async () => {
  const place = {
    ...{ is: 'sftp' as const, host: 'nas.example.com', port: 22, user: 'backup', folder: 'sitedeck' },
    fingerprint: 'SHA256:abcdef',
  };
  server.onNext(saveBackupTarget, reply(listBackupTargets, [{ ...NAS, place }]));
  const user = userOf();
  renderRemote(App, { at: '/backup/site' });
  await user.click(await screen.findByLabelText('添加存储位置'));
  const dialog = await dialogTitled('添加存储位置');
  await user.click(buttonIn(dialog, '读取主机密钥'));
  expect(within(dialog).getAllByText('此项必填')).toHaveLength(4);
  await user.type(within(dialog).getByLabelText('名称'), 'nas');
  await user.type(within(dialog).getByLabelText('服务器'), 'nas.example.com');
  await user.type(within(dialog).getByLabelText('用户名'), 'backup');
  await user.type(within(dialog).getByLabelText('私钥'), 'KEY');
  await user.click(buttonIn(dialog, '读取主机密钥'));
  expect(await within(dialog).findByText('SHA256:abcdef')).toBeInTheDocument();
  await user.click(buttonIn(dialog, '测试并保存'));
  expect(await within(dialog).findByText('请先核对服务器的主机密钥')).toBeInTheDocument();
  expect(server.bodies()).toEqual([]);
  await user.click(within(dialog).getByLabelText('已核对，密钥一致'));
  await user.click(buttonIn(dialog, '测试并保存'));
  expect(await screen.findByText('SFTP backup@nas.example.com:22 sitedeck')).toBeInTheDocument();
  expect(server.bodies()[0]).toMatchObject({ name: 'nas', place: { ...place, privateKey: 'KEY' } });
});

it('imports the points that only a target holds, except those the user deselected', async () => {
  server.give(reply(listBackupTargets, [NAS]));
  const targetPoint = (digit: string, hour: string, isLocal: boolean) => ({
    ...{ key: digit.repeat(64), kind: 'both' as const, here: isLocal },
    createdAt: `2026-11-20T0${hour}:00:00.000Z`,
  });
  server.give(
    reply(listTargetPoints, [
      targetPoint('a', '3', true),
      targetPoint('b', '2', false),
      targetPoint('c', '1', false),
    ]),
  );
  const user = userOf();
  renderRemote(App, { at: '/backup/site' });
  const row = await screen.findByText('nas');
  await choose(user, row.closest('li') ?? row, /的更多操作$/, '取回备份');
  const dialog = await dialogTitled('从 nas 取回备份');
  const boxes = await within(dialog).findAllByRole('checkbox');
  expect(boxes.map((box) => box.matches(':disabled'))).toEqual([true, false, false]);
  const [, , oldest] = boxes;
  if (oldest) await user.click(oldest);
  await user.click(buttonIn(dialog, '取回备份'));
  await waitFor(() => expect(server.bodies()).toEqual([{ id: 4, points: ['b'.repeat(64)] }]));
});

it('reports a target that could not be read instead of calling it empty, and tries again', async () => {
  server.give(reply(listBackupTargets, [NAS]));
  server.refuse(listTargetPoints, { reason: 'target-unreachable', message: '无法连接存储位置' });
  const user = userOf();
  renderRemote(App, { at: '/backup/site' });
  const row = await screen.findByText('nas');
  await choose(user, row.closest('li') ?? row, /的更多操作$/, '取回备份');
  const dialog = await dialogTitled('从 nas 取回备份');
  expect(await within(dialog).findByText('无法连接存储位置')).toBeInTheDocument();
  const act = buttonIn(dialog, '取回备份');
  const says = async (why: string) => {
    await user.hover(act);
    expect(
      await screen.findByText(why, { selector: '[role=tooltip], [role=tooltip] *' }),
    ).toBeInTheDocument();
    await user.unhover(act);
  };
  await says('此处的备份加载失败');
  server.accept();
  await user.click(buttonIn(dialog, '重试'));
  expect(await within(dialog).findByText('此处没有此主机的备份')).toBeInTheDocument();
  await says('没有需要取回的备份');
});

it('reports a damaged repository and offers a check and a repair', async () => {
  server.give(pointsReply([pointOf(1)], { damaged: true }));
  const user = userOf();
  renderRemote(App, { at: '/backup/site' });
  await user.click(await screen.findByText('修复'));
  await user.click(buttonIn(await dialogTitled('修复备份数据？'), '修复'));
  await waitFor(() => expect(server.paths()).toEqual(['repair']));
});

it('names the missing package to administrators only', async () => {
  server.give(pointsReply([], { engine: { is: 'missing', package: 'restic' } }));
  renderRemote(App, { at: '/backup/site', role: 'ADMINISTRATOR' });
  expect(await screen.findByText('此主机未启用该功能')).toBeInTheDocument();
  expect(screen.getByText('apt-get install restic')).toBeInTheDocument();
  expect(screen.queryByText('立即备份')).toBeNull();
});

it("shows why the points can't be read, and reads them again on retry", async () => {
  server.refuse(listBackups, { reason: 'internal', message: '服务器内部错误' });
  const user = userOf();
  renderRemote(App, { at: '/backup/site' });
  expect(await screen.findByText('备份加载失败')).toBeInTheDocument();
  server.accept();
  await user.click(screen.getByText('重试'));
  expect(await screen.findByText('还没有备份', { selector: '.sd-empty *' })).toBeInTheDocument();
});
