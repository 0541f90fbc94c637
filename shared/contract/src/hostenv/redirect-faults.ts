/** Faults of redirects, in both languages. */
export const REDIRECT_FAULTS = {
  'redirect-source-refused': {
    code: '400',
    'zh-CN': '「{source}」不能作为跳转来源：请填写域名、以 / 开头的路径，或域名加路径，不含端口、? 和 #',
    'en-US':
      '"{source}" can\'t be redirected. Enter a domain, a path that begins with /, or both, without port, ? or #',
  },
  'redirect-target-refused': {
    code: '400',
    'zh-CN': '「{target}」不能作为跳转目标：请填写 http:// 或 https:// 网址，或以 / 开头的路径',
    'en-US':
      '"{target}" is not a valid target. Enter a URL with http:// or https://, or a path that begins with /',
  },
  'redirect-too-long': {
    code: '400',
    'zh-CN': '跳转地址过长',
    'en-US': 'This redirect is too long',
  },
  'redirect-too-deep': {
    code: '400',
    'zh-CN': '跳转地址的路径最多 {max} 级',
    'en-US': 'A redirect path can have up to {max} segments',
  },
  'redirects-tangled': {
    code: '400',
    'zh-CN': '跳转规则互相衔接过多，无法检查是否循环。请减少规则，或让它们直接跳转到最终地址',
    'en-US':
      'Too many redirects lead to each other to check them for loops. Use fewer, or redirect straight to the final URL',
  },
  'redirect-taken': {
    code: '400',
    'zh-CN': '「{source}」已有跳转规则',
    'en-US': '"{source}" already has a redirect',
  },
  'redirect-gone': {
    code: '404',
    'zh-CN': '「{source}」没有跳转规则，请刷新页面',
    'en-US': '"{source}" has no redirect. Refresh the page',
  },
  'redirects-full': {
    code: '400',
    'zh-CN': '最多 {max} 条跳转规则',
    'en-US': 'Limit of {max} redirects reached',
  },
  'redirect-loops': {
    code: '400',
    'zh-CN': '此规则会造成循环跳转：{chain}',
    'en-US': 'This would cause a redirect loop: {chain}',
  },
  'redirect-row': {
    code: '400',
    'zh-CN': '第 {row} 行：{why}。未导入任何规则',
    'en-US': 'Row {row}: {why}. Nothing was imported',
  },
  'redirect-order-refused': {
    code: '409',
    'zh-CN': '跳转规则已变化，请刷新页面后重新排序',
    'en-US': 'The redirects have changed. Refresh the page and reorder them',
  },
  'redirect-test-refused': {
    code: '400',
    'zh-CN': '请填写 http:// 或 https:// 网址，或以 / 开头的路径',
    'en-US': 'Enter a URL with http:// or https://, or a path that begins with /',
  },
} as const;
