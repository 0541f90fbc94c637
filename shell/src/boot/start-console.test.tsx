import { init } from '@module-federation/enhanced/runtime';
import { installKernel, kernel } from '@sitedeck/sdk';
import { act, screen } from '@testing-library/react';
import { startApiServer, type ApiServer } from '../testing/api-server';
import { config, hostInfo } from '../testing/samples';
import { fullMenu } from '../testing/full-menu';
import { startConsole } from './start-console';

let server: ApiServer;
/** What the page showed when the host was requested. */
let drawnThen: string | undefined;

beforeAll(async () => {
  // In a browser, code that the build adds calls `init`.
  init({ name: 'shell', remotes: [] });
  // jsdom runs no workers and measures no paint: the hang watch and the preloading of remotes
  // have tests of their own.
  Object.assign(URL, { createObjectURL: () => 'blob:watch', revokeObjectURL: () => undefined });
  Object.assign(globalThis, { Worker: Silent, PerformanceObserver: Silent });
  server = await startApiServer(({ path }) => {
    if (path === '/api/currentHostInfo') {
      drawnThen = document.body.textContent;
      return hostInfo({ operatorType: 'ADMINISTRATOR' });
    }
    if (path === '/api/getLoginSource') return 'FTP';
    return path.startsWith('/api/task/') ? { records: [], total: 0, pages: 0, current: 1, size: 20 } : [];
  });
  installKernel({ config: { ...config, apiBase: server.url } });
});
afterAll(async () => {
  kernel().tasks.stop();
  await server.close();
});

class Silent {
  postMessage(): void {}
  observe(): void {}
  disconnect(): void {}
}

const hostAsked = () => server.requests.filter(({ path }) => path === '/api/currentHostInfo').length;

it('loads host info once, before the first route, and opens the return target carried after ?r=', async () => {
  history.replaceState(null, '', '/login#?r=%2Fnowhere%3Fx%3D1');
  document.body.innerHTML = '<div id="root"></div>';
  await act(() => startConsole({ revision: '1', remotes: [...fullMenu] }, ''));
  expect(drawnThen).toBe('');
  expect(await screen.findByRole('menuitem', { name: /文件管理/ })).toBeDefined();
  expect(await screen.findByText(/\/nowhere/)).toBeDefined();
  expect(hostAsked()).toBe(1);
});
