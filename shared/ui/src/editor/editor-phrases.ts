import type { Locale } from '@sitedeck/contract';

/** The words of CodeMirror's own panels, keyed by its English ones. */
const CHINESE: Readonly<Record<string, string>> = {
  Find: '查找',
  Replace: '替换为',
  next: '下一个',
  previous: '上一个',
  all: '全部',
  'match case': '区分大小写',
  regexp: '正则',
  'by word': '全字匹配',
  replace: '替换',
  'replace all': '全部替换',
  close: '关闭',
  'current match': '当前匹配',
  'replaced $ matches': '已替换 $ 处',
  'replaced match on line $': '已替换第 $ 行的匹配',
  'on line': '位于行',
  'Go to line': '转到行',
  go: '转到',
  'Control character': '控制字符',
  'Selection deleted': '已删除所选',
};

export const editorPhrases = (locale: Locale): Readonly<Record<string, string>> =>
  locale === 'zh-CN' ? CHINESE : {};
