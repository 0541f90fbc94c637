import type { BootRemote } from '@sitedeck/contract';
import { bootRemote } from './samples';

interface Entry {
  readonly path: string;
  readonly zh: string;
  readonly en: string;
  readonly icon: string;
  /** Fields of the menu entry alone; `conditions` are for the page too. */
  readonly menu?: object;
  readonly conditions?: object;
  /** For a parent: the page that it redirects to. */
  readonly redirect?: string;
  readonly parent?: string;
}

interface Facts {
  readonly name: string;
  /** Order of its first entry; the others count up from it. */
  readonly order: number;
  /** Titles beyond those of its entries, in both languages. */
  readonly titles?: Readonly<Record<string, readonly [string, string]>>;
}

/** One of the seven remotes, with the manifest it will have. */
function remote({ name, order, titles = {} }: Facts, entries: readonly Entry[]): BootRemote {
  const words = (index: 0 | 1) => ({
    ...Object.fromEntries(entries.map(({ path, zh, en }) => [path, index === 0 ? zh : en])),
    ...Object.fromEntries(Object.entries(titles).map(([key, pair]) => [key, pair[index]])),
  });
  return bootRemote({
    name,
    routes: entries.map(({ path, redirect, conditions }) => ({
      path,
      titleKey: path,
      ...(redirect !== undefined && { redirect }),
      ...conditions,
    })),
    menu: entries.map(({ path, icon, parent, menu, conditions }, index) => ({
      path,
      titleKey: path,
      icon,
      order: order + index,
      ...(parent !== undefined && { parent }),
      ...menu,
      ...conditions,
    })),
    titles: { 'zh-CN': words(0), 'en-US': words(1) },
  });
}

const stays = { menu: { whenBlocked: true } };

const below = (parent: string, entries: readonly Omit<Entry, 'parent'>[]): readonly Entry[] =>
  entries.map((entry) => ({ ...entry, parent, path: `${parent}/${entry.path}` }));

const domain = remote(
  { name: 'domain', order: 20, titles: { withoutCdn: ['域名/证书', 'Domain/Certificate'] } },
  [
    {
      path: '/domainCertCdn',
      zh: '域名/证书/CDN',
      en: 'Domain/Certificate/CDN',
      icon: 'Global',
      redirect: '/domainCertCdn/bindDomain',
      menu: { whenBlocked: true, titleWithout: { path: '/domainCertCdn/cdn', titleKey: 'withoutCdn' } },
    },
    ...below('/domainCertCdn', [
      { path: 'bindDomain', zh: '域名绑定', en: 'Bind domain', icon: 'Link', ...stays },
      {
        path: 'cdn',
        zh: '网站加速 CDN',
        en: 'Website acceleration CDN',
        icon: 'Thunderbolt',
        conditions: { products: ['foreignTrade'], notInstances: ['OLD'] },
      },
    ]),
  ],
);

const files = remote({ name: 'files', order: 30 }, [
  { path: '/fileManage', zh: '文件管理', en: 'File management', icon: 'FolderOpen' },
]);

const database = remote({ name: 'database', order: 40 }, [
  { path: '/database/manage', zh: '数据库管理', en: 'Database management', icon: 'Database' },
]);

const environment = remote({ name: 'environment', order: 50 }, [
  {
    path: '/hostEnvSet',
    zh: '主机环境设置',
    en: 'Host environment settings',
    icon: 'Control',
    redirect: '/hostEnvSet/home',
  },
  ...below('/hostEnvSet', [
    { path: 'home', zh: '默认首页', en: 'Site home page', icon: 'FileText' },
    { path: 'pseudoStatic', zh: '伪静态', en: 'Pseudo-static rules', icon: 'Branches' },
    { path: '301', zh: '301 跳转', en: 'Domain 301 redirect', icon: 'Retweet' },
    { path: '404', zh: '404 页面', en: '404 error page', icon: 'FileExclamation' },
    { path: 'errorInfo', zh: '脚本错误信息', en: 'Script error info', icon: 'Warning' },
    { path: 'mime', zh: 'MIME 映射', en: 'MIME mapping', icon: 'Tags' },
    { path: 'php', zh: 'PHP 管理', en: 'PHP management', icon: 'Code' },
    {
      path: 'dNet',
      zh: '.NET 管理',
      en: '.NET management',
      icon: 'Windows',
      conditions: { languages: ['NET'] },
    },
  ]),
]);

const backup = remote({ name: 'backup', order: 60 }, [
  { path: '/backup', zh: '备份恢复', en: 'Backup', icon: 'CloudServer', redirect: '/backup/site', ...stays },
  ...below('/backup', [
    { path: 'site', zh: '网站备份与恢复', en: 'Website backup and restore', icon: 'Hdd', ...stays },
    { path: 'database', zh: '数据库备份', en: 'Database backup', icon: 'Save', ...stays },
  ]),
]);

const tools = remote({ name: 'tools', order: 70 }, [
  { path: '/tool', zh: '实用工具', en: 'Tools', icon: 'Tool', redirect: '/tool/siteMigrate' },
  ...below('/tool', [
    { path: 'siteMigrate', zh: '网站搬家', en: 'Website move', icon: 'Import' },
    { path: 'siteImage', zh: '网站镜像', en: 'Site image', icon: 'Camera' },
    {
      path: 'plugInManager',
      zh: '应用管理',
      en: 'App management',
      icon: 'Appstore',
      menu: { isNew: true },
      conditions: { plugin: 1 },
    },
  ]),
]);

const safety = remote({ name: 'safety', order: 80 }, [
  { path: '/safe', zh: '安全防护', en: 'Security', icon: 'Safety', redirect: '/safe/fileTamperProof' },
  ...below('/safe', [
    { path: 'fileTamperProof', zh: '文件防篡改', en: 'File tamper protection', icon: 'Lock' },
    { path: 'searchAndKill', zh: '木马查杀', en: 'Web-shell scan and removal', icon: 'Bug' },
  ]),
]);

/** The complete menu, with its icons. */
export const fullMenu: readonly BootRemote[] = [
  // Deliberately not in menu order: the manifests' `order` must sort it.
  safety,
  backup,
  domain,
  environment,
  tools,
  database,
  files,
];
