import { installKernel, kernel, KernelProvider, setHost } from '@sitedeck/sdk';
import { UiProvider } from '@sitedeck/ui/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Refused, startApiServer, type ApiServer } from '../testing/api-server';
import { config, hostInfo } from '../testing/samples';
import { useSignOut } from './use-sign-out';

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer(({ path }) => (path === '/api/logout' ? new Refused('稍后再试') : []));
  installKernel({ config: { ...config, apiBase: server.url } });
  setHost(hostInfo(), 'FTP');
});
afterAll(async () => {
  kernel().tasks.stop();
  await server.close();
});

function Leave() {
  const signOut = useSignOut();
  return (
    <button type="button" onClick={() => void signOut()}>
      退出登录
    </button>
  );
}

it('logs a logout that fails as 登出失败！ and stays where it is', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  history.replaceState(null, '', '/fileManage');
  render(
    <KernelProvider>
      <UiProvider locale="zh-CN" theme="light">
        <Leave />
      </UiProvider>
    </KernelProvider>,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: '退出登录' }));
  await waitFor(() =>
    expect(log).toHaveBeenCalledWith('登出失败！', expect.objectContaining({ message: '稍后再试' })),
  );
  expect(server.asked.some(({ path }) => path === '/api/logout')).toBe(true);
  expect(location.pathname).toBe('/fileManage');
});
