import { bootRemote, hostInfo } from '../testing/samples';
import { buildPages } from './pages';

const find = (
  path: string,
  ...[host, locale = 'zh-CN']: [ReturnType<typeof hostInfo>, ('zh-CN' | 'en-US')?]
) => buildPages(host, [bootRemote()], locale).find((page) => page.path === path);

it("reads title, purpose and levels of a remote's page from its manifest alone", () => {
  expect(find('/backup/site', hostInfo(), 'en-US')).toMatchObject({
    title: 'Website backup and restore',
    purpose: 'Keep',
    crumbs: [
      { path: '/backup', title: 'Backup' },
      { path: '/backup/site', title: 'Website backup and restore' },
    ],
    body: { is: 'remote', remote: { name: 'backup' } },
  });
});

it('omits a page that the role forbids', () => {
  expect(find('/backup/database', hostInfo())).toBeUndefined();
  expect(find('/backup/database', hostInfo({ operatorType: 'ADMINISTRATOR' }))).toBeDefined();
});

it('explains a page that is closed on a suspended host, instead of opening it', () => {
  const blocked = hostInfo({ blocked: true, operatorType: 'ADMINISTRATOR' });
  expect(find('/backup/site', blocked)?.body.is).toBe('remote');
  expect(find('/backup/database', blocked)?.body.is).toBe('blocked');
  expect(find('/', blocked)?.body).toEqual({ is: 'shell', view: 'home' });
});

it('ignores menu parents that form a cycle, so that a broken manifest removes no page of another remote', () => {
  const menu = ['/a', '/b'].map((path) => ({
    path,
    titleKey: 'site',
    icon: 'Hdd',
    order: 1,
    parent: path === '/a' ? '/b' : '/a',
  }));
  const odd = bootRemote({ name: 'odd', routes: [{ path: '/a', titleKey: 'site' }], menu });
  const pages = buildPages(hostInfo(), [odd, bootRemote()], 'en-US');
  expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(['/', '/a', '/backup/site']));
});
