import { installKernel, kernel, KernelProvider, setHost } from '@sitedeck/sdk';
import { UiProvider } from '@sitedeck/ui/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { RemotesContext } from '../routing/console-context';
import { bootRemote, config, hostInfo } from '../testing/samples';
import { wholeMenu } from '../testing/whole-menu';
import { MenuList } from './MenuList';

const elsewhere = bootRemote({
  name: 'shop',
  routes: [],
  menu: [{ path: '/shop', titleKey: 'shop', icon: 'Shop', order: 5, href: 'https://shop.example/' }],
  titles: { 'zh-CN': { shop: '应用商店' }, 'en-US': { shop: 'Shop' } },
});

beforeAll(() => {
  installKernel({ config });
  setHost(hostInfo(), 'FTP');
  // Nothing answers here: the menu is what is looked at.
  kernel().tasks.stop();
});

const Place = () => <output>{useLocation().pathname}</output>;

function show(path: string) {
  render(
    <KernelProvider>
      <UiProvider locale="zh-CN" theme="light">
        <MemoryRouter initialEntries={[path]}>
          <RemotesContext value={[...wholeMenu, elsewhere]}>
            <MenuList collapsed={false} />
            <Place />
          </RemotesContext>
        </MemoryRouter>
      </UiProvider>
    </KernelProvider>,
  );
  return userEvent.setup({ pointerEventsCheck: 0 });
}

const entry = (name: string) => screen.getByRole('menuitem', { name: new RegExp(name) });
const selected = () =>
  screen
    .getAllByRole('menuitem')
    .filter(({ className }) => className.includes('item-selected'))
    .map(({ textContent }) => textContent.trim());

it('opens a new window for an item with an external target, and stays where it is', async () => {
  const user = show('/fileManage');
  const link = screen.getByRole('link', { name: /^应用商店.*新窗口/ });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    'https://shop.example/',
    '_blank',
  ]);
  link.addEventListener('click', (event) => event.preventDefault());
  await user.click(link);
  expect(screen.getByRole('status').textContent).toBe('/fileManage');
});

it('lets selected and open keys follow the current route', async () => {
  const user = show('/safe/searchAndKill');
  expect(selected()).toEqual(['木马查杀']);
  expect(entry('安全防护').getAttribute('aria-expanded')).toBe('true');
  expect(entry('备份恢复').getAttribute('aria-expanded')).toBe('false');
  await user.click(screen.getByRole('link', { name: /文件管理/ }));
  await waitFor(() => expect(selected()).toEqual(['文件管理']));
  expect(screen.getByRole('status').textContent).toBe('/fileManage');
});
