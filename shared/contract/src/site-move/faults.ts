import type { FaultEntry } from '../faults/entry';

/** Faults of a site move, in both languages. */
export const SITE_MOVE_FAULTS = {
  'move-unreachable': {
    code: '502',
    'zh-CN': '无法连接 {server}：{why}',
    'en-US': 'Could not connect to {server}: {why}',
  },
  'move-address-refused': {
    code: '400',
    'zh-CN': '不允许连接此地址：{server}。仅支持公网地址',
    'en-US': 'This address is not allowed: {server}. Only public addresses are supported',
  },
  'move-login-refused': {
    code: '400',
    'zh-CN': '{server} 拒绝登录，请检查用户名和密码。服务器回复：{reply}',
    'en-US': '{server} refused the login. Check user name and password. The server said: {reply}',
  },
  'move-no-folder': {
    code: '400',
    'zh-CN': '{server} 上没有文件夹 {folder}，或无权读取',
    'en-US': '{server} has no folder {folder}, or does not let you read it',
  },
  'move-folder-unlisted': {
    code: '502',
    'zh-CN': '已登录 {server}，但无法列出文件夹 {folder}：{why}',
    'en-US': 'Signed in to {server}, but its folder {folder} could not be listed: {why}',
  },
  'move-certificate-wrong': {
    code: '400',
    'zh-CN': '{server} 的证书无效：{why}。请核对指纹',
    'en-US':
      'The certificate of {server} is not valid: {why}. Continue only if you recognize its fingerprint',
  },
  'move-host-key-new': {
    code: '400',
    'zh-CN': '{server} 的主机密钥尚未确认，请核对指纹',
    'en-US': 'The host key of {server} is not confirmed yet. Compare its fingerprint',
  },
  'move-host-key-changed': {
    code: '400',
    'zh-CN': '{server} 的主机密钥已改变，连接可能被截获。请核对新指纹',
    'en-US':
      'The host key of {server} has changed: the connection may be intercepted. Compare the new fingerprint',
  },
  'move-protocol-broken': {
    code: '502',
    'zh-CN': '{server} 返回了无效回复：{reply}',
    'en-US': '{server} sent an invalid reply: {reply}',
  },
  'move-too-slow': {
    code: '502',
    'zh-CN': '{server} 发送数据过慢，已停止',
    'en-US': '{server} sends too slowly, so the connection was closed',
  },
  'move-too-many': {
    code: '400',
    'zh-CN': '文件和文件夹过多：最多 {most} 个',
    'en-US': 'Too many files and folders: the limit is {most}',
  },
  'move-link-left-out': {
    code: '400',
    'zh-CN': '符号链接不会复制，请在搬家后手动创建',
    'en-US': 'Symbolic links are not copied. Recreate them after the move',
  },
  'move-file-differs': {
    code: '502',
    'zh-CN': '收到的内容与服务器声明的大小或校验值不符',
    'en-US': "The received file does not match the server's size or checksum",
  },
  'move-special-left-out': {
    code: '400',
    'zh-CN': '不是普通文件或文件夹，不会复制',
    'en-US': 'Not a regular file or folder, so it is not copied',
  },
  'move-name-invalid': {
    code: '400',
    'zh-CN': '服务器返回的名称无效，不会复制',
    'en-US': 'The server sent an invalid name, so it is not copied',
  },
  'move-nothing-failed': {
    code: '400',
    'zh-CN': '该次搬家没有失败的文件，或记录已删除',
    'en-US': 'No file failed in this move, or its record has been deleted',
  },
} as const satisfies Record<string, FaultEntry>;
