import { hostInfo } from '../testing/samples';
import { fullMenu } from '../testing/full-menu';
import { buildMenu, type MenuNode } from './menu';
import { buildPages } from './pages';

type Host = ReturnType<typeof hostInfo>;

const menuOf = (host: Host, locale: 'zh-CN' | 'en-US' = 'zh-CN') => buildMenu(host, fullMenu, locale);
const flat = (nodes: readonly MenuNode[]): readonly MenuNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)]);
const paths = (host: Host) => flat(menuOf(host)).map(({ path }) => path);
const pagePaths = (host: Host) => buildPages(host, fullMenu, 'zh-CN').map(({ path }) => path);
const titles = (host: Host, locale: 'zh-CN' | 'en-US' = 'zh-CN') =>
  menuOf(host, locale).map(({ title }) => title);

/** A host whose menu has every entry. */
const everything = hostInfo({ language: 'NET', productType: 'foreignTrade', plugin: 1 });

describe('the full menu', () => {
  it('has a Home entry and every entry of the specification’s menu table, in its order and with its icons', () => {
    const drawn = (nodes: readonly MenuNode[]): string[] =>
      nodes.flatMap(({ title, icon, children }) => [
        `${title} ${icon}`,
        ...drawn(children).map((line) => `  ${line}`),
      ]);
    // The shell's own last entries are tested in shell-pages.
    expect(drawn(menuOf(everything).filter(({ path }) => !['/taskCenter', '/log'].includes(path)))).toEqual([
      '首页 Home',
      '域名/证书/CDN Global',
      '  域名绑定 Link',
      '  网站加速 CDN Thunderbolt',
      '文件管理 FolderOpen',
      '数据库管理 Database',
      '主机环境设置 Control',
      '  默认首页 FileText',
      '  伪静态 Branches',
      '  301 跳转 Retweet',
      '  404 页面 FileExclamation',
      '  脚本错误信息 Warning',
      '  MIME 映射 Tags',
      '  .NET 管理 Windows',
      // Not in the specification.
      '  计划任务 FieldTime',
      '备份恢复 CloudServer',
      '  网站备份与恢复 Hdd',
      '  数据库备份 Save',
      '实用工具 Tool',
      '  网站搬家 Import',
      '  网站镜像 Camera',
      '  应用管理 Appstore',
      '安全防护 Safety',
      '  文件防篡改 Lock',
      '  木马查杀 Bug',
    ]);
  });

  it('ends with the task center, and the operation log below it', () => {
    const last = menuOf(everything).slice(-2);
    expect(last.map(({ path, icon }) => `${path} ${icon}`)).toContain('/taskCenter Schedule');
    expect(last.at(-1)?.path).not.toBe('/safe');
  });

  it('has English titles in English', () => {
    expect(titles(everything, 'en-US').slice(0, 8)).toEqual([
      'Home',
      'Domain/Certificate/CDN',
      'File management',
      'Database',
      'Host environment',
      'Backup',
      'Tools',
      'Security',
    ]);
  });

  it('hides Login and Not found', () => {
    expect(paths(everything)).not.toContain('/login');
    expect(paths(everything)).not.toContain('/404');
  });
});

describe('.NET items', () => {
  it.each(['PHP', 'HTML'] as const)(
    'hides from menu and pages of a host whose language is %s',
    (language) => {
      const host = hostInfo({ language, productType: 'foreignTrade', plugin: 1 });
      expect(paths(host)).not.toContain('/hostEnvSet/dNet');
      expect(pagePaths(host)).not.toContain('/hostEnvSet/dNet');
    },
  );

  it('appears for a host whose language is NET', () => {
    expect(paths(everything)).toContain('/hostEnvSet/dNet');
    expect(pagePaths(everything)).toContain('/hostEnvSet/dNet');
  });
});

describe('CDN', () => {
  it('appears for product foreignTrade and a non-OLD instance', () => {
    const host = hostInfo({ productType: 'foreignTrade', instanceType: 'NEW' });
    expect(paths(host)).toContain('/domainCertCdn/cdn');
    expect(titles(host)).toContain('域名/证书/CDN');
  });

  it.each([
    ['another product', { productType: 'ecommerce', instanceType: '' }],
    ['no product', { productType: '', instanceType: '' }],
    ['an OLD instance', { productType: 'foreignTrade', instanceType: 'OLD' }],
    ['an instance whose type contains OLD', { productType: 'foreignTrade', instanceType: 'VH-OLD-2' }],
  ])('disappears with %s, and its parent’s title becomes 域名/证书', (_what, given) => {
    const host = hostInfo(given);
    expect(paths(host)).not.toContain('/domainCertCdn/cdn');
    expect(pagePaths(host)).not.toContain('/domainCertCdn/cdn');
    expect(titles(host)).toContain('域名/证书');
    expect(titles(host)).not.toContain('域名/证书/CDN');
    expect(titles(host, 'en-US')).toContain('Domain/Certificate');
    const bind = buildPages(host, fullMenu, 'zh-CN').find(({ path }) => path === '/domainCertCdn/bindDomain');
    expect(bind?.crumbs.map(({ title }) => title)).toEqual(['域名/证书', '域名绑定']);
  });
});

describe('the menu of a suspended host', () => {
  const blocked = hostInfo({ blocked: true, language: 'NET', productType: 'foreignTrade', plugin: 1 });

  it('reduces the menu to backup and domain/certificate, without cdn', () => {
    expect(paths(blocked)).toEqual([
      '/domainCertCdn',
      '/domainCertCdn/bindDomain',
      '/backup',
      '/backup/site',
      '/backup/database',
    ]);
    expect(titles(blocked)).toEqual(['域名/证书', '备份恢复']);
  });

  it('explains every other address instead of opening it', () => {
    const open = buildPages(blocked, fullMenu, 'zh-CN').filter(
      ({ body }) => body.is === 'remote' || body.is === 'redirect',
    );
    expect(open.map(({ path }) => path).sort()).toEqual(
      ['/backup', '/backup/database', '/backup/site', '/domainCertCdn', '/domainCertCdn/bindDomain'].sort(),
    );
  });

  it('keeps the menu of a closed host complete', () => {
    const host = hostInfo();
    const closed = {
      ...host,
      hostService: { ...host.hostService, serviceStatus: { value: 'CLOSED' as const } },
    };
    expect(paths(closed)).toEqual(paths(host));
  });
});

describe('parents', () => {
  it.each([
    ['/hostEnvSet', '/hostEnvSet/home'],
    ['/domainCertCdn', '/domainCertCdn/bindDomain'],
    ['/backup', '/backup/site'],
    ['/tool', '/tool/siteMigrate'],
    ['/safe', '/safe/searchAndKill'],
  ])('%s redirects to %s', (path, to) => {
    const page = buildPages(everything, fullMenu, 'zh-CN').find((one) => one.path === path);
    expect(page?.body).toEqual({ is: 'redirect', to });
  });

  it('hides a parent once all its children are hidden', () => {
    const restricted = fullMenu.map((remote) => ({
      ...remote,
      menu: remote.menu.map((entry) =>
        entry.parent === '/tool' ? { ...entry, roles: ['ADMINISTRATOR' as const] } : entry,
      ),
    }));
    const shown = (operatorType: 'USER' | 'ADMINISTRATOR') =>
      buildMenu(hostInfo({ operatorType }), restricted, 'zh-CN').map(({ path }) => path);
    expect(shown('USER')).not.toContain('/tool');
    expect(shown('ADMINISTRATOR')).toContain('/tool');
  });
});
