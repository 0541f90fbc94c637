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
  'move-certificate-wrong': {
    code: '400',
    'zh-CN': '{server} 的证书无效：{why}。指纹：{fingerprint}。确认无误后可继续',
    'en-US':
      'The certificate of {server} is not valid: {why}. Fingerprint: {fingerprint}. Continue only if you know it',
  },
  'move-host-key-new': {
    code: '400',
    'zh-CN': '{server} 的主机密钥尚未确认。指纹：{fingerprint}',
    'en-US': 'The host key of {server} is not confirmed yet. Fingerprint: {fingerprint}',
  },
  'move-host-key-changed': {
    code: '400',
    'zh-CN': '{server} 的主机密钥已改变，连接可能被截获。新指纹：{fingerprint}',
    'en-US':
      'The host key of {server} has changed: the connection may be intercepted. New fingerprint: {fingerprint}',
  },
  'move-protocol-broken': {
    code: '502',
    'zh-CN': '{server} 的回复不符合协议：{reply}',
    'en-US': '{server} sent a reply that the protocol does not allow: {reply}',
  },
  'move-too-slow': {
    code: '502',
    'zh-CN': '{server} 长时间没有发送数据，搬家已停止',
    'en-US': '{server} sent nothing for a long time; the move was stopped',
  },
  'move-too-many': {
    code: '400',
    'zh-CN': '文件过多：最多 {most} 个',
    'en-US': 'Too many files: the limit is {most}',
  },
  'move-link-left-out': {
    code: '400',
    'zh-CN': '链接不会被复制，请在搬家后手动创建',
    'en-US': 'Links are not copied; create them after the move',
  },
  'move-file-differs': {
    code: '502',
    'zh-CN': '收到的内容与服务器声明的大小或校验值不符',
    'en-US': 'What arrived differs in size or checksum from what the server says',
  },
  'move-nothing-failed': {
    code: '400',
    'zh-CN': '该次搬家没有失败的文件，或记录已删除',
    'en-US': 'No file failed in this move, or its record has been deleted',
  },
} as const satisfies Record<string, FaultEntry>;
