/** Faults of an address that a user gave us to fetch. */
export const EGRESS_FAULTS = {
  'url-refused': {
    code: '400',
    'zh-CN': '不允许访问此地址：{host}。仅支持公网的 http 或 https 地址，且不能含用户名',
    'en-US':
      'This URL is not allowed: {host}. Only public http and https URLs without a user name are supported',
  },
  'url-unreachable': {
    code: '502',
    'zh-CN': '无法从 {host} 获取内容：{why}',
    'en-US': 'Could not download from {host}: {why}',
  },
  'url-too-slow': {
    code: '502',
    'zh-CN': '{host} 传输过慢，下载已停止',
    'en-US': '{host} sends too slowly; the download was stopped',
  },
  'url-redirects': {
    code: '400',
    'zh-CN': '该地址重定向超过 {count} 次',
    'en-US': 'The URL redirects more than {count} times',
  },
  'url-status': {
    code: '502',
    'zh-CN': '{host} 返回状态 {status}，未能下载',
    'en-US': '{host} returned status {status}; nothing was downloaded',
  },
} as const;
