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
  '$ unchanged lines': '$ 行相同',
  'Take this change': '采用左侧的这处',
  Accept: '保留我的',
  Reject: '采用另一份',
};

/** CodeMirror's own English where we have no text. */
const ENGLISH: Readonly<Record<string, string>> = {
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  regexp: 'Regex',
  'by word': 'Whole word',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
  go: 'Go',
  'Take this change': 'Take this change from the left',
  Accept: 'Keep mine',
  Reject: 'Take the other',
};

export const editorPhrases = (locale: Locale): Readonly<Record<string, string>> =>
  locale === 'zh-CN' ? CHINESE : ENGLISH;
