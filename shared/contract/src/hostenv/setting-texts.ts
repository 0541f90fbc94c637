import { shownDomain } from '../domain/domain-name';
import type { ConfigDifference } from './config';
import type { Locale, LocalizedText } from '../faults/entry';

/** Fields of the site configuration, by their path in the document. */
const SETTINGS: Readonly<Record<string, LocalizedText>> = {
  documents: { 'zh-CN': '默认首页', 'en-US': 'Default documents' },
  rewrite: { 'zh-CN': '伪静态规则', 'en-US': 'Rewrite rules' },
  'rewrite.name': { 'zh-CN': '伪静态规则名称', 'en-US': 'Rewrite rule name' },
  'rewrite.content': { 'zh-CN': '伪静态规则内容', 'en-US': 'Rewrite rule content' },
  redirects: { 'zh-CN': '301 跳转', 'en-US': '301 redirects' },
  errorPage: { 'zh-CN': '404 页面', 'en-US': '404 page' },
  'errorPage.is': { 'zh-CN': '404 页面类型', 'en-US': '404 page type' },
  'errorPage.path': { 'zh-CN': '404 页面文件', 'en-US': '404 page file' },
  'errorPage.content': { 'zh-CN': '404 页面内容', 'en-US': '404 page content' },
  mime: { 'zh-CN': 'MIME 映射', 'en-US': 'MIME types' },
  'php.version': { 'zh-CN': 'PHP 版本', 'en-US': 'PHP version' },
  'php.enabled': { 'zh-CN': 'PHP', 'en-US': 'PHP' },
  'php.shortOpenTag': { 'zh-CN': 'PHP 短标签', 'en-US': 'PHP short tags' },
  'php.displayErrors': { 'zh-CN': '页面上显示 PHP 错误', 'en-US': 'Show PHP errors on pages' },
  'php.errorLog': { 'zh-CN': 'PHP 错误日志', 'en-US': 'PHP error log' },
  'php.outputBuffer': { 'zh-CN': 'PHP 输出缓冲', 'en-US': 'PHP output buffering' },
  'php.upload': { 'zh-CN': 'PHP 允许上传文件', 'en-US': 'PHP file uploads' },
  'php.uploadMiB': { 'zh-CN': 'PHP 单个文件上限（MiB）', 'en-US': 'PHP upload limit (MiB)' },
  'php.disabledFunctions': { 'zh-CN': 'PHP 禁用函数', 'en-US': 'Disabled PHP functions' },
  'scriptError.notify': { 'zh-CN': '脚本错误信息', 'en-US': 'Script error info' },
  'scriptError.msg': { 'zh-CN': '脚本错误的自定义文字', 'en-US': 'Custom script error message' },
  names: { 'zh-CN': '域名的 HTTPS 和 CDN', 'en-US': 'HTTPS and CDN of domains' },
  'cdn.rules': { 'zh-CN': 'CDN 缓存规则', 'en-US': 'CDN cache rules' },
  'cdn.query': { 'zh-CN': 'CDN 查询参数', 'en-US': 'CDN query parameters' },
  'cdn.query.is': { 'zh-CN': 'CDN 查询参数的处理', 'en-US': 'CDN query policy' },
  'cdn.query.names': { 'zh-CN': 'CDN 保留的查询参数', 'en-US': 'CDN query parameters that count' },
  'cdn.cookies': { 'zh-CN': '跳过 CDN 缓存的 Cookie', 'en-US': 'Cookies that bypass the CDN cache' },
  'dotNet.version': { 'zh-CN': '.NET 版本', 'en-US': '.NET version' },
  'dotNet.mode': { 'zh-CN': '.NET 模式', 'en-US': '.NET mode' },
  'dotNet.trustLevel': { 'zh-CN': '.NET 信任级别', 'en-US': '.NET trust level' },
};

const ON: LocalizedText = { 'zh-CN': '开', 'en-US': 'On' };
const OFF: LocalizedText = { 'zh-CN': '关', 'en-US': 'Off' };
const CUSTOM: LocalizedText = { 'zh-CN': '自定义文字', 'en-US': 'Custom message' };

/** Values that are stored as a code. */
const VALUES: Readonly<Record<string, Readonly<Record<string, LocalizedText>>>> = {
  'errorPage.is': {
    file: { 'zh-CN': '文件', 'en-US': 'File' },
    text: { 'zh-CN': '自定义内容', 'en-US': 'Custom content' },
  },
  'scriptError.notify': {
    off: OFF,
    details: { 'zh-CN': '显示详细信息', 'en-US': 'Show details' },
    custom: CUSTOM,
  },
  'dotNet.mode': {
    integrated: { 'zh-CN': '集成模式', 'en-US': 'Integrated mode' },
    classic: { 'zh-CN': '经典模式', 'en-US': 'Classic mode' },
  },
};

/** Ids of rows, which mean nothing to users. */
const HIDDEN: ReadonlySet<string> = new Set(['rewrite.id']);
/** Parameters of PHP are known by their own names. */
const PARAMETER = 'php.parameters.';

export const isHiddenSetting = (field: string): boolean => HIDDEN.has(field);

/** Whether a name is a field of the site configuration. */
export const isSetting = (field: string): boolean =>
  Object.hasOwn(SETTINGS, field) || HIDDEN.has(field) || field.startsWith(PARAMETER);

export const settingName = (field: string, locale: Locale): string =>
  SETTINGS[field]?.[locale] ?? (field.startsWith(PARAMETER) ? field.slice(PARAMETER.length) : field);

/** Fields that a reader means by a part of their names, such as 短标签. */
export const settingsNamed = (text: string): readonly string[] =>
  Object.entries(SETTINGS)
    .filter(([, words]) =>
      Object.values(words).some((word) => word.toLowerCase().includes(text.trim().toLowerCase())),
    )
    .map(([field]) => field);

/** Parses a redirect, MIME type or page that the server sends as JSON; undefined if the JSON was cut. */
function partOf(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const part: unknown = json.startsWith('{') ? JSON.parse(json) : undefined;
    return typeof part === 'object' && part !== null ? { ...part } : undefined;
  } catch {
    return undefined;
  }
}

/** Switches of one domain, by names that both languages share. */
const httpsWords = (name: string, forcesHttps: boolean, hstsDays: unknown): string =>
  [
    shownDomain(name),
    ...(forcesHttps ? ['HTTPS'] : []),
    ...(typeof hstsDays === 'number' ? [`HSTS ${hstsDays}`] : []),
  ].join(' · ');

function lineWords(line: string): string {
  const part = partOf(line);
  if (!part) return line;
  const { source, target, extension, mimeType, name, content, path, forcesHttps, hstsDays } = part;
  if (typeof source === 'string') return `${source} → ${String(target)}`;
  if (typeof extension === 'string') return `.${extension} ${String(mimeType)}`;
  if (typeof forcesHttps === 'boolean') return httpsWords(String(name), forcesHttps, hstsDays);
  if (typeof name === 'string') return `${name}\n${String(content)}`;
  const shown = [content, path].find((value) => typeof value === 'string');
  return typeof shown === 'string' ? shown : line;
}

/** A value of `ConfigDifference` in words; lists and texts have several lines. */
export function settingValue(field: string, value: string, locale: Locale): string {
  if (value === 'true' || value === 'false') return (value === 'true' ? ON : OFF)[locale];
  const codes = VALUES[field] ?? {};
  const code = Object.hasOwn(codes, value) ? codes[value]?.[locale] : undefined;
  return code ?? value.split('\n').map(lineWords).join('\n');
}

/** One difference in words; an absent value means none. */
export interface DescribedChange {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Differences of two site configurations in words. */
export function settingChanges(
  differences: readonly ConfigDifference[],
  locale: Locale,
): readonly DescribedChange[] {
  const words = (field: string, value: string | undefined) =>
    value === undefined || value === '' ? undefined : settingValue(field, value, locale);
  return differences
    .filter(({ field }) => !isHiddenSetting(field))
    .map(({ field, before, after }) => ({
      name: settingName(field, locale),
      before: words(field, before),
      after: words(field, after),
    }));
}
