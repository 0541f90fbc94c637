import type { HostInfo } from '@sitedeck/contract';
import { installKernel, kernel, KernelProvider, setHost } from '@sitedeck/sdk';
import { UiProvider } from '@sitedeck/ui/core';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { config, hostInfo } from '../testing/samples';
import { fullMenu } from '../testing/full-menu';
import { RemotesContext, useGo } from './console-context';
import { markHostSwitch } from './host-switch';
import { ConsoleRoutes } from './routes';

// These tests load no remote.
const remotes = fullMenu.map((remote) => ({ ...remote, refused: 'version-missing' as const }));

beforeAll(() => installKernel({ config }));

function Address() {
  const { pathname, search } = useLocation();
  const go = useGo();
  return (
    <>
      <output>{pathname + search}</output>
      <button onClick={() => go('/login')}>to sign-in</button>
    </>
  );
}

/** The menu updates once more in a microtask after it has rendered: `act` waits for that. */
async function show(path: string, host: HostInfo = hostInfo()) {
  window.innerWidth = 1440;
  setHost(host, 'FTP');
  kernel().tasks.stop();
  await act(async () => {
    render(
      <KernelProvider>
        <UiProvider locale="zh-CN" theme="light">
          <MemoryRouter initialEntries={[path]}>
            <RemotesContext value={remotes}>
              <ConsoleRoutes />
              <Address />
            </RemotesContext>
          </MemoryRouter>
        </UiProvider>
      </KernelProvider>,
    );
  });
  return userEvent.setup();
}

const address = () => screen.getByText(/^\//, { selector: 'output' }).textContent;
const crumbs = () => screen.queryByRole('navigation', { name: 'breadcrumb' });
const menu = () => within(screen.getByRole('navigation', { name: '主菜单' }));

it('shows a breadcrumb when a route has more than one matched level', async () => {
  const user = await show('/hostEnvSet/php');
  expect([...(crumbs()?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual([
    '主机环境设置',
    'PHP 管理',
  ]);
  await user.click(within(crumbs() ?? document.body).getByRole('link', { name: '主机环境设置' }));
  await waitFor(() => expect(address()).toBe('/hostEnvSet/home'));
});

it('shows no breadcrumb for a single level', async () => {
  await show('/fileManage');
  expect(crumbs()).toBeNull();
});

it('redirects /hostEnvSet to its child home, and keeps the query', async () => {
  await show('/hostEnvSet?from=mail');
  await waitFor(() => expect(address()).toBe('/hostEnvSet/home?from=mail'));
});

it('redirects any unknown path to /404', async () => {
  await show('/no/such/page');
  await waitFor(() => expect(address()).toBe('/404'));
});

it('redirects a page that this host does not have to /404', async () => {
  await show('/hostEnvSet/dNet');
  await waitFor(() => expect(address()).toBe('/404'));
});

it('goes to the nearest page if the host that was switched to lacks this one', async () => {
  markHostSwitch();
  await show('/hostEnvSet/dNet');
  await waitFor(() => expect(address()).toBe('/hostEnvSet/home'));
  history.replaceState(null, '');
});

it('shows the page title above the content, and in the window', async () => {
  await show('/fileManage');
  expect(await screen.findByText(/文件管理/, { selector: 'h1, h2' })).toBeDefined();
  await waitFor(() => expect(document.title).toBe('文件管理 - shop - SiteDeck'));
});

it('calls the host by the same name in the header and in the window', async () => {
  await show('/fileManage', { ...hostInfo(), remark: '我的商城' });
  await waitFor(() => expect(document.title).toBe('文件管理 - 我的商城 - SiteDeck'));
  expect(within(screen.getByRole('banner')).getByText('我的商城')).toBeDefined();
});

it('lets selected and open menu keys follow the current route', async () => {
  await show('/hostEnvSet/php');
  const entry = menu().getByRole('menuitem', { name: /PHP 管理/ });
  expect(entry.className).toContain('selected');
  expect(
    menu()
      .getByRole('menuitem', { name: /主机环境设置/ })
      .getAttribute('aria-expanded'),
  ).toBe('true');
});

it('cancels a navigation to /login while a user is signed in', async () => {
  const user = await show('/fileManage');
  await user.click(screen.getByRole('button', { name: 'to sign-in' }));
  expect(address()).toBe('/fileManage');
});

it('stays on the page when unsaved work stops the navigation, until the form lets it continue', async () => {
  const user = await show('/fileManage');
  let goOn: () => void = () => undefined;
  const end = kernel().events.on('leaving', ({ path, stop, go }) => {
    expect(path).toBe('/taskCenter');
    stop();
    goOn = go;
  });
  await user.click(menu().getByRole('link', { name: '任务中心' }));
  expect(address()).toBe('/fileManage');
  act(() => goOn());
  end();
  await waitFor(() => expect(address()).toBe('/taskCenter'));
});

it('explains at its own address a page that a suspended host does not have', async () => {
  await show('/fileManage', hostInfo({ blocked: true }));
  expect(await screen.findByText('主机已被停用，此页面暂时不能使用')).toBeDefined();
  expect(address()).toBe('/fileManage');
});
