import type { FaultEntry } from './fault-entry';
import { ARCHIVE_FAULTS } from './archive-faults';
import { BACKUP_FAULTS } from './backup-faults';
import { DATABASE_FAULTS } from './database-faults';
import { EGRESS_FAULTS } from './egress-faults';
import { HOSTENV_FAULTS } from './hostenv-faults';
import { PAGES_FAULTS } from './hostenv-pages-faults';
import { PAGE_FAULTS } from './page-faults';
import { REGISTRY_FAULTS } from './registry-faults';
import { SUGGESTION_FAULTS } from './suggestion-faults';

/** Code and words of every expected failure, keyed by its reason. Both languages, ready to show. */
export const FAULT_MESSAGES = {
  ...PAGE_FAULTS,
  ...ARCHIVE_FAULTS,
  ...BACKUP_FAULTS,
  ...DATABASE_FAULTS,
  ...EGRESS_FAULTS,
  ...HOSTENV_FAULTS,
  ...PAGES_FAULTS,
  'host-removed': {
    code: '996',
    'zh-CN': '主机已被删除，请联系服务商',
    'en-US': 'The host was removed. Contact your provider',
  },
  'password-changed': {
    code: '996',
    'zh-CN': '密码已修改，请使用新密码登录',
    'en-US': 'The password was changed. Sign in with the new one',
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
  'bad-path': { code: '400', 'zh-CN': '路径不正确', 'en-US': 'Invalid path' },
  'bad-name': {
    code: '400',
    'zh-CN': '名称不正确：不能为空，不能含「/」，不能过长（约 85 个汉字）',
    'en-US': 'Invalid name: it must not be empty, contain "/" or exceed 255 bytes',
  },
  'captcha-missing': {
    code: '400',
    'zh-CN': '请先完成安全验证',
    'en-US': 'Complete the security check first',
  },
  'captcha-refused': {
    code: '400',
    'zh-CN': '安全验证未通过或已失效，请重试',
    'en-US': 'The security check failed or has expired. Try again',
  },
  'password-replayed': {
    code: '400',
    'zh-CN': '登录请求已使用过，请重新登录',
    'en-US': 'This sign-in request was used before. Sign in again',
  },
  'password-unreadable': {
    code: '400',
    'zh-CN': '无法读取密码，请刷新页面后重试',
    'en-US': 'The password could not be read. Reload the page and try again',
  },
  'wrong-credentials': { code: '403', 'zh-CN': '用户名或密码错误', 'en-US': 'Wrong user name or password' },
  'too-many-attempts': {
    code: '429',
    'zh-CN': '尝试次数过多，请 {seconds} 秒后再试',
    'en-US': 'Too many attempts. Try again in {seconds} s',
  },
  'too-busy': {
    code: '429',
    'zh-CN': '请求过多，服务器暂时无法处理，请 {seconds} 秒后再试',
    'en-US': 'Too many requests. Try again in {seconds} s',
  },
  'token-refused': {
    code: '403',
    'zh-CN': '登录链接无效、已使用或已过期，请从服务商页面重新进入',
    'en-US': 'The sign-in link is invalid, already used or expired. Open it again from your provider',
  },
  'signed-in-already': {
    code: '409',
    'zh-CN': '此浏览器已登录其他主机，请先退出',
    'en-US': 'This browser is signed in to another host. Sign out first',
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
  'domain-refused': {
    code: '400',
    'zh-CN': '此域名不能绑定：{domain}',
    'en-US': "This domain can't be bound: {domain}",
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
  'no-such-file': { code: '404', 'zh-CN': '文件或文件夹不存在', 'en-US': 'File or folder not found' },
  'no-such-version': {
    code: '404',
    'zh-CN': '该历史版本已不存在',
    'en-US': 'This earlier version no longer exists',
  },
  'not-in-bin': {
    code: '404',
    'zh-CN': '回收站中已没有此项',
    'en-US': 'This is no longer in the recycle bin',
  },
  'no-private-place': {
    code: '500',
    'zh-CN': '主机的私有文件夹缺失，回收站暂不可用',
    'en-US': "The host's private folder is missing, so the recycle bin is unavailable",
  },
  'already-exists': {
    code: '409',
    'zh-CN': '已有同名的文件或文件夹',
    'en-US': 'A file or folder with this name already exists',
  },
  conflict: { code: '409', 'zh-CN': '内容已在别处修改', 'en-US': 'The content was changed elsewhere' },
  'not-a-folder': { code: '400', 'zh-CN': '不是文件夹', 'en-US': 'Not a folder' },
  'not-a-file': { code: '400', 'zh-CN': '不是普通文件', 'en-US': 'Not a regular file' },
  'not-a-text': {
    code: '400',
    'zh-CN': '不是文本文件，无法编辑',
    'en-US': "Not a text file: it can't be edited",
  },
  'file-too-large': {
    code: '413',
    'zh-CN': '文件过大，无法在线编辑（上限 10 MB）',
    'en-US': 'The file is too large to edit here (limit 10 MB)',
  },
  'outside-root': {
    code: '403',
    'zh-CN': '路径超出主机文件夹',
    'en-US': "The path is outside the host's folder",
  },
  'link-in-path': {
    code: '403',
    'zh-CN': '路径经过符号链接，系统不会跟随链接',
    'en-US': 'The path contains a symbolic link, and links are not followed',
  },
  'wrong-encoding': {
    code: '400',
    'zh-CN': '文件内容不是 {encoding} 编码',
    'en-US': "The file's content is not {encoding}",
  },
  'not-encodable': {
    code: '400',
    'zh-CN': '内容含有 {encoding} 编码无法表示的字符：{character}',
    'en-US': "The content contains a character that {encoding} can't represent: {character}",
  },
  'root-closed': {
    code: '403',
    'zh-CN': '根目录不能新建、移动或删除内容，请在 wwwroot 或 data 中操作',
    'en-US': "The root folder can't be changed. Work inside wwwroot or data",
  },
  'read-only-place': { code: '403', 'zh-CN': '此文件夹只读', 'en-US': 'This folder is read-only' },
  'into-itself': {
    code: '400',
    'zh-CN': '文件夹不能移动或复制到自身',
    'en-US': "A folder can't be moved or copied into itself",
  },
  'over-quota': {
    code: '413',
    'zh-CN': '空间不足：超出磁盘配额',
    'en-US': 'Out of space: the disk quota would be exceeded',
  },
  'over-quota-bin': {
    code: '413',
    'zh-CN': '空间不足：超出磁盘配额。回收站占用 {bin}，清空后即可释放',
    'en-US': 'Out of space: the disk quota would be exceeded. Emptying the recycle bin frees {bin}',
  },
  'disk-full': {
    code: '413',
    'zh-CN': '服务器磁盘已满，已有文件未受影响',
    'en-US': "The server's disk is full. Existing files are unaffected",
  },
  'slice-out-of-range': {
    code: '400',
    'zh-CN': '分片超出文件范围或大小不符',
    'en-US': 'The slice lies outside the file or has the wrong size',
  },
  'slice-too-large': { code: '413', 'zh-CN': '分片过大', 'en-US': 'The slice is too large' },
  'hash-mismatch': {
    code: '400',
    'zh-CN': '文件校验未通过：收到的内容与所选文件不一致，请重试',
    'en-US': 'Verification failed: the uploaded content differs from the selected file. Try again',
  },
  'upload-unknown': {
    code: '404',
    'zh-CN': '上传记录不存在，请从头上传',
    'en-US': 'Upload not found. Start it again',
  },
  'upload-stopped': { code: '409', 'zh-CN': '上传已取消', 'en-US': 'The upload was cancelled' },
  'upload-incomplete': {
    code: '500',
    'zh-CN': '{count} 个文件未上传完成',
    'en-US': 'Files not uploaded: {count}',
  },
  'download-cut': {
    code: '500',
    'zh-CN': '下载在完成前中断',
    'en-US': 'The download ended before it was complete',
  },
  'upload-cut': {
    code: '400',
    'zh-CN': '连接中断，分片不完整',
    'en-US': 'The connection was cut; the slice is incomplete',
  },
  'task-running': {
    code: '409',
    'zh-CN': '任务仍在运行，请先取消',
    'en-US': 'The task is still running. Cancel it first',
  },
  'task-ended': { code: '409', 'zh-CN': '任务已结束', 'en-US': 'The task has already ended' },
  'no-channel': {
    code: '400',
    'zh-CN': '此主机没有可用的验证码接收方式',
    'en-US': 'No way to receive one-time codes is set up for this host',
  },
  'channel-failed': {
    code: '502',
    'zh-CN': '验证码未能发出，请稍后重试或改用其他验证方式',
    'en-US': 'The code could not be sent. Try again in a moment or verify another way',
  },
  'code-too-soon': {
    code: '429',
    'zh-CN': '验证码刚刚发送过，请 {seconds} 秒后再试',
    'en-US': 'A code was just sent. Try again in {seconds} s',
  },
  'verify-needed': {
    code: '403',
    'zh-CN': '此操作需要验证身份：{ways}',
    'en-US': 'Verify your identity first: {ways}',
  },
  'verify-wrong': {
    code: '403',
    'zh-CN': '当前密码错误，操作未执行',
    'en-US': 'Current password is incorrect. Nothing was changed',
  },
  'code-wrong': {
    code: '403',
    'zh-CN': '验证码错误，还可再试 {left} 次',
    'en-US': 'Incorrect code. Attempts left: {left}',
  },
  'code-expired': {
    code: '403',
    'zh-CN': '验证码已失效，请重新获取',
    'en-US': 'The code has expired. Get a new one',
  },
  'password-length': {
    code: '400',
    'zh-CN': '密码长度应为 {min} 到 {max} 个字符',
    'en-US': 'Password must be {min} to {max} characters',
  },
  'password-same': {
    code: '400',
    'zh-CN': '新密码不能与当前密码相同',
    'en-US': 'The new password must differ from the current one',
  },
  'password-holds-name': {
    code: '400',
    'zh-CN': '密码不能包含主机名',
    'en-US': 'Password must not contain the host name',
  },
  protected: { code: '423', 'zh-CN': '文件受防篡改保护', 'en-US': 'The file is under tamper protection' },
  'name-taken': { code: '409', 'zh-CN': '名称已被使用', 'en-US': 'The name is taken' },
  'config-refused': {
    code: '400',
    'zh-CN': '{engine} 未接受新配置，原配置继续生效：{reason}',
    'en-US': '{engine} rejected the new configuration; the previous one stays active: {reason}',
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
  ...SUGGESTION_FAULTS,
  internal: {
    code: '500',
    'zh-CN': '服务器内部错误，编号 {id}',
    'en-US': 'Internal server error, reference {id}',
  },
} as const satisfies Record<string, FaultEntry>;
