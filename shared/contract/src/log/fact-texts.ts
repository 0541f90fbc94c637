import { actionText, ROLE_TEXTS } from './action-texts';
import type { Locale, LocalizedText } from '../faults/entry';
import { operatorText } from './operator-texts';
import { isSetting, settingName, settingValue } from '../hostenv/setting-texts';

/** Names of logged values; those of the site configuration are in `setting-texts`. */
const NAMES: Readonly<Record<string, LocalizedText>> = {
  to: { 'zh-CN': '目标', 'en-US': 'Destination' },
  from: { 'zh-CN': '来源', 'en-US': 'From' },
  url: { 'zh-CN': '网址', 'en-US': 'URL' },
  name: { 'zh-CN': '名称', 'en-US': 'Name' },
  count: { 'zh-CN': '数量', 'en-US': 'Count' },
  paths: { 'zh-CN': '全部路径', 'en-US': 'All paths' },
  bin: { 'zh-CN': '移入回收站', 'en-US': 'To recycle bin' },
  files: { 'zh-CN': '文件', 'en-US': 'Files' },
  folders: { 'zh-CN': '文件夹', 'en-US': 'Folders' },
  deep: { 'zh-CN': '包含子文件夹', 'en-US': 'Includes subfolders' },
  bytes: { 'zh-CN': '大小', 'en-US': 'Size' },
  characters: { 'zh-CN': '字符数', 'en-US': 'Characters' },
  encoding: { 'zh-CN': '编码', 'en-US': 'Encoding' },
  content: { 'zh-CN': '内容', 'en-US': 'Content' },
  text: { 'zh-CN': '文字', 'en-US': 'Text' },
  ifExists: { 'zh-CN': '同名文件', 'en-US': 'Name conflicts' },
  uploadId: { 'zh-CN': '上传编号', 'en-US': 'Upload ID' },
  failed: { 'zh-CN': '失败数', 'en-US': 'Failed' },
  cancelled: { 'zh-CN': '已取消', 'en-US': 'Cancelled' },
  binDays: { 'zh-CN': '回收站保留天数', 'en-US': 'Days in recycle bin' },
  favourites: { 'zh-CN': '收藏夹', 'en-US': 'Favorites' },
  fields: { 'zh-CN': '涉及的项目', 'en-US': 'Fields' },
  role: { 'zh-CN': '角色', 'en-US': 'Role' },
  operator: { 'zh-CN': '操作人', 'en-US': 'Operator' },
  remote: { 'zh-CN': '页面', 'en-US': 'Page' },
  embed: { 'zh-CN': '嵌入的页面', 'en-US': 'Embedded page' },
  origin: { 'zh-CN': '来源站点', 'en-US': 'Origin' },
  base: { 'zh-CN': '地址', 'en-US': 'Address' },
  address: { 'zh-CN': '网址', 'en-US': 'Address' },
  app: { 'zh-CN': '应用', 'en-US': 'App' },
  version: { 'zh-CN': '版本', 'en-US': 'Version' },
  refused: { 'zh-CN': '失败原因', 'en-US': 'Refused' },
  scopes: { 'zh-CN': '权限范围', 'en-US': 'Scopes' },
  claims: { 'zh-CN': '附加权限', 'en-US': 'Claims' },
  change: { 'zh-CN': '变更', 'en-US': 'Change' },
  dryRun: { 'zh-CN': '仅试运行', 'en-US': 'Dry run' },
  source: { 'zh-CN': '来源', 'en-US': 'Source' },
  removeGone: { 'zh-CN': '移除来源没有的文件', 'en-US': 'Remove files missing at the source' },
  why: { 'zh-CN': '原因', 'en-US': 'Reason' },
  act: { 'zh-CN': '用途', 'en-US': 'Purpose' },
  scanAct: { 'zh-CN': '处理方式', 'en-US': 'Action' },
  frequency: { 'zh-CN': '频率', 'en-US': 'Frequency' },
  hour: { 'zh-CN': '时刻', 'en-US': 'Hour' },
  onArrival: { 'zh-CN': '收到新文件后扫描', 'en-US': 'Scan when files arrive' },
  asked: { 'zh-CN': '已询问', 'en-US': 'Asked first' },
  hostCode: { 'zh-CN': '主机编号', 'en-US': 'Host code' },
  hostName: { 'zh-CN': '主机名', 'en-US': 'Host name' },
  password: { 'zh-CN': '密码', 'en-US': 'Password' },
  language: { 'zh-CN': '语言环境', 'en-US': 'Language' },
  productType: { 'zh-CN': '产品类型', 'en-US': 'Product type' },
  instanceType: { 'zh-CN': '实例类型', 'en-US': 'Instance type' },
  osType: { 'zh-CN': '操作系统', 'en-US': 'Operating system' },
  plugin: { 'zh-CN': '应用管理', 'en-US': 'App management' },
  accountCode: { 'zh-CN': '账户编号', 'en-US': 'Account code' },
  contact: { 'zh-CN': '联系方式', 'en-US': 'Contact' },
  remark: { 'zh-CN': '备注', 'en-US': 'Remark' },
  way: { 'zh-CN': '验证方式', 'en-US': 'Validation' },
  renews: { 'zh-CN': '自动续期', 'en-US': 'Automatic renewal' },
  forcesHttps: { 'zh-CN': '强制 HTTPS', 'en-US': 'Force HTTPS' },
  hstsDays: { 'zh-CN': 'HSTS 天数', 'en-US': 'HSTS days' },
  cdn: { 'zh-CN': 'CDN', 'en-US': 'CDN' },
  purge: { 'zh-CN': '刷新缓存', 'en-US': 'Purge' },
  fingerprint: { 'zh-CN': '证书指纹', 'en-US': 'Certificate fingerprint' },
  domains: { 'zh-CN': '域名', 'en-US': 'Domains' },
  serviceStatus: { 'zh-CN': '服务状态', 'en-US': 'Service status' },
  diskQuotaBytes: { 'zh-CN': '磁盘配额', 'en-US': 'Disk quota' },
  databaseQuotaBytes: { 'zh-CN': '数据库配额', 'en-US': 'Database quota' },
  trafficQuotaBytes: { 'zh-CN': '流量配额', 'en-US': 'Traffic quota' },
  mailsPerHour: { 'zh-CN': '每小时邮件收件人上限', 'en-US': 'Mail recipients per hour' },
  archiveEntries: { 'zh-CN': '压缩包文件数上限', 'en-US': 'Files per archive' },
  memoryMib: { 'zh-CN': '内存上限（MB）', 'en-US': 'Memory limit (MB)' },
  processes: { 'zh-CN': '进程数上限', 'en-US': 'Process limit' },
  cpuPercent: { 'zh-CN': 'CPU 上限（单核百分比）', 'en-US': 'CPU limit (% of one core)' },
  cpuWeight: { 'zh-CN': 'CPU 权重', 'en-US': 'CPU weight' },
  ioWeight: { 'zh-CN': '磁盘读写权重', 'en-US': 'Disk weight' },
  enabled: { 'zh-CN': '启用', 'en-US': 'Enabled' },
  writable: { 'zh-CN': '可写', 'en-US': 'Writable' },
  postStatus: { 'zh-CN': '安装后配置', 'en-US': 'Setup after install' },
  task: { 'zh-CN': '任务', 'en-US': 'Task' },
  tables: { 'zh-CN': '数据表', 'en-US': 'Tables' },
  mode: { 'zh-CN': '方式', 'en-US': 'Mode' },
  kind: { 'zh-CN': '备份内容', 'en-US': 'Contents' },
  parts: { 'zh-CN': '恢复内容', 'en-US': 'Restored' },
  redo: { 'zh-CN': '重做', 'en-US': 'Redo' },
  point: { 'zh-CN': '备份编号', 'en-US': 'Backup' },
  note: { 'zh-CN': '备注', 'en-US': 'Note' },
  kept: { 'zh-CN': '长期保留', 'en-US': 'Pinned' },
  is: { 'zh-CN': '类型', 'en-US': 'Type' },
  command: { 'zh-CN': '命令', 'en-US': 'Command' },
  schedule: { 'zh-CN': '执行时间', 'en-US': 'Schedule' },
  isOn: { 'zh-CN': '启用', 'en-US': 'Turned on' },
  'schedule.is': { 'zh-CN': '备份频率', 'en-US': 'Schedule' },
  'schedule.at': { 'zh-CN': '备份时间', 'en-US': 'Time' },
  'schedule.weekday': { 'zh-CN': '星期', 'en-US': 'Weekday' },
  'schedule.day': { 'zh-CN': '日期', 'en-US': 'Day of month' },
  'schedule.cron': { 'zh-CN': 'Cron 表达式', 'en-US': 'Cron expression' },
  'keep.daily': { 'zh-CN': '按天保留', 'en-US': 'Daily backups kept' },
  'keep.weekly': { 'zh-CN': '按周保留', 'en-US': 'Weekly backups kept' },
  'keep.monthly': { 'zh-CN': '按月保留', 'en-US': 'Monthly backups kept' },
  'keep.yearly': { 'zh-CN': '按年保留', 'en-US': 'Yearly backups kept' },
  testRestore: { 'zh-CN': '测试恢复', 'en-US': 'Test restore' },
  database: { 'zh-CN': '数据库', 'en-US': 'Database' },
  removed: { 'zh-CN': '移除的文件', 'en-US': 'Removed files' },
};

const WEEKLY: LocalizedText = { 'zh-CN': '每周', 'en-US': 'Weekly' };
const MONTHLY: LocalizedText = { 'zh-CN': '每月', 'en-US': 'Monthly' };
const OFF: LocalizedText = { 'zh-CN': '关', 'en-US': 'Off' };

export const BACKUP_KIND_TEXTS: Readonly<Record<string, LocalizedText>> = {
  site: { 'zh-CN': '网站文件', 'en-US': 'Website files' },
  database: { 'zh-CN': '数据库', 'en-US': 'Database' },
  both: { 'zh-CN': '网站和数据库', 'en-US': 'Website and database' },
};

export const SCHEDULE_TEXTS: Readonly<Record<string, LocalizedText>> = {
  off: OFF,
  hourly: { 'zh-CN': '每小时', 'en-US': 'Hourly' },
  daily: { 'zh-CN': '每天', 'en-US': 'Daily' },
  weekly: WEEKLY,
  monthly: MONTHLY,
  cron: { 'zh-CN': '自定义', 'en-US': 'Custom' },
};

const WEEKDAYS: Readonly<Record<string, LocalizedText>> = {
  1: { 'zh-CN': '周一', 'en-US': 'Monday' },
  2: { 'zh-CN': '周二', 'en-US': 'Tuesday' },
  3: { 'zh-CN': '周三', 'en-US': 'Wednesday' },
  4: { 'zh-CN': '周四', 'en-US': 'Thursday' },
  5: { 'zh-CN': '周五', 'en-US': 'Friday' },
  6: { 'zh-CN': '周六', 'en-US': 'Saturday' },
  7: { 'zh-CN': '周日', 'en-US': 'Sunday' },
};

/** Values that are stored as a code, by the name of the value. */
const VALUES: Readonly<Record<string, Readonly<Record<string, LocalizedText>>>> = {
  role: ROLE_TEXTS,
  kind: BACKUP_KIND_TEXTS,
  parts: BACKUP_KIND_TEXTS,
  'schedule.is': SCHEDULE_TEXTS,
  'schedule.weekday': WEEKDAYS,
  refused: {
    'token-refused': {
      'zh-CN': '登录链接无效、已使用或已过期',
      'en-US': 'The sign-in link is invalid, already used or expired',
    },
  },
  testRestore: { off: OFF, weekly: WEEKLY, monthly: MONTHLY },
  serviceStatus: {
    NORMAL: { 'zh-CN': '运行中', 'en-US': 'Running' },
    CLOSED: { 'zh-CN': '已关闭', 'en-US': 'Closed' },
    BLOCKING: { 'zh-CN': '已停用', 'en-US': 'Suspended' },
  },
  mode: {
    mirror: { 'zh-CN': '恢复为当时的状态', 'en-US': 'Exact state' },
    overlay: { 'zh-CN': '保留较新的文件', 'en-US': 'Keep newer files' },
    merge: { 'zh-CN': '合并到现有数据', 'en-US': 'Merge with existing data' },
    replace: { 'zh-CN': '替换现有数据', 'en-US': 'Replace existing data' },
    changed: { 'zh-CN': '快速扫描', 'en-US': 'New and changed files' },
    all: { 'zh-CN': '全部扫描', 'en-US': 'All files' },
  },
  scanAct: {
    quarantine: { 'zh-CN': '隔离', 'en-US': 'Quarantine' },
    restore: { 'zh-CN': '恢复', 'en-US': 'Restore' },
    ignore: { 'zh-CN': '忽略', 'en-US': 'Ignore' },
    unignore: { 'zh-CN': '取消忽略', 'en-US': 'Stop ignoring' },
    delete: { 'zh-CN': '删除', 'en-US': 'Delete' },
  },
  frequency: { daily: SCHEDULE_TEXTS['daily'] ?? OFF, weekly: WEEKLY },
  ifExists: {
    refuse: { 'zh-CN': '不处理', 'en-US': 'Stop' },
    overwrite: { 'zh-CN': '覆盖', 'en-US': 'Overwrite' },
    both: { 'zh-CN': '保留两者', 'en-US': 'Keep both' },
  },
  is: {
    sftp: { 'zh-CN': 'SFTP', 'en-US': 'SFTP' },
    rest: { 'zh-CN': 'REST', 'en-US': 'REST' },
    s3: { 'zh-CN': 'S3', 'en-US': 'S3' },
  },
  postStatus: {
    CONFIGURATION: { 'zh-CN': '待配置', 'en-US': 'Pending' },
    CONFIGURATION_STOP: { 'zh-CN': '未完成', 'en-US': 'Not finished' },
    CONFIGURATION_SUCCESS: { 'zh-CN': '已完成', 'en-US': 'Done' },
  },
};

const YES: LocalizedText = { 'zh-CN': '是', 'en-US': 'Yes' };
const NO: LocalizedText = { 'zh-CN': '否', 'en-US': 'No' };

/** Label of a logged value. Values of newer calls have no words and keep their name. */
export const factName = (name: string, locale: Locale): string =>
  isSetting(name) ? settingName(name, locale) : (wordsIn(NAMES, name)?.[locale] ?? name);

/** Uses `Object.hasOwn`, because a stored name such as `constructor` must not find an inherited property. */
const wordsIn = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** A logged value in words; undefined if it is a plain number, a list or a record, whose form its reader chooses. */
export function factValue(name: string, value: unknown, locale: Locale): string | undefined {
  if (typeof value === 'boolean') return (value ? YES : NO)[locale];
  if (typeof value === 'number') return wordsIn(VALUES[name] ?? {}, String(value))?.[locale];
  if (typeof value !== 'string' || value === '') return undefined;
  if (isSetting(name)) return settingValue(name, value, locale);
  if (name === 'operator') return operatorText({ operator: value, role: 'PROVIDER' }, locale);
  if (name === 'act') return actionText(value, locale);
  return wordsIn(VALUES[name] ?? {}, value)?.[locale] ?? value;
}
