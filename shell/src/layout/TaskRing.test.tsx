import type { Task } from '@sitedeck/contract';
import { installKernel, kernel, KernelProvider, pollTasksNow, setHost } from '@sitedeck/sdk';
import { UiProvider } from '@sitedeck/ui/core';
import { render, screen } from '@testing-library/react';
import { startApiServer, type ApiServer } from '../testing/api-server';
import { config, hostInfo } from '../testing/samples';
import { TaskRing } from './TaskRing';

const task = (progress: Task['progress']): Task => ({
  id: 7,
  taskType: 'WEB_BACKUP',
  taskStatus: 'RUNNING',
  createTime: new Date().toISOString(),
  startTime: new Date().toISOString(),
  endTime: null,
  notifyStatus: 1,
  preTaskCode: null,
  taskParam: '{}',
  taskInfo: 'empty',
  postStatus: null,
  operator: 'shop',
  progress,
  paused: false,
  steps: [],
});

let tasks: readonly Task[] = [];
let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer(({ path }) => (path.startsWith('/api/task/queryList') ? tasks : {}));
  installKernel({ config: { ...config, apiBase: server.url } });
  setHost(hostInfo(), 'FTP');
});
afterAll(async () => {
  kernel().tasks.stop();
  await server.close();
});

it('shows the percentage like the lock bar, never 0% of work that has begun', async () => {
  render(
    <KernelProvider>
      <UiProvider locale="zh-CN" theme="light">
        <TaskRing />
      </UiProvider>
    </KernelProvider>,
  );
  tasks = [task({ size: 3, totalSize: 1000 })];
  pollTasksNow();
  expect(await screen.findByText('<1%')).toBeDefined();
  tasks = [task({ size: 429, totalSize: 1000 })];
  pollTasksNow();
  expect(await screen.findByText('42%')).toBeDefined();
});
