import type { LocalizedText } from '../faults/entry';

/** Why the gate refuses a version, in both languages. */
export const GATE_TEXTS = {
  'requires-unreadable': {
    'zh-CN': 'requires.{part} 不是有效的版本范围：{range}',
    'en-US': 'requires.{part} is not a valid version range: {range}',
  },
  requires: {
    'zh-CN': '需要 {part} {range}，但在用的控制台为 {held}',
    'en-US': 'it requires {part} {range}, but a console in use has {held}',
  },
  'route-reserved': {
    'zh-CN': '路由 {path} 由服务器保留，页面无法访问',
    'en-US': 'route {path} is reserved by the server, so the page could never open',
  },
  'route-taken': { 'zh-CN': '路由 {name} 已被 {by} 占用', 'en-US': 'route {name} is taken by {by}' },
  'menu-taken': { 'zh-CN': '菜单 {name} 已被 {by} 占用', 'en-US': 'menu entry {name} is taken by {by}' },
  'permission-taken': {
    'zh-CN': '权限 {name} 已被 {by} 占用',
    'en-US': 'permission {name} is taken by {by}',
  },
  'menu-parent': {
    'zh-CN': '菜单 {path} 的上级 {parent} 不存在',
    'en-US': 'menu entry {path} has a parent that does not exist: {parent}',
  },
  'redirect-lost': {
    'zh-CN': '路由 {path} 跳转到不存在的路由 {to}',
    'en-US': 'route {path} redirects to a route that does not exist: {to}',
  },
  'title-without': {
    'zh-CN': '菜单 {path} 的 titleWithout 指向不存在的菜单 {without}',
    'en-US': 'titleWithout of menu entry {path} names an entry that does not exist: {without}',
  },
  'slot-path': {
    'zh-CN': '首页快捷方式指向的 {path} 不是此功能的路由',
    'en-US': 'a Home shortcut points to {path}, which is not a route of this remote',
  },
  'title-missing': {
    'zh-CN': '标题 {key} 缺少 {locale} 文字',
    'en-US': 'title {key} is missing in {locale}',
  },
  'entry-too-large': {
    'zh-CN': '入口 {bytes} 字节（brotli），上限 {budget}',
    'en-US': 'the entry is {bytes} bytes (brotli), over the budget of {budget}',
  },
  'total-too-large': {
    'zh-CN': '全部脚本 {bytes} 字节（brotli），上限 {budget}',
    'en-US': 'all scripts total {bytes} bytes (brotli), over the budget of {budget}',
  },
} as const satisfies Record<string, LocalizedText>;

export type GateRule = keyof typeof GATE_TEXTS;
