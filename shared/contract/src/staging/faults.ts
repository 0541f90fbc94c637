import type { FaultEntry } from '../faults/entry';

/** Faults of staging copies, in both languages. */
export const STAGING_FAULTS = {
  'staging-gone': {
    code: '404',
    'zh-CN': '预发布副本不存在或已删除',
    'en-US': 'The staging copy does not exist or has been deleted',
  },
  'staging-exists': {
    code: '400',
    'zh-CN': '预发布副本已存在，请先删除',
    'en-US': 'A staging copy exists already. Delete it first',
  },
  'staging-name-taken': {
    code: '400',
    'zh-CN': '主机根目录下已有 {name}，请改名或删除后重试',
    'en-US': '{name} exists already at the top of this host. Rename or delete it, then try again',
  },
  'staging-tables-taken': {
    code: '400',
    'zh-CN': '数据库中已有以 {prefix} 开头的数据表，请改名或删除后重试',
    'en-US':
      'The database already has tables that begin with {prefix}. Rename or delete them, then try again',
  },
  'staging-over-quota': {
    code: '413',
    'zh-CN': '副本需要 {needed}，剩余磁盘空间为 {free}',
    'en-US': 'The copy needs {needed}, but only {free} of the disk quota is left',
  },
  'staging-database-over-quota': {
    code: '413',
    'zh-CN': '副本的数据表需要 {needed}，剩余数据库空间为 {free}',
    'en-US': 'The tables of the copy need {needed}, but only {free} of the database quota is left',
  },
  'staging-login-left': {
    code: '400',
    'zh-CN': '{path} 中的数据库密码无法自动替换，副本可能会改动正式数据，因此未创建',
    'en-US':
      'The database password in {path} cannot be replaced. The copy could change live data, so it was not created',
  },
  'staging-not-net': {
    code: '400',
    'zh-CN': '.NET 主机不支持预发布副本',
    'en-US': '.NET hosts have no staging copies',
  },
  'staging-no-database': {
    code: '400',
    'zh-CN': '预发布副本没有数据库，无法推送数据库',
    'en-US': 'The staging copy has no database, so it cannot be pushed',
  },
  'staging-nothing': {
    code: '400',
    'zh-CN': '没有需要推送的内容',
    'en-US': 'There is nothing to push',
  },
  'staging-unreadable': {
    code: '400',
    'zh-CN': '预发布副本中的文件无法读取，或在推送期间发生了变化',
    'en-US': 'Files of the staging copy cannot be read, or changed during the push',
  },
  'staging-undo-over': {
    code: '400',
    'zh-CN': '已超过可撤销的时间，或记录已删除',
    'en-US': 'This can no longer be undone, or its record has been deleted',
  },
} as const satisfies Record<string, FaultEntry>;
