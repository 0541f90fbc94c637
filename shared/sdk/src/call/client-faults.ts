import type { Fault, Locale } from '@sitedeck/contract';

/** Failures that never reached the server, so the contract has no texts for them. */
const WORDS = {
  aborted: { 'zh-CN': '请求已终止', 'en-US': 'Request terminated' },
  offline: {
    'zh-CN': '网络连接中断，请检查网络后重试',
    'en-US': 'The connection was lost. Check the network and try again',
  },
  'bad-reply': {
    'zh-CN': '服务器的答复无法识别，请重试',
    'en-US': 'Unexpected reply from the server. Try again',
  },
  outdated: {
    'zh-CN': '需要刷新控制台后使用',
    'en-US': 'Refresh the console to use this',
  },
  unexpected: { 'zh-CN': '页面出现错误，请重试', 'en-US': 'Something went wrong on this page. Try again' },
} as const;

export type ClientFaultReason = keyof typeof WORDS;

export const clientFault = (reason: ClientFaultReason, locale: Locale): Fault => ({
  code: '0',
  reason,
  message: WORDS[reason][locale],
});
