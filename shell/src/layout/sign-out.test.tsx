import { installKernel, kernel, KernelProvider, setHost } from '@sitedeck/sdk';
import { UiProvider } from '@sitedeck/ui/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startHostServer, type HostServer } from '../testing/host-server';
import { config, hostInfo } from '../testing/samples';
import { SignOutButton } from './HeaderTools';

let server: HostServer;
beforeAll(async () => {
  server = await startHostServer([]);
  installKernel({ config: { ...config, apiBase: server.url } });
  setHost(hostInfo(), 'FTP');
  kernel().tasks.stop();
});
afterAll(() => server.close());

it('logs that signing out failed (登出失败！), and stays on the page', async () => {
  const log = jest.spyOn(console, 'error').mockReturnValue();
  history.replaceState(null, '', '/fileManage');
  server.refuses = true;
  render(
    <KernelProvider>
      <UiProvider locale="zh-CN" theme="light">
        <SignOutButton />
      </UiProvider>
    </KernelProvider>,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: /退出登录/ }));
  await waitFor(() => expect(log.mock.calls.map(([first]) => first as unknown)).toContain('登出失败！'));
  expect(location.pathname).toBe('/fileManage');
  log.mockRestore();
});
