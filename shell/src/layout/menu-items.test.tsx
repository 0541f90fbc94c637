import { render, screen } from '@testing-library/react';
import { bootRemote, hostInfo } from '../testing/samples';
import { fullMenu } from '../testing/full-menu';
import { buildMenu } from '../routing/menu';
import { menuItems, nodeOfKey, openKeysFor } from './menu-items';

const words = { isNew: '新', newWindow: '（新窗口）' };
const menu = buildMenu(hostInfo({ language: 'NET' }), fullMenu, 'zh-CN');

it('opens the parent of the current route', () => {
  expect(openKeysFor(menu, '/hostEnvSet/dNet')).toEqual(['/hostEnvSet']);
  expect(openKeysFor(menu, '/fileManage')).toEqual([]);
});

it('lets the title of a parent break after a slash, and changes no word of it', () => {
  const [parent] = menuItems(
    menu.filter(({ path }) => path === '/domainCertCdn'),
    words,
  );
  const { container } = render(<>{parent && 'label' in parent ? parent.label : null}</>);
  expect(container.textContent).toBe('域名/证书');
  expect(container.innerHTML).toBe('域名/<wbr>证书');
});

it('logs a menu key without an entry as an error', () => {
  const error = jest.spyOn(console, 'error').mockReturnValue();
  expect(nodeOfKey(menu, '/hostEnvSet/mime')?.title).toBe('MIME 映射');
  expect(error).not.toHaveBeenCalled();
  expect(nodeOfKey(menu, '/nowhere')).toBeUndefined();
  expect(error).toHaveBeenCalledWith(expect.any(String), '/nowhere');
  error.mockRestore();
});

it('opens an item with an external target in a new window, marked ↗ and announced', () => {
  const entry = { path: '/away', titleKey: 'site', icon: 'Hdd', order: 1, href: 'https://away.example/' };
  const [item] = menuItems(
    buildMenu(hostInfo(), [bootRemote({ menu: [entry], routes: [] })], 'en-US').filter(({ href }) => href),
    words,
  );
  render(<>{item && 'label' in item ? item.label : null}</>);
  const link = screen.getByRole('link', { name: /^Website backup and restore.*新窗口/ });
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noreferrer']);
  expect(link.getAttribute('href')).toBe('https://away.example/');
  expect(link.querySelector('.sh-external')).not.toBeNull();
});
