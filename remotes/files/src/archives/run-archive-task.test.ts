import { stopTask, type Task } from '@sitedeck/contract';
import { cancelLocalTask, dropLocalTask, kernel, startLocalTask } from '@sitedeck/sdk';
import { startKernel } from '@sitedeck/ui/testing/render-remote';
import { reply } from '@sitedeck/ui/testing/reply-server';
import { waitFor } from '@testing-library/react';
import { openSiteServer } from '../testing/site-server';
import { runArchiveTask } from './run-archive-task';

let site: Awaited<ReturnType<typeof openSiteServer>>;
beforeAll(async () => {
  site = await openSiteServer();
});
afterAll(() => site.close());

const START = { kind: 'decompress', label: 'site.zip' } as const;
const locals = () =>
  kernel()
    .store.getState()
    .localTasks.filter(({ kind }) => kind === START.kind);
const arrive = (...tasks: Task[]) => kernel().store.dispatch({ type: 'tasks/tasksArrived', payload: tasks });
beforeEach(() => {
  startKernel(site.origin);
  arrive();
});

const record = (taskStatus: Task['taskStatus']): Task => ({
  id: 7,
  taskType: 'DECOMPRESS',
  taskStatus,
  createTime: '2026-11-21T00:00:00Z',
  startTime: null,
  endTime: null,
  notifyStatus: 1,
  preTaskCode: null,
  taskParam: '{}',
  taskInfo: 'empty',
  postStatus: null,
  operator: 'demo',
  progress: {},
  paused: false,
  steps: [],
});
const begin = () => Promise.resolve({ taskId: 7 });

it('keeps the temporary task open until the server’s task has ended', async () => {
  expect(await runArchiveTask(START, begin)).toEqual({ is: 'begun', taskId: 7 });
  arrive(record('RUNNING'));
  expect(locals()).toMatchObject([{ kind: 'decompress', status: 'RUNNING', taskId: 7 }]);
  arrive(record('RUNNING_FAIL'));
  expect(locals()).toEqual([]);
});

it('ends the temporary task at once if the server’s task has already ended', async () => {
  arrive(record('RUNNING_SUCCESS'));
  await runArchiveTask(START, begin);
  expect(locals()).toEqual([]);
});

it('refuses to start while another temporary task runs', async () => {
  const upload = startLocalTask({ kind: 'upload', label: 'photos' });
  const neverCalled = jest.fn();
  expect(await runArchiveTask(START, neverCalled)).toMatchObject({
    is: 'refused',
    fault: { message: '当前有任务尚未运行完成，请等待完成后重试。' },
  });
  expect(neverCalled).not.toHaveBeenCalled();
  if (upload.is === 'refused') throw new Error('another task runs');
  upload.handle.finish();
  dropLocalTask(upload.handle.id);
});

it('removes the temporary task if the server refuses', async () => {
  const refused = await runArchiveTask(START, () => Promise.reject(new Error('full')));
  expect([refused.is, locals()]).toEqual(['refused', []]);
});

describe('when cancelled', () => {
  beforeEach(() => site.replies.give(reply(stopTask, record('STOP'))));
  afterEach(async () => {
    await waitFor(() =>
      expect(site.replies.requestsOf(stopTask).map(({ path }) => path)).toEqual(['/api/task/stopTask/7']),
    );
    site.replies.reset();
    arrive(record('RUNNING'));
    arrive(record('STOP'));
    expect(locals()).toEqual([]);
  });
  const cancel = () => cancelLocalTask(locals()[0]?.id ?? '');

  it('stops the task on the server', async () => {
    await runArchiveTask(START, begin);
    cancel();
  });

  it('stops the task even before the server has begun it', async () => {
    const answered = runArchiveTask(START, begin);
    cancel();
    await answered;
  });
});
