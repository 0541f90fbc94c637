import {
  HostCode,
  RemoteManifest,
  type BootRemote,
  type HostInfo,
  type PublicConfig,
} from '@sitedeck/contract';

export const config: PublicConfig = {
  apiBase: '/api',
  fileServiceBase: '/fs',
  wireKey: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  links: {},
  copyright: '© 1993-2024 SiteDeck',
};

type HostGiven = Partial<Pick<HostInfo, 'operatorType' | 'instanceType'>> & {
  readonly blocked?: boolean;
  readonly language?: HostInfo['specInfo']['language'];
  readonly productType?: string;
  readonly plugin?: 0 | 1;
  readonly caged?: boolean;
};

export const hostInfo = ({
  operatorType = 'USER',
  blocked = false,
  language = 'PHP',
  productType = '',
  instanceType = '',
  plugin = 0,
  caged = true,
}: HostGiven = {}): HostInfo => ({
  hostService: {
    hostName: 'shop',
    hostCode: HostCode.parse('vh10001'),
    serviceStatus: { value: blocked ? 'BLOCKING' : 'NORMAL' },
  },
  specInfo: { language, productType, plugin, osType: 'Linux' },
  instanceType,
  operatorType,
  remark: '',
  domains: [],
  operator: 'shop',
  testUrl: 'http://vh10001.localhost:8081/',
  caged,
});

export function bootRemote(given: Partial<Record<keyof RemoteManifest, unknown>> = {}): BootRemote {
  const manifest = RemoteManifest.parse({
    name: 'backup',
    version: '1.2.0',
    requires: { sdk: '*', shell: '*' },
    routes: [
      { path: '/backup/site', titleKey: 'site', purposeKey: 'why' },
      { path: '/backup/database', titleKey: 'database', roles: ['ADMINISTRATOR'] },
    ],
    menu: [
      { path: '/backup', titleKey: 'backup', icon: 'CloudServer', order: 50, whenBlocked: true },
      { path: '/backup/site', titleKey: 'site', icon: 'Hdd', order: 2, parent: '/backup', whenBlocked: true },
      {
        path: '/backup/database',
        titleKey: 'database',
        icon: 'Save',
        order: 1,
        parent: '/backup',
        roles: ['ADMINISTRATOR'],
      },
    ],
    titles: {
      'zh-CN': { backup: '备份恢复', site: '网站备份与恢复', database: '数据库备份', why: '保存与恢复' },
      'en-US': {
        backup: 'Backup',
        site: 'Website backup and restore',
        database: 'Database backup',
        why: 'Keep',
      },
    },
    ...given,
  });
  return asBuilt(manifest);
}

/** A remote of the boot document, as the build and the registry describe it. */
export const asBuilt = (manifest: RemoteManifest): BootRemote => ({
  ...manifest,
  base: `/remotes/${manifest.name}/${manifest.version}/`,
  entry: 'remoteEntry.0a1b2c.js',
  global: `sitedeck_${manifest.name}`,
  assets: { 'remoteEntry.0a1b2c.js': `sha384-${'A'.repeat(64)}` },
});
