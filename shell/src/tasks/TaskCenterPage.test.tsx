import { TASK_KIND_NAMES, type Task } from '@sitedeck/contract';
import { installKernel, kernel, KernelProvider, setHost } from '@sitedeck/sdk';
import { api } from '@sitedeck/sdk/query';
import { UiProvider } from '@sitedeck/ui/core';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { startApiServer, type ApiServer } from '../testing/api-server';
import { config, hostInfo } from '../testing/samples';
import { TaskCenterPage } from './TaskCenterPage';

const task = (given: Partial<Task> = {}): Task => ({
  id: 5,
  taskType: 'WEB_BACKUP',
  taskStatus: 'RUNNING_SUCCESS',
  createTime: '2026-11-01T08:00:00.000Z',
  startTime: '2026-11-01T08:00:01.000Z',
  endTime: '2026-11-01T08:02:40.000Z',
  notifyStatus: 1,
  preTaskCode: null,
  taskParam: '{}',
  taskInfo: 'empty',
  postStatus: null,
  operator: 'shop',
  progress: {},
  paused: false,
  steps: [],
  ...given,
});

let server: ApiServer;
let tasks: readonly Task[] = [];

/** antd opens its drop-downs by a message to itself; jsdom lacks `MessageChannel`. */
class OwnChannel {
  readonly port1: { onmessage?: () => void } = {};
  readonly port2 = { postMessage: () => setTimeout(() => this.port1.onmessage?.()) };
}

beforeAll(async () => {
  Object.assign(globalThis, { MessageChannel: OwnChannel });
  server = await startApiServer(({ path }) => {
    if (path.startsWith('/api/task/queryPage'))
      return { records: tasks, total: 10_000, pages: 500, current: 1, size: 20 };
    if (path.startsWith('/api/task/queryList')) return [];
    if (path.startsWith('/api/siteMove/getCloneInfo/'))
      return { copiedFiles: 1203, copiedBytes: 2048, failed: [{ path: '/a/<b>.php', reason: '550' }] };
    return tasks[0] ?? {};
  });
  installKernel({ config: { ...config, apiBase: server.url } });
  setHost(hostInfo(), 'FTP');
});
afterAll(async () => {
  kernel().tasks.stop();
  await server.close();
});

function show(path: string, ...given: readonly Task[]) {
  tasks = given;
  kernel().store.dispatch(api.util.resetApiState());
  render(
    <KernelProvider>
      <UiProvider locale="zh-CN" theme="light">
        <MemoryRouter initialEntries={[path]}>
          <TaskCenterPage />
        </MemoryRouter>
      </UiProvider>
    </KernelProvider>,
  );
  // Without a pause between pressing and releasing, in which a busy machine may render the button again.
  return userEvent.setup({ pointerEventsCheck: 0, delay: null });
}

const pagesAsked = () => server.requests.filter(({ path }) => path.startsWith('/api/task/queryPage'));
const lastPage = () => {
  const { path = '', body = '{}' } = pagesAsked().at(-1) ?? {};
  return { path, body: JSON.parse(body) as Record<string, unknown> };
};
/** The options of the first drop-down inside an element. */
async function optionsOf(place: string): Promise<readonly (string | null)[]> {
  const field = document.querySelector(`${place} [role="combobox"]`);
  if (!field) throw new Error(`no drop-down in ${place}`);
  fireEvent.mouseDown(field);
  await waitFor(() => expect(document.querySelector('.ant-select-item-option')).not.toBeNull());
  return [...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent);
}

const drawer = async () => within(await screen.findByRole('dialog'));

describe('the list', () => {
  it('asks for pages of 20, offers 10, 20, 50, 100, 200, 300, 400 and a quick jumper', async () => {
    show('/taskCenter', task());
    await screen.findByText('共 10,000 条');
    expect(lastPage().path).toBe('/api/task/queryPage/vh10001/1/20');
    expect(document.querySelector('.ant-pagination-options-quick-jumper input')).not.toBeNull();
    expect(await optionsOf('.ant-pagination-options')).toEqual(
      [10, 20, 50, 100, 200, 300, 400].map((size) => `${size} 条/页`),
    );
  });

  it('filters by type, status and time, from the address too', async () => {
    show('/taskCenter?type=SITE_MOVE&status=RUNNING_FAIL&time=7d');
    await waitFor(() =>
      expect(lastPage().body).toMatchObject({ taskType: 'SITE_MOVE', taskStatus: 'RUNNING_FAIL' }),
    );
    const from = Date.parse(String(lastPage().body['from']));
    expect(Math.abs(Date.now() - 7 * 24 * 3600_000 - from)).toBeLessThan(60_000);
    expect(await screen.findByText('没有符合条件的内容')).toBeDefined();
  });

  it('requests the days that the user chose, the last one included', async () => {
    show('/taskCenter?time=custom&from=2026-11-02&to=2026-11-03');
    const local = (day: number) => new Date(2026, 10, day).toISOString();
    await waitFor(() => expect(lastPage().body).toMatchObject({ from: local(2), to: local(4) }));
    expect(await screen.findByRole('textbox', { name: '结束日期' })).toHaveProperty('value', '2026-11-03');
  });

  it('offers only upload, download, decompress in the short list of Files', async () => {
    show('/taskCenter?of=files', task({ taskType: 'DECOMPRESS' }));
    await waitFor(() =>
      expect(lastPage().body).toMatchObject({ taskType: ['UPLOAD_FILE', 'COMPRESS', 'DECOMPRESS'] }),
    );
    expect(await optionsOf('.sd-resource-bar .ant-select')).toEqual([
      '全部类型',
      '上传文件',
      '打包下载',
      '解压文件',
    ]);
  });

  it('names all task kinds in words', async () => {
    show('/taskCenter', ...TASK_KIND_NAMES.map((taskType, index) => task({ id: index + 1, taskType })));
    for (const name of [
      '上传文件',
      '打包下载',
      '解压文件',
      '网站搬家',
      '应用安装',
      '网站备份',
      '网站恢复',
      '数据库备份',
      '数据库恢复',
      '数据库重置',
      '制作镜像',
    ])
      expect((await screen.findAllByText(name)).length).toBeGreaterThan(0);
  });

  it('names the five states, WAIT without a colour, RUNNING primary, success, fail and a grey STOP', async () => {
    const all = ['WAIT', 'RUNNING', 'RUNNING_SUCCESS', 'RUNNING_FAIL', 'STOP'] as const;
    show('/taskCenter', ...all.map((taskStatus, index) => task({ id: index + 1, taskStatus })));
    const styleOf = async (word: string) => (await screen.findByText(word)).className.replace('sd-tag ', '');
    expect([
      await styleOf('等待中'),
      await styleOf('进行中'),
      await styleOf('已完成'),
      await styleOf('失败'),
      await styleOf('已取消'),
    ]).toEqual(['sd-tag-outline', 'sd-tag-primary', 'sd-tag-success', 'sd-tag-error', 'sd-tag-neutral']);
  });

  it('shows a name with HTML as text', async () => {
    show('/taskCenter', task({ taskParam: JSON.stringify({ appName: '<img src=x onerror=alert(1)>' }) }));
    expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeDefined();
    expect(document.querySelector('img')).toBeNull();
  });
});

describe('the detail drawer', () => {
  it('shows the failure reason, the reference and the files that failed', async () => {
    const info = {
      reason: 'over-quota',
      message: '磁盘空间不足',
      id: '9C41E7',
      failed: [
        { path: 'a/<i>.webp', message: '空间不足' },
        { path: 'b.mp4', message: '' },
      ],
    };
    show(
      '/taskCenter?task=5',
      task({ taskType: 'DECOMPRESS', taskStatus: 'RUNNING_FAIL', taskInfo: JSON.stringify(info) }),
    );
    const view = await drawer();
    expect((await view.findByRole('alert')).textContent).toContain('磁盘空间不足');
    expect(view.getByText('编号 9C41E7')).toBeDefined();
    expect(view.getByRole('heading', { name: '失败的文件 2' })).toBeDefined();
    expect(view.getByText('a/<i>.webp')).toBeDefined();
    expect(view.getByRole('button', { name: '导出' })).toBeDefined();
  });

  it('shows the parameters: original FTP address, target, app, source backup file, size', async () => {
    const taskParam = JSON.stringify({
      ftpServer: 'ftp.old.example',
      targetPath: '/wwwroot/new',
      appName: 'WordPress',
      objectName: '/backups/a.tar.zst',
      size: 3 * 1024 ** 2,
    });
    show('/taskCenter?task=5', task({ taskParam }));
    const view = await drawer();
    for (const words of ['ftp.old.example', '/wwwroot/new', 'WordPress', '/backups/a.tar.zst', '3.00 MB'])
      expect((await view.findAllByText(words)).length).toBe(1);
  });

  it('derives the number of files, of failed files and the size of the data', async () => {
    show(
      '/taskCenter?task=5',
      task({
        taskType: 'SITE_MOVE',
        taskStatus: 'RUNNING_SUCCESS',
        taskParam: JSON.stringify({ fileNum: 1204, size: 3 * 1024 ** 2 }),
        taskInfo: JSON.stringify({ failed: [{ path: '/a.php', reason: 'gone' }] }),
      }),
    );
    const view = await drawer();
    const valueOf = async (name: string) => (await view.findByText(name)).nextSibling?.textContent;
    expect(await valueOf('文件总数')).toBe('1,204');
    expect(await valueOf('失败文件数')).toBe('1');
    expect(await valueOf('大小')).toBe('3.00 MB');
  });

  it('shows a file once that is both source and result, and the run time as the list counts it', async () => {
    show(
      '/taskCenter?task=5',
      task({
        taskType: 'WEB_BACKUP_RESTORE',
        taskStatus: 'RUNNING_SUCCESS',
        taskParam: '{"objectName":"/backups/3.tar.zst"}',
        taskInfo: '/backups/3.tar.zst',
        startTime: '2026-11-21T08:00:00.000Z',
        endTime: '2026-11-21T08:00:07.900Z',
      }),
    );
    const view = await drawer();
    expect(await view.findAllByText('/backups/3.tar.zst')).toHaveLength(1);
    expect(view.getByText(/用时 7 秒/)).toBeDefined();
  });

  it.each(['/backups/p1.tar.zst', '{"path":"/backups/p1.tar.zst"}'])(
    'shows the backup file path from taskInfo: %s',
    async (taskInfo) => {
      show('/taskCenter?task=5', task({ taskInfo }));
      const view = await drawer();
      expect((await view.findByText('备份文件')).nextSibling?.textContent).toBe('/backups/p1.tar.zst');
    },
  );

  it("shows nothing for the word empty, and only logs text that it can't parse", async () => {
    expectConsole(/^SyntaxError/);
    show('/taskCenter?task=5', task({ taskInfo: '{broken' }));
    const view = await drawer();
    expect(await view.findByRole('heading', { name: /网站备份/ })).toBeDefined();
    expect(view.queryByRole('alert')).toBeNull();
  });

  it.each(['WEB_BACKUP', 'DB_BACKUP'] as const)(
    'says of a failed %s with empty backup info that there is no data to back up',
    async (taskType) => {
      show('/taskCenter?task=5', task({ taskType, taskStatus: 'RUNNING_FAIL', taskInfo: 'empty' }));
      const view = await drawer();
      expect(await view.findByText('不存在可进行备份的数据')).toBeDefined();
    },
  );

  it.each([
    ['CERT_APPLY', '检查解析和验证路径'],
    ['BACKUP_VERIFY', '检查备份数据'],
  ] as const)('names the step check by what %s checks', async (taskType, words) => {
    show('/taskCenter?task=5', task({ taskType, steps: [{ name: 'check', status: 'done' }] }));
    expect(await (await drawer()).findByText(words)).toBeDefined();
  });

  it('fetches the site-move result by preTaskCode', async () => {
    show('/taskCenter?task=5', task({ taskType: 'SITE_MOVE', preTaskCode: 'mv-81' }));
    const view = await drawer();
    expect(await view.findByText('1,203')).toBeDefined();
    expect(view.getByText('/a/<b>.php')).toBeDefined();
    expect(server.requests.some(({ path }) => path === '/api/siteMove/getCloneInfo/mv-81')).toBe(true);
  });

  it('shows the figures and the failed files of a site move once, and names its step', async () => {
    show(
      '/taskCenter?task=5',
      task({
        ...{ taskType: 'SITE_MOVE', preTaskCode: 'mv-81', progress: { copiedFiles: 1203, total: 1203 } },
        ...{ taskInfo: JSON.stringify({ failed: [{ path: '/a/<b>.php', reason: '550' }] }) },
        steps: [{ name: 'copy', status: 'done' }],
      }),
    );
    const view = await drawer();
    expect(await view.findAllByText('/a/<b>.php')).toHaveLength(1);
    expect(view.getAllByText('1,203')).toHaveLength(1);
    expect(view.getByText('复制文件')).toBeDefined();
  });

  it('shows the progress fields of the task’s kind while the task runs', async () => {
    const progress = { copiedFiles: 3, copiedBytes: 2048, processing: '/wwwroot/a.php' };
    show(
      '/taskCenter?task=5',
      task({ taskType: 'SITE_MOVE', taskStatus: 'RUNNING', endTime: null, progress }),
    );
    const view = await drawer();
    expect((await view.findByText('正在处理')).nextSibling?.textContent).toBe('/wwwroot/a.php');
    expect(view.getByText('已复制大小').nextSibling?.textContent).toBe('2.00 KB');
  });

  it('shows the ratio of an upload as a percentage', async () => {
    const progress = { uploaded: 1, total: 4, ratio: 0.25, size: 1024, totalSize: 4096 };
    show(
      '/taskCenter?task=5',
      task({ taskType: 'UPLOAD_FILE', taskStatus: 'RUNNING', endTime: null, progress }),
    );
    const view = await drawer();
    expect((await view.findByText('上传进度')).nextSibling?.textContent).toBe('25%');
  });

  it('deletes the record of a finished task', async () => {
    const user = show('/taskCenter?task=5', task());
    await user.click(await (await drawer()).findByRole('button', { name: '删除记录' }));
    await waitFor(() =>
      expect(server.requests.some(({ path }) => path === '/api/task/deleteTask/5')).toBe(true),
    );
  });
});

describe('stopping', () => {
  const stops = () => server.requests.filter(({ path }) => path.startsWith('/api/task/stopTask')).length;
  const cancel = async (user: ReturnType<typeof userEvent.setup>) =>
    user.click(await (await drawer()).findByRole('button', { name: '取消' }));

  it('stops a waiting site move without a question', async () => {
    const before = stops();
    const user = show(
      '/taskCenter?task=5',
      task({ taskType: 'SITE_MOVE', taskStatus: 'WAIT', startTime: null, endTime: null }),
    );
    await cancel(user);
    await waitFor(() => expect(stops()).toBe(before + 1));
    expect(screen.queryByText(/确定停止/)).toBeNull();
  });

  it('asks before it stops a running site move, and warns that nothing will be saved at the target', async () => {
    const before = stops();
    const user = show(
      '/taskCenter?task=6',
      task({ id: 6, taskType: 'SITE_MOVE', taskStatus: 'RUNNING', endTime: null }),
    );
    await cancel(user);
    expect(
      await screen.findByText(
        '停止后，目标位置不会保存任何内容：已复制的文件会丢弃，目标文件夹保持原样。确定停止搬家？',
      ),
    ).toBeDefined();
    expect(stops()).toBe(before);
    await user.click(screen.getByRole('button', { name: '停止任务' }));
    await waitFor(() => expect(stops()).toBe(before + 1));
  });

  it('asks before it stops any other running task', async () => {
    const before = stops();
    const user = show(
      '/taskCenter?task=8',
      task({ id: 8, taskType: 'WEB_BACKUP', taskStatus: 'RUNNING', endTime: null }),
    );
    await cancel(user);
    expect(await screen.findByText('确定停止该任务？已完成的部分会在详情中说明')).toBeDefined();
    await user.click(screen.getByRole('button', { name: '继续运行' }));
    expect(stops()).toBe(before);
  });
});
