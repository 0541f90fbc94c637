import type { FaultEntry } from '../faults/entry';

/** Faults of the edge cache. */
export const CDN_FAULTS = {
  'cdn-url-invalid': {
    code: '400',
    'zh-CN': '网址不正确，应以 http:// 或 https:// 开头：{url}',
    'en-US': 'Not a valid address. It begins with http:// or https://: {url}',
  },
  'cdn-url-foreign': {
    code: '400',
    'zh-CN': '此网址的域名没有开启 CDN：{url}',
    'en-US': 'CDN is not on for the domain of this address: {url}',
  },
  'cdn-nowhere-on': {
    code: '400',
    'zh-CN': '没有域名开启 CDN，请先开启',
    'en-US': 'CDN is on for no domain. Switch it on first',
  },
  'cdn-allowance-used': {
    code: '429',
    'zh-CN': '今日次数不足，还可提交 {left} 个，明天 08:00（北京时间）重新计算',
    'en-US': 'Not enough left for today: {left}. The limit starts again at 00:00 UTC',
  },
  'cdn-elsewhere': {
    code: '400',
    'zh-CN': '{domain} 未指向本机，修改解析后再开启 CDN',
    'en-US': '{domain} does not point to this server. Change its DNS, then switch CDN on',
  },
} as const satisfies Record<string, FaultEntry>;
