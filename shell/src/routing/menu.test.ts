import { bootRemote, hostInfo } from '../testing/samples';
import { buildMenu, type MenuNode } from './menu';

const paths = (nodes: readonly MenuNode[]): unknown[] =>
  nodes.map(({ path, children }) => (children.length > 0 ? [path, ...paths(children)] : path));

it('orders the entries of shell and remotes, children below their parent', () => {
  const menu = buildMenu(hostInfo({ operatorType: 'ADMINISTRATOR' }), [bootRemote()], 'zh-CN');
  expect(paths(menu)).toEqual(['/', ['/backup', '/backup/database', '/backup/site'], '/taskCenter', '/log']);
});

it('shows a route with a list of roles only to the roles in it, and one without to all', () => {
  const net = { path: '/net', titleKey: 'backup', icon: 'Windows', order: 1, languages: ['NET'] };
  const remotes = [bootRemote(), bootRemote({ name: 'net', menu: [net], routes: [] })];
  expect(paths(buildMenu(hostInfo(), remotes, 'zh-CN'))).toEqual([
    '/',
    ['/backup', '/backup/site'],
    '/taskCenter',
    '/log',
  ]);
  expect(paths(buildMenu(hostInfo({ language: 'NET' }), remotes, 'zh-CN'))).toContain('/net');
});

it('keeps only the entries that stay open on a suspended host', () => {
  expect(paths(buildMenu(hostInfo({ blocked: true }), [bootRemote()], 'zh-CN'))).toEqual([
    ['/backup', '/backup/site'],
  ]);
});

it('uses the language of the page', () => {
  expect(buildMenu(hostInfo(), [bootRemote()], 'en-US').map(({ title }) => title)).toEqual([
    'Home',
    'Backup',
    'Task center',
    'Operation log',
  ]);
});
