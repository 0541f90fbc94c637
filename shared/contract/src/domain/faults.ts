import type { FaultEntry } from '../faults/entry';

/** Faults of domains. */
export const DOMAIN_FAULTS = {
  'domain-refused': {
    code: '400',
    'zh-CN': '此域名不能绑定：{domain}',
    'en-US': "This domain can't be bound: {domain}",
  },
  'domain-invalid': {
    code: '400',
    'zh-CN': '请输入正确的域名，如 www.example.com 或 例子.中国：{domain}',
    'en-US': 'Enter a valid domain, such as www.example.com: {domain}',
  },
  'domain-script': {
    code: '400',
    'zh-CN': '域名只能包含字母、数字、连字符和汉字：{domain}',
    'en-US': 'Domains may contain letters, digits, hyphens and Chinese characters only: {domain}',
  },
  'domain-taken': {
    code: '409',
    'zh-CN': '{domain} 已被其他主机绑定。请添加验证记录，证明域名属于你后再绑定',
    'en-US': '{domain} is bound to another host. Add the verification record to prove that it is yours',
  },
  'domain-not-proven': {
    code: '409',
    'zh-CN': '还没有查到 {domain} 的验证记录，新记录通常几分钟后生效',
    'en-US': 'No verification record found for {domain} yet. New records usually take a few minutes',
  },
  'domain-dns-unavailable': {
    code: '502',
    'zh-CN': 'DNS 服务器没有响应，请稍后重试',
    'en-US': 'The DNS server did not respond. Try again later',
  },
  'domain-list-unreadable': {
    code: '400',
    'zh-CN': '第 {line} 行无法识别，每行应为「域名,备注」，备注最多 100 个字符',
    'en-US':
      'Line {line} could not be read. Each line is a domain, a comma and a remark of at most 100 characters',
  },
  'icp-unavailable': {
    code: '502',
    'zh-CN': '备案查询服务没有响应，请稍后重试',
    'en-US': 'The ICP lookup service did not respond. Try again later',
  },
  'domain-too-many': {
    code: '400',
    'zh-CN': '每个主机最多绑定 {limit} 个域名',
    'en-US': 'A host can have at most {limit} domains',
  },
  'domain-gone': {
    code: '404',
    'zh-CN': '此主机没有绑定 {domain}',
    'en-US': '{domain} is not bound to this host',
  },
  'domain-wildcard-primary': {
    code: '400',
    'zh-CN': '泛域名不能设为主域名',
    'en-US': "A wildcard can't be the primary domain",
  },
  'https-no-certificate': {
    code: '400',
    'zh-CN': '{domain} 还没有可用的证书，不能强制使用 HTTPS',
    'en-US': "{domain} has no certificate yet, so HTTPS can't be forced",
  },
} as const satisfies Record<string, FaultEntry>;
