import type { FaultEntry } from '../faults/entry';

/** Faults of apps and their catalogue, in both languages. */
export const APP_FAULTS = {
  'catalogue-unreachable': {
    code: '500',
    'zh-CN': '无法读取应用目录：{why}',
    'en-US': "The app catalogue can't be read: {why}",
  },
  'catalogue-missing': {
    code: '500',
    'zh-CN': '没有应用目录：缺少目录索引',
    'en-US': 'There is no app catalogue: its index is missing',
  },
  'catalogue-damaged': {
    code: '500',
    'zh-CN': '应用目录已损坏，或签名不正确',
    'en-US': 'The app catalogue is damaged, or its signature is wrong',
  },
  'catalogue-foreign': {
    code: '500',
    'zh-CN': '应用目录不是由可信的密钥签名的',
    'en-US': 'The app catalogue was not signed with a trusted key',
  },
  'catalogue-newer': {
    code: '500',
    'zh-CN': '应用目录格式为版本 {format}，本系统支持到版本 {known}',
    'en-US': 'The app catalogue has format version {format}. This system supports versions up to {known}',
  },
  'catalogue-older': {
    code: '500',
    'zh-CN': '应用目录比上次读取的更旧，未采用',
    'en-US': 'The app catalogue is older than the one read before, so it was not used',
  },
  'app-unknown': {
    code: '404',
    'zh-CN': '应用目录中没有此应用或版本',
    'en-US': 'The catalogue does not have this app or this version',
  },
  'app-gone': {
    code: '404',
    'zh-CN': '此应用未安装或已卸载',
    'en-US': 'This app is not installed, or it has been uninstalled',
  },
  'app-package-damaged': {
    code: '400',
    'zh-CN': '应用安装包已损坏，或与目录不符',
    'en-US': 'The package of the app is damaged, or it is not the one in the catalogue',
  },
  'app-package-foreign': {
    code: '400',
    'zh-CN': '应用安装包不是由可信的密钥签名的，未安装。请联系服务商',
    'en-US':
      'The package of the app was not signed with a trusted key, so it is not used. Contact your provider',
  },
  'app-package-newer': {
    code: '400',
    'zh-CN': '应用安装包的格式较新，需要先升级本系统。请联系服务商',
    'en-US': 'The package of the app has a later format than this system reads. Contact your provider',
  },
  'app-needs': {
    code: '400',
    'zh-CN': '此主机不满足要求：{needs}',
    'en-US': 'This host lacks what the app needs: {needs}',
  },
  'app-folder-taken': {
    code: '400',
    'zh-CN': '此目录中已安装应用',
    'en-US': 'An app is already installed in this folder',
  },
  'app-folder-occupied': {
    code: '400',
    'zh-CN': '目录不为空，同名文件将被覆盖。请确认后再安装',
    'en-US': 'The folder is not empty, and files of the same names would be overwritten. Confirm this first',
  },
  'app-prefix-taken': {
    code: '400',
    'zh-CN': '数据库中已有以 {prefix} 开头的表，请使用其他前缀',
    'en-US': 'The database already has tables that begin with {prefix}. Choose another prefix',
  },
  'app-setup-failed': {
    code: '400',
    'zh-CN': '应用的安装程序没有成功：{why}',
    'en-US': 'The setup program of the app failed: {why}',
  },
  'app-undo-over': {
    code: '400',
    'zh-CN': '已超过可撤销的时间，或记录已删除',
    'en-US': 'This can no longer be undone, or its record has been deleted',
  },
  'app-no-cage': {
    code: '400',
    'zh-CN': '此服务器无法隔离运行安装程序，不能安装应用',
    'en-US': "This server can't run setup programs in isolation, so apps can't be installed",
  },
} as const satisfies Record<string, FaultEntry>;
