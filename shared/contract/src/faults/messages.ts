import type { FaultEntry } from './entry';
import { ARCHIVE_FAULTS } from '../files/archive-faults';
import { BACKUP_FAULTS } from '../backup/faults';
import { CDN_FAULTS } from '../cdn/faults';
import { CERTIFICATE_FAULTS } from '../certificate/faults';
import { CRON_FAULTS } from '../cron/faults';
import { DATABASE_FAULTS } from '../database/faults';
import { DOMAIN_FAULTS } from '../domain/faults';
import { EGRESS_FAULTS } from './egress-faults';
import { FILE_FAULTS } from '../files/faults';
import { HOSTENV_FAULTS } from '../hostenv/faults';
import { REDIRECT_FAULTS } from '../hostenv/redirect-faults';
import { PAGE_FAULTS } from './page-faults';
import { SESSION_FAULTS } from '../session/faults';
import { REGISTRY_FAULTS } from '../registry/faults';
import { APP_FAULTS } from '../apps/faults';
import { SCAN_FAULTS } from '../scan/faults';
import { SITE_IMAGE_FAULTS } from '../site-image/faults';
import { SITE_MOVE_FAULTS } from '../site-move/faults';
import { STAGING_FAULTS } from '../staging/faults';

/** Code and words of every expected failure, keyed by its reason. Both languages, ready to show. */
export const FAULT_MESSAGES = {
  ...PAGE_FAULTS,
  ...ARCHIVE_FAULTS,
  ...BACKUP_FAULTS,
  ...CDN_FAULTS,
  ...CERTIFICATE_FAULTS,
  ...CRON_FAULTS,
  ...DATABASE_FAULTS,
  ...DOMAIN_FAULTS,
  ...FILE_FAULTS,
  ...EGRESS_FAULTS,
  ...HOSTENV_FAULTS,
  ...REDIRECT_FAULTS,
  ...SESSION_FAULTS,
  ...APP_FAULTS,
  ...SCAN_FAULTS,
  ...SITE_IMAGE_FAULTS,
  ...SITE_MOVE_FAULTS,
  ...STAGING_FAULTS,
  'host-removed': {
    code: '996',
    'zh-CN': '主机已被删除，请联系服务商',
    'en-US': 'The host was removed. Contact your provider',
  },
  'bad-input': {
    code: '400',
    'zh-CN': '请求内容不正确：{field}',
    'en-US': 'The request is not valid: {field}',
  },
  'request-too-large': { code: '413', 'zh-CN': '请求内容过大', 'en-US': 'The request is too large' },
  'bad-header': {
    code: '403',
    'zh-CN': '请求来源未通过检查，请从控制台页面操作',
    'en-US': 'The request did not come from the console',
  },
  'bad-pattern': {
    code: '400',
    'zh-CN': '正则表达式不正确：{why}',
    'en-US': 'The regular expression is not valid: {why}',
  },
  'too-many-changes': {
    code: '400',
    'zh-CN': '此文件中的替换过多，请缩小范围',
    'en-US': 'Too many matches to replace in this file. Narrow the search',
  },
  'tool-missing': {
    code: '400',
    'zh-CN': '服务器未安装 {package}，无法执行此操作',
    'en-US': 'This requires {package}, which is not installed on the server',
  },
  'too-busy': {
    code: '429',
    'zh-CN': '请求过多，服务器暂时无法处理，请 {seconds} 秒后再试',
    'en-US': 'Too many requests. Try again in {seconds} s',
  },
  'not-allowed': { code: '403', 'zh-CN': '没有权限执行此操作', 'en-US': 'You are not allowed to do this' },
  'key-refused': {
    code: '403',
    'zh-CN': '密钥无效或权限不足',
    'en-US': 'The key is not valid or lacks this scope',
  },
  'key-unknown': {
    code: '401',
    'zh-CN': '缺少有效的密钥（Authorization: Bearer …）',
    'en-US': 'A valid key is required (Authorization: Bearer …)',
  },
  'account-fixed': {
    code: '400',
    'zh-CN': '主机不能转移到其他账户：{field}',
    'en-US': "A host can't move to another account: {field}",
  },
  'host-changed': {
    code: '409',
    'zh-CN': '当前主机已在其他窗口切换，请刷新页面',
    'en-US': 'The host was switched in another window. Reload the page',
  },
  'host-blocked': {
    code: '403',
    'zh-CN': '主机已被停用，暂时不能执行此操作',
    'en-US': 'The host is suspended. This action is not available',
  },
  'ftp-off': { code: '403', 'zh-CN': 'FTP 登录已关闭', 'en-US': 'FTP sign-in is switched off' },
  'ftp-no-read-only': {
    code: '400',
    'zh-CN': '服务器不支持只读 FTP，可改为关闭 FTP 登录',
    'en-US': 'This server does not support read-only FTP. Turn off FTP sign-in instead',
  },
  'site-closed': {
    code: '400',
    'zh-CN': '网站已关闭，请先打开网站',
    'en-US': 'The site is closed. Open it first',
  },
  'host-gone': { code: '404', 'zh-CN': '主机不存在', 'en-US': 'Host not found' },
  'not-found': { code: '404', 'zh-CN': '没有找到请求的内容', 'en-US': 'Not found' },
  'task-running': {
    code: '409',
    'zh-CN': '任务仍在运行，请先取消',
    'en-US': 'The task is still running. Cancel it first',
  },
  'task-ended': { code: '409', 'zh-CN': '任务已结束', 'en-US': 'The task has already ended' },
  'name-taken': { code: '409', 'zh-CN': '名称已被使用', 'en-US': 'The name is taken' },
  'config-refused': {
    code: '400',
    'zh-CN': '{engine} 未接受新配置，原配置继续生效：{detail}',
    'en-US': '{engine} rejected the new configuration; the previous one stays active: {detail}',
  },
  'outcome-unknown': {
    code: '500',
    'zh-CN': '文件服务中途中断，无法确定操作是否已完成，请刷新后查看',
    'en-US':
      'The file service was interrupted, so the change may or may not have been made. Reload and check',
  },
  'worker-lost': {
    code: '500',
    'zh-CN': '任务中断，未完成的输出已清理，请重试',
    'en-US': 'The task was interrupted; its partial output was removed. Try again',
  },
  ...REGISTRY_FAULTS,
  internal: {
    code: '500',
    'zh-CN': '服务器内部错误，编号 {id}',
    'en-US': 'Internal server error, reference {id}',
  },
} as const satisfies Record<string, FaultEntry>;
