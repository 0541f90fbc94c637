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
  'current match': '当前匹配项',
  'replaced $ matches': '已替换 $ 处',
  'replaced match on line $': '已替换第 $ 行的匹配项',
  'on line': '所在行',
  'Go to line': '转到行',
  go: '转到',
  'Control character': '控制字符',
  'Selection deleted': '已删除所选内容',
  '$ unchanged lines': '$ 行未修改',
  'Take this change': '采用左侧的修改',
  Accept: '保留我的',
  Reject: '采用另一版本',
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
  'Take this change': 'Use the change on the left',
  Accept: 'Keep mine',
  Reject: 'Use the other version',
};

export const editorPhrases = (locale: Locale): Readonly<Record<string, string>> =>
  locale === 'zh-CN' ? CHINESE : ENGLISH;
