import { hostInfo } from '../testing/samples';
import { shippedRemotes } from '../testing/shipped-remotes';
import { buildMenu, type MenuNode } from './menu';
import { buildPages, type Page } from './pages';

type Host = ReturnType<typeof hostInfo>;

const menuOf = (host: Host, locale: 'zh-CN' | 'en-US' = 'zh-CN') => buildMenu(host, shippedRemotes, locale);
const flat = (nodes: readonly MenuNode[]): readonly MenuNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)]);
const paths = (host: Host) => flat(menuOf(host)).map(({ path }) => path);
const pagesOf = (host: Host): readonly Page[] => buildPages(host, shippedRemotes, 'zh-CN');

/** A host that sees every entry. */
const everything = hostInfo({ language: 'NET', productType: 'foreignTrade', plugin: 1 });

describe('the menu of the shipped manifests', () => {
  it('has a Home entry and the tree of the built areas, with the specification’s order and icons', () => {
    const drawn = (nodes: readonly MenuNode[]): string[] =>
      nodes.flatMap(({ path, title, icon, children }) => [
        `${path} ${title} ${icon}`,
        ...drawn(children).map((line) => `  ${line}`),
      ]);
    expect(drawn(menuOf(everything))).toEqual([
      '/ 首页 Home',
      '/domainCertCdn 域名/证书/CDN Global',
      '  /domainCertCdn/bindDomain 域名绑定 Link',
      '  /domainCertCdn/cdn 网站加速 CDN Thunderbolt',
      '/fileManage 文件管理 FolderOpen',
      '/database/manage 数据库管理 Database',
      '/hostEnvSet 主机环境设置 Control',
      '  /hostEnvSet/home 默认首页 FileText',
      '  /hostEnvSet/pseudoStatic 伪静态 Branches',
      '  /hostEnvSet/301 301 跳转 Retweet',
      '  /hostEnvSet/404 404 页面 FileExclamation',
      '  /hostEnvSet/errorInfo 脚本错误信息 Warning',
      '  /hostEnvSet/mime MIME 映射 Tags',
      '  /hostEnvSet/dNet .NET 管理 Windows',
      '  /hostEnvSet/cron 计划任务 FieldTime',
      '/backup 备份恢复 CloudServer',
      '  /backup/site 网站备份与恢复 Hdd',
      '  /backup/database 数据库备份 Save',
      '/tool 实用工具 Tool',
      '  /tool/siteMigrate 网站搬家 Import',
      '  /tool/siteImage 网站镜像 Camera',
      '  /tool/plugInManager 应用管理 Appstore',
      '/safe 安全防护 Safety',
      '  /safe/searchAndKill 木马查杀 Bug',
      '/taskCenter 任务中心 Schedule',
      '/log 操作日志 Audit',
    ]);
  });

  it('hides Login and Not found', () => {
    expect(paths(everything)).not.toContain('/login');
    expect(paths(everything)).not.toContain('/404');
  });

  it.each([
    ['/hostEnvSet', '/hostEnvSet/home'],
    ['/backup', '/backup/site'],
    ['/domainCertCdn', '/domainCertCdn/bindDomain'],
    ['/tool', '/tool/siteMigrate'],
    ['/safe', '/safe/searchAndKill'],
  ])('leads from %s to its first child %s', (from, to) => {
    expect(pagesOf(everything).find(({ path }) => path === from)?.body).toEqual({ is: 'redirect', to });
  });

  it.each(['PHP', 'HTML'] as const)(
    'has no .NET entry and page for a host whose language is %s',
    (language) => {
      const host = hostInfo({ language });
      expect(paths(host)).not.toContain('/hostEnvSet/dNet');
      expect(pagesOf(host).map(({ path }) => path)).not.toContain('/hostEnvSet/dNet');
      expect(paths(host).includes('/hostEnvSet/php')).toBe(language === 'PHP');
      expect(paths(everything)).toContain('/hostEnvSet/dNet');
    },
  );

  it('has the CDN page for product foreignTrade and a non-OLD instance', () => {
    const host = hostInfo({ productType: 'foreignTrade', instanceType: 'NEW' });
    const parent = (locale: 'zh-CN' | 'en-US') =>
      menuOf(host, locale).find(({ path }) => path === '/domainCertCdn');
    expect(parent('zh-CN')?.title).toBe('域名/证书/CDN');
    expect(parent('zh-CN')?.children.at(-1)?.title).toBe('网站加速 CDN');
    expect(parent('en-US')?.title).toBe('Domain/Certificate/CDN');
    expect(parent('en-US')?.children.at(-1)?.title).toBe('Website acceleration CDN');
    const page = pagesOf(host).find(({ path }) => path === '/domainCertCdn/cdn');
    expect(page?.body.is).toBe('remote');
    expect(page?.crumbs.map(({ title }) => title)).toEqual(['域名/证书/CDN', '网站加速 CDN']);
  });

  it('has scheduled jobs for hosts with programs, and only where these run in cages', () => {
    const hasJobs = (host: Host) => {
      const found = [paths(host), pagesOf(host).map(({ path }) => path)].map((all) =>
        all.includes('/hostEnvSet/cron'),
      );
      return found.every(Boolean) || (found.some(Boolean) ? 'in one of both' : false);
    };
    const languages = ['PHP', 'NET', 'HTML'] as const;
    expect(languages.map((language) => hasJobs(hostInfo({ language })))).toEqual([true, true, false]);
    expect(languages.map((language) => hasJobs(hostInfo({ language, caged: false })))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it.each([
    ['another product', { productType: 'ecommerce' }],
    ['no product', { productType: '' }],
    ['an OLD instance', { productType: 'foreignTrade', instanceType: 'OLD' }],
    ['an instance whose type contains OLD', { productType: 'foreignTrade', instanceType: 'VH-OLD-2' }],
  ])('has no CDN page with %s, and the title of its parent is 域名/证书', (_what, given) => {
    const host = hostInfo(given);
    expect(paths(host)).not.toContain('/domainCertCdn/cdn');
    expect(pagesOf(host).map(({ path }) => path)).not.toContain('/domainCertCdn/cdn');
    const titles = (locale: 'zh-CN' | 'en-US') =>
      menuOf(host, locale).flatMap(({ path, title }) => (path === '/domainCertCdn' ? [title] : []));
    expect([...titles('zh-CN'), ...titles('en-US')]).toEqual(['域名/证书', 'Domain/Certificate']);
    const bind = pagesOf(host).find(({ path }) => path === '/domainCertCdn/bindDomain');
    expect(bind?.crumbs.map(({ title }) => title)).toEqual(['域名/证书', '域名绑定']);
  });

  it('has no page of apps if specInfo.plugin is 0', () => {
    const host = hostInfo({ plugin: 0 });
    expect(paths(host)).not.toContain('/tool/plugInManager');
    expect(pagesOf(host).map(({ path }) => path)).not.toContain('/tool/plugInManager');
  });

  it('has the page of apps, marked new, if specInfo.plugin is 1', () => {
    const host = hostInfo({ plugin: 1 });
    const marked = flat(menuOf(host)).filter(({ isNew }) => isNew);
    expect(marked.map(({ path }) => path)).toEqual(['/tool/plugInManager']);
    expect(pagesOf(host).map(({ path }) => path)).toContain('/tool/plugInManager');
  });

  it('keeps of a suspended host what is built of backup and domain/certificate', () => {
    const blocked = hostInfo({ blocked: true, language: 'NET', productType: 'foreignTrade', plugin: 1 });
    expect(paths(blocked)).toEqual([
      '/domainCertCdn',
      '/domainCertCdn/bindDomain',
      '/backup',
      '/backup/site',
      '/backup/database',
    ]);
    expect(menuOf(blocked)[0]?.title).toBe('域名/证书');
    expect(pagesOf(blocked).find(({ path }) => path === '/domainCertCdn/cdn')?.body).toEqual({
      is: 'blocked',
    });
    const open = pagesOf(blocked).filter(({ body }) => body.is === 'remote' || body.is === 'redirect');
    expect(open.map(({ path }) => path).sort()).toEqual([
      '/backup',
      '/backup/database',
      '/backup/site',
      '/domainCertCdn',
      '/domainCertCdn/bindDomain',
    ]);
  });

  it('keeps every menu entry of a closed host, so that its owner can open it again', () => {
    const { hostService } = everything;
    const closed = {
      ...everything,
      hostService: { ...hostService, serviceStatus: { value: 'CLOSED' as const } },
    };
    expect(paths(closed)).toEqual(paths(everything));
  });
});
