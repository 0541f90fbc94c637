import type { FaultEntry } from '../faults/entry';

/** Faults of publishing, traffic, overrides and portals. */
export const REGISTRY_FAULTS = {
  'package-unreadable': {
    code: '400',
    'zh-CN': '不是完整的 .tar.gz 包',
    'en-US': 'The package is not a complete .tar.gz',
  },
  'package-path': {
    code: '400',
    'zh-CN': '包内路径不允许：{path}',
    'en-US': 'A path in the package is not allowed: {path}',
  },
  'package-entry': {
    code: '400',
    'zh-CN': '包内只能有普通文件：{path}',
    'en-US': 'A package can contain only regular files: {path}',
  },
  'package-too-large': {
    code: '413',
    'zh-CN': '包过大：解压后最多 {megabytes} MB、{files} 个文件',
    'en-US': 'The package is too large: at most {megabytes} MB unpacked and {files} files',
  },
  'package-without-manifest': {
    code: '400',
    'zh-CN': '包内缺少 remote.json',
    'en-US': 'The package has no remote.json',
  },
  'package-manifest': {
    code: '400',
    'zh-CN': 'remote.json 内容不正确：{place}',
    'en-US': 'remote.json is not valid: {place}',
  },
  'package-name': {
    code: '400',
    'zh-CN': 'remote.json 中的名称是 {name}',
    'en-US': 'remote.json names another remote: {name}',
  },
  'package-file-missing': {
    code: '400',
    'zh-CN': 'remote.json 列出的文件不在包内：{path}',
    'en-US': 'The package lacks a file listed in remote.json: {path}',
  },
  'package-file-unlisted': {
    code: '400',
    'zh-CN': '包内有 remote.json 未列出的文件：{path}',
    'en-US': 'The package contains a file not listed in remote.json: {path}',
  },
  'package-hash': {
    code: '400',
    'zh-CN': '文件内容与 remote.json 中的哈希不一致：{path}',
    'en-US': "A file's content does not match its hash in remote.json: {path}",
  },
  'version-exists': {
    code: '409',
    'zh-CN': '版本 {version} 已发布，版本不可更改，请使用新的版本号',
    'en-US': 'Version {version} is already published and cannot change. Use a new version number',
  },
  'version-unknown': {
    code: '404',
    'zh-CN': '版本 {version} 不存在',
    'en-US': 'Version {version} does not exist',
  },
  'version-unfit': {
    code: '400',
    'zh-CN': '版本 {version} 不能上线：{reasons}',
    'en-US': "Version {version} can't go live: {reasons}",
  },
  'not-published': {
    code: '404',
    'zh-CN': '功能 {name} 尚未发布',
    'en-US': 'Remote {name} is not published',
  },
  'traffic-conflict': {
    code: '409',
    'zh-CN': '流量设置已在别处修改（当前修订 {revision}），请查看后重试',
    'en-US': 'Traffic was changed elsewhere (revision is now {revision}). Review it and retry',
  },
  'nothing-to-roll-back': {
    code: '409',
    'zh-CN': '没有可以回退的版本',
    'en-US': 'There is no version to roll back to',
  },
  'rollout-of-current': {
    code: '400',
    'zh-CN': '版本 {version} 已对所有账户生效',
    'en-US': 'All accounts already have version {version}',
  },
  'override-not-allowed': {
    code: '403',
    'zh-CN': '此会话没有替换功能的权限',
    'en-US': 'This session is not allowed to override remotes',
  },
  'embed-origin': {
    code: '403',
    'zh-CN': '不允许此来源嵌入功能',
    'en-US': 'This origin is not allowed to embed remotes',
  },
  'override-origin': {
    code: '403',
    'zh-CN': '不允许从 {origin} 加载功能',
    'en-US': 'Loading remotes from {origin} is not allowed',
  },
} as const satisfies Record<string, FaultEntry>;
