import type { Task } from '@sitedeck/contract';
import { installKernel, kernel } from '@sitedeck/sdk';
import { UiProvider } from '@sitedeck/ui/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { config } from '../testing/samples';
import { useToasts } from './use-toasts';

const task = (given: Partial<Task>): Task => ({
  id: 1,
  taskType: 'DECOMPRESS',
  taskStatus: 'RUNNING',
  createTime: '2026-11-21T08:00:00.000Z',
  startTime: null,
  endTime: null,
  notifyStatus: 0,
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

const seen: number[] = [];
const see = (id: number) => seen.push(id);

function Page() {
  useToasts(see);
  return null;
}

beforeAll(() => {
  installKernel({ config });
});

function show() {
  render(
    <UiProvider locale="zh-CN" theme="light">
      <Page />
    </UiProvider>,
  );
}
const tell = (name: 'task-open' | 'task-finished', given: Partial<Task>) =>
  act(() => kernel().events.emit(name, task(given)));

it('announces a running or waiting task by an info toast that stays 6 s', async () => {
  jest.useFakeTimers();
  try {
    show();
    tell('task-open', { id: 11 });
    // The toasts' code loads with the first of them.
    await screen.findByText('解压文件正在运行');
    await act(() => jest.advanceTimersByTimeAsync(5500));
    expect(screen.getByText('解压文件正在运行')).toBeDefined();
    await act(() => jest.advanceTimersByTimeAsync(2000));
    expect(screen.queryByText('解压文件正在运行')).toBeNull();
  } finally {
    jest.useRealTimers();
  }
});

it('shows at most three message toasts at once', async () => {
  show();
  for (const id of [21, 22, 23, 24, 25]) tell('task-open', { id });
  await waitFor(() => expect(screen.getAllByText('解压文件正在运行').length).toBeLessThanOrEqual(3));
});

it('announces that a task completed, and that changes are possible again', async () => {
  show();
  tell('task-finished', { id: 31, taskStatus: 'RUNNING_SUCCESS', progress: { processed: 320 } });
  expect(await screen.findByText('解压文件已完成')).toBeDefined();
  expect(screen.getByText('320 个文件')).toBeDefined();
  expect(screen.getByText('已可继续操作')).toBeDefined();
});

it('shows where an archive is, under the name that all lists give the task', async () => {
  show();
  const packed = {
    taskType: 'COMPRESS',
    taskParam: JSON.stringify({ targetPath: '/wwwroot/a.zip' }),
  } as const;
  tell('task-finished', { id: 61, taskStatus: 'RUNNING_SUCCESS', ...packed });
  expect(await screen.findByText('打包下载已完成')).toBeDefined();
  expect(screen.getByText('已生成 /wwwroot/a.zip')).toBeDefined();
});

it('names the undo of a reset as what it is', async () => {
  show();
  const taskParam = JSON.stringify({ undoes: 4, undoneType: 'DB_EMPTY' });
  tell('task-finished', { id: 63, taskType: 'DB_IMPORT', taskStatus: 'RUNNING_SUCCESS', taskParam });
  expect(await screen.findByText('撤销重置已完成')).toBeDefined();
});

it('shows no toast about a task that the page announces itself', async () => {
  show();
  const off = kernel().events.on('task-toast', ({ task: { id }, skip }) => id === 71 && skip());
  tell('task-open', { id: 71 });
  tell('task-finished', { id: 71, taskType: 'SITE_MOVE', taskStatus: 'RUNNING_SUCCESS' });
  tell('task-finished', { id: 72, taskType: 'APP_INSTALL', taskStatus: 'RUNNING_SUCCESS' });
  expect(await screen.findByText('应用安装已完成')).toBeDefined();
  expect(screen.queryByText('网站搬家已完成')).toBeNull();
  off();
});

it('does not mention changes while another task still locks the workspace', async () => {
  const arrive = (payload: Task[]) =>
    act(() => void kernel().store.dispatch({ type: 'tasks/tasksArrived', payload }));
  show();
  arrive([task({ id: 52, taskType: 'SITE_MOVE' }), task({ id: 51, taskStatus: 'RUNNING_SUCCESS' })]);
  try {
    tell('task-finished', { id: 51, taskStatus: 'RUNNING_SUCCESS', progress: { processed: 51 } });
    const counted = await screen.findByText('51 个文件');
    expect(counted.parentElement?.textContent).toBe('51 个文件');
  } finally {
    arrive([]);
  }
});

it('offers to open the details of a failed task, by the button 任务失败，请点击查看详情', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  show();
  const taskInfo = JSON.stringify({ message: '磁盘空间不足' });
  tell('task-finished', { id: 41, taskStatus: 'RUNNING_FAIL', taskInfo });
  expect(await screen.findByText('磁盘空间不足')).toBeDefined();
  await user.click(screen.getByRole('button', { name: '任务失败，请点击查看详情' }));
  expect(seen).toEqual([41]);
});
