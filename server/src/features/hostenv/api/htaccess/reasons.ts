import type { LocalizedText } from '@sitedeck/contract';

/** Why a line of an .htaccess has no counterpart here; `{name}` takes a value. */
export const REASONS = {
  'mime-page': {
    'zh-CN': '文件类型在「MIME 映射」页面设置',
    'en-US': 'MIME types are set on the "MIME mapping" page',
  },
  'php-page': {
    'zh-CN': 'PHP 设置在「PHP 管理」页面修改',
    'en-US': 'PHP is set on the "PHP management" page',
  },
  'home-page': {
    'zh-CN': '默认首页在「默认首页」页面设置',
    'en-US': 'Default documents are set on the "Site home page" page',
  },
  'error-text': {
    'zh-CN': '错误页只能是网站内的文件或网址，不能是一段文字',
    'en-US': 'An error page must be a file on the site or a URL, not text',
  },
  password: {
    'zh-CN': '此处不支持文件夹密码',
    'en-US': 'Password-protected folders are not supported here',
  },
  unknown: {
    'zh-CN': '无法识别的指令 {name}',
    'en-US': 'Unknown directive {name}',
  },
  unsupported: {
    'zh-CN': '{name} 在 nginx 规则中没有对应写法',
    'en-US': '{name} has no nginx equivalent',
  },
  flag: {
    'zh-CN': '标志 [{name}] 在 nginx 规则中没有对应写法',
    'en-US': 'Flag [{name}] has no nginx equivalent',
  },
  variable: {
    'zh-CN': '变量 {name} 在这里不可用',
    'en-US': 'Variable {name} is not available here',
  },
  'file-test': {
    'zh-CN': '只能检查被访问的文件本身是否存在，不能检查 {name}',
    'en-US': 'Only the requested file itself can be tested, not {name}',
  },
  comparison: {
    'zh-CN': '不支持这种比较：{name}',
    'en-US': 'Comparison not supported: {name}',
  },
  'back-reference': {
    'zh-CN': '{name} 引用的内容在此处无法取得',
    'en-US': 'The value of {name} is not available here',
  },
  'redirect-status': {
    'zh-CN': '带有 $1 之类内容的跳转只能是 301 或 302，不能是 {name}',
    'en-US': 'A redirect with captured parts can only be 301 or 302, not {name}',
  },
  'dollar-sign': {
    'zh-CN': 'nginx 规则中不能写单独的 $ 符号',
    'en-US': "nginx rules can't contain a plain $",
  },
  'map-used': {
    'zh-CN': '不支持 RewriteMap 及 ${…}',
    'en-US': 'RewriteMap and ${…} are not supported',
  },
  pattern: {
    'zh-CN': '正则表达式不完整：{name}',
    'en-US': 'Incomplete regular expression: {name}',
  },
  'pattern-never': {
    'zh-CN': '在 .htaccess 中路径开头没有 /，这条规则在 Apache 上也从不生效',
    'en-US': 'In an .htaccess, paths begin without /, so this rule never matched in Apache either',
  },
  'engine-off': {
    'zh-CN': '文件中 RewriteEngine 为 Off，此规则没有生效',
    'en-US': 'RewriteEngine is Off in this file, so this rule was inactive',
  },
  'no-rule': {
    'zh-CN': '条件后面没有 RewriteRule',
    'en-US': 'No RewriteRule follows the condition',
  },
  incomplete: {
    'zh-CN': '{name} 缺少参数或参数不正确',
    'en-US': '{name} has a missing or invalid argument',
  },
  access: {
    'zh-CN': '此访问条件没有对应写法：{name}',
    'en-US': 'This access condition has no equivalent: {name}',
  },
  'place-php': {
    'zh-CN': '不能为脚本文件单独设置',
    'en-US': "Scripts can't have separate settings",
  },
  'in-section': {
    'zh-CN': '{name} 不能只对部分文件设置',
    'en-US': "{name} can't be limited to some files",
  },
  section: {
    'zh-CN': '{name} 段没有对应写法，其中内容未转换',
    'en-US': 'Section {name} has no equivalent; its content was not converted',
  },
  unclosed: {
    'zh-CN': '{name} 段没有结束标记',
    'en-US': 'Section {name} is not closed',
  },
  'stray-close': {
    'zh-CN': '多余的结束标记 {name}',
    'en-US': 'Unexpected closing tag {name}',
  },
  'too-deep': {
    'zh-CN': '嵌套过深，其中内容未读取',
    'en-US': 'Nested too deeply; the inner content was not read',
  },
  'too-long': {
    'zh-CN': '此行过长，最多 {name} 个字符',
    'en-US': 'Line too long; the limit is {name} characters',
  },
  'control-character': {
    'zh-CN': '含有控制字符',
    'en-US': 'Contains a control character',
  },
  'too-much': {
    'zh-CN': '内容过多，从此行起未转换',
    'en-US': 'Too long; nothing from this line on was converted',
  },
  'not-allowed': {
    'zh-CN': '转换后的规则未通过安全检查：{name}',
    'en-US': 'The converted rule failed the safety check: {name}',
  },
} as const satisfies Readonly<Record<string, LocalizedText>>;

export type ReasonKey = keyof typeof REASONS;

/** Longest excerpt of a line that a reason shows, characters. */
const CLIPPED_MAX = 120;

export const shortenText = (text: string): string =>
  text.length > CLIPPED_MAX ? `${text.slice(0, CLIPPED_MAX)}…` : text;

/** The message of a reason in both languages; its value may be translated, too. */
export function reasonText(key: ReasonKey, name: string | LocalizedText = ''): LocalizedText {
  const filled = (locale: keyof LocalizedText) =>
    REASONS[key][locale].replace('{name}', () =>
      typeof name === 'string' ? shortenText(name) : name[locale],
    );
  return { 'zh-CN': filled('zh-CN'), 'en-US': filled('en-US') };
}

/** Thrown when a part of the file has no counterpart in nginx; caught where that part ends. */
export class Unconvertible extends Error {
  constructor(
    readonly reason: ReasonKey,
    readonly value: string | LocalizedText = '',
  ) {
    super(reason);
    this.name = 'Unconvertible';
  }
}
