import type { Task } from '@sitedeck/contract';
import { installKernel, kernel, KernelProvider, setHost } from '@sitedeck/sdk';
import { UiProvider } from '@sitedeck/ui/core';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useMemo, useState } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { startApiServer, type ApiServer } from '../testing/api-server';
import { config, hostInfo } from '../testing/samples';
import { TaskPanelContext } from './task-panel-context';
import { TaskEntry } from './TaskEntry';

const task = (id: number, taskStatus: Task['taskStatus']): Task => ({
  id,
  taskType: 'WEB_BACKUP',
  taskStatus,
  createTime: new Date(Date.UTC(2026, 10, 1, 8, id)).toISOString(),
  startTime: null,
  endTime: null,
  notifyStatus: 1,
  preTaskCode: null,
  taskParam: JSON.stringify({ targetPath: `/wwwroot/${id}` }),
  taskInfo: 'empty',
  postStatus: null,
  operator: 'shop',
  progress: {},
  paused: false,
  steps: [],
});

/** Newest first, as the server lists them. */
const TASKS: readonly Task[] = [
  task(7, 'RUNNING'),
  task(6, 'WAIT'),
  task(5, 'WAIT'),
  task(4, 'RUNNING_SUCCESS'),
  task(3, 'RUNNING_FAIL'),
  task(2, 'STOP'),
  task(1, 'RUNNING_SUCCESS'),
];

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer(({ path }) => (path.startsWith('/api/task/queryList') ? TASKS : {}));
  installKernel({ config: { ...config, apiBase: server.url } });
  setHost(hostInfo(), 'FTP');
});
afterAll(async () => {
  kernel().tasks.stop();
  await server.close();
});

const Place = () => <output>{useLocation().pathname}</output>;

function Header() {
  const [open, setOpen] = useState(false);
  const panel = useMemo(() => ({ open, setOpen }), [open]);
  return (
    <TaskPanelContext value={panel}>
      <TaskEntry narrow={false} />
    </TaskPanelContext>
  );
}

function show() {
  render(
    <KernelProvider>
      <UiProvider locale="zh-CN" theme="light">
        <MemoryRouter>
          <Header />
          <Place />
        </MemoryRouter>
      </UiProvider>
    </KernelProvider>,
  );
  return userEvent.setup({ pointerEventsCheck: 0 });
}

/** The pages of a browser first agree on which one polls. */
const countedEntry = () => screen.findByRole('button', { name: '任务，3 个进行中或等待中' });

it('has a badge with the count of running or waiting tasks', async () => {
  show();
  expect((await countedEntry()).querySelector('.sh-badge')?.textContent).toBe('3');
});

it('lists the 5 newest tasks, and links to the full task center', async () => {
  const user = show();
  await user.click(await countedEntry());
  const panel = within(screen.getByRole('dialog', { name: '任务消息' }));
  const subjects = panel.getAllByRole('listitem').map((row) => /\/wwwroot\/(\d)/.exec(row.textContent)?.[1]);
  expect(subjects).toEqual(['7', '6', '5', '4', '3']);
  await user.click(panel.getByRole('link', { name: /全部任务/ }));
  expect(screen.getByRole('status').textContent).toBe('/taskCenter');
});
