import type { Task } from '@sitedeck/contract';
import type { LocalTask } from '@sitedeck/sdk';
import { factsOf, resultOf, subjectOf } from './task-facts';
import { mergeViews } from './task-view';

const task = (given: Partial<Task>): Task => ({
  id: 1,
  taskType: 'UPLOAD_FILE',
  taskStatus: 'RUNNING',
  createTime: '2026-11-21T08:00:00.000Z',
  startTime: '2026-11-21T08:00:01.000Z',
  endTime: null,
  notifyStatus: 0,
  preTaskCode: null,
  taskParam: '{}',
  taskInfo: 'empty',
  postStatus: null,
  operator: 'vh10001',
  progress: {},
  paused: false,
  steps: [],
  ...given,
});

const local: LocalTask = {
  id: 'ab',
  kind: 'upload',
  label: 'photos',
  status: 'RUNNING',
  progress: { uploaded: 1, total: 2 },
  failed: [],
  startedAt: 0,
  endedAt: null,
  stopping: false,
};

const none: ReadonlySet<number> = new Set();
const keys = (views: ReturnType<typeof mergeViews>) => views.map(({ key }) => key);

describe('the list of tasks', () => {
  it('shows an upload of this browser once, and first', () => {
    const old = task({ id: 2, taskStatus: 'RUNNING_SUCCESS' });
    expect(keys(mergeViews([task({}), old], [local], none))).toEqual(['local-ab', 'server-2']);
  });

  it('shows the upload of another browser as the server reports it', () => {
    expect(keys(mergeViews([task({})], [], none))).toEqual(['server-1']);
  });

  it('shows that an upload of this browser is paused once the server has released its lock', () => {
    const paused = (record: Partial<Task>) =>
      mergeViews([task(record)], [local], none).map((view) => view.paused);
    expect([paused({ paused: true }), paused({})]).toEqual([[true], [false]]);
    // One that an earlier page has left.
    const left = task({ id: 2, paused: true });
    expect(mergeViews([task({}), left], [local], none).map((view) => view.paused)).toEqual([false]);
  });

  it("shows only the server's record of a finished local task", () => {
    const done: LocalTask = { ...local, status: 'RUNNING_SUCCESS' };
    expect(keys(mergeViews([task({ taskStatus: 'RUNNING_SUCCESS' })], [done], none))).toEqual(['server-1']);
  });

  it('shows that a task is being stopped until it has ended', () => {
    const stopRequests = new Set([1, 2]);
    const ended = task({ id: 2, taskStatus: 'STOP' });
    expect(mergeViews([task({}), ended], [], stopRequests).map(({ stopping }) => stopping)).toEqual([
      true,
      false,
    ]);
  });
});

describe('what a task works on', () => {
  it('names the app, the old server, the folder or the file', () => {
    const subjects = [
      { appName: 'WordPress' },
      { ftpServer: 'ftp.a' },
      { targetPath: '/wwwroot' },
      { objectName: 'x' },
    ];
    const named = subjects.map((param) => subjectOf(task({ taskParam: JSON.stringify(param) })));
    expect(named).toEqual(['WordPress', 'ftp.a', '/wwwroot', 'x']);
  });

  it('logs a broken parameter and ignores it', () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(factsOf(task({ taskParam: '{' })).target).toBeUndefined();
    expect(log).toHaveBeenCalledTimes(1);
  });

  it('treats the word empty as no result', () => {
    expect(resultOf(task({ taskInfo: 'empty' }))).toEqual({
      message: undefined,
      id: undefined,
      path: undefined,
      failed: [],
      warnings: [],
    });
  });

  it('reads the sentences about what a task skipped', () => {
    const taskInfo = JSON.stringify({ path: '/a.sql', warnings: ['视图「v」无法读取', 5] });
    expect(resultOf(task({ taskInfo })).warnings).toEqual(['视图「v」无法读取']);
  });

  it('reads the reason and the reference of a failure', () => {
    const taskInfo = JSON.stringify({ reason: 'over-quota', message: '空间不足', id: '9C41E7' });
    expect(resultOf(task({ taskInfo }))).toMatchObject({ message: '空间不足', id: '9C41E7' });
  });
});
