/**
 * Faults that a page reports before, or without, a reply of the server; few, since every first script contains them.
 */
export const PAGE_FAULTS = {
  'session-expired': {
    code: '996',
    'zh-CN': '登录已过期，请重新登录',
    'en-US': 'Your session has expired. Please sign in again',
  },
  /** Only in a portal's page. */
  'portal-silent': {
    code: '996',
    'zh-CN': '嵌入此功能的页面没有提供登录凭证，请稍后重试',
    'en-US': 'The embedding page provided no sign-in token. Try again in a moment',
  },
  'workspace-busy': {
    code: '409',
    'zh-CN': '当前有任务尚未运行完成，请等待完成后重试。',
    'en-US': 'A task is still running. Please wait for it to finish and try again.',
  },
  'engine-down': { code: '502', 'zh-CN': '网络波动，请重试', 'en-US': 'Network fluctuation, please retry' },
} as const;
