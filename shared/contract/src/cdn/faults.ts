import type { FaultEntry } from '../faults/entry';

/** Faults of the edge cache. */
export const CDN_FAULTS = {
  'cdn-url-invalid': {
    code: '400',
    'zh-CN': '网址不正确，应以 http:// 或 https:// 开头：{url}',
    'en-US': 'Not a valid URL. It must begin with http:// or https://: {url}',
  },
  'cdn-url-foreign': {
    code: '400',
    'zh-CN': '此网址的域名没有开启 CDN：{url}',
    'en-US': 'CDN is off for the domain of this URL: {url}',
  },
  'cdn-nowhere-on': {
    code: '400',
    'zh-CN': '还没有域名开启 CDN，请先开启',
    'en-US': 'No domain has CDN turned on. Turn it on first',
  },
  'cdn-allowance-used': {
    code: '429',
    'zh-CN': '超过每日限额，今天还可提交 {left} 个。限额每天 08:00（北京时间）重置',
    'en-US': 'This exceeds the daily limit: {left} left today. The limit resets at 00:00 UTC',
  },
  'cdn-elsewhere': {
    code: '400',
    'zh-CN': '{domain} 未指向本机，请修改解析后再开启 CDN',
    'en-US': '{domain} does not point to this server. Change its DNS records, then turn on CDN',
  },
} as const satisfies Record<string, FaultEntry>;
