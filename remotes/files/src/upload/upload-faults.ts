import type { Fault, Locale } from '@sitedeck/contract';

/** Faults that the page itself finds. */
const FAULTS = {
  'file-unreadable': {
    'zh-CN': '文件已被移动、修改或删除，请重新选择',
    'en-US': 'The file was moved, changed or deleted. Choose it again',
  },
  'not-chosen-again': {
    'zh-CN': '不在重新选择的文件中，或内容已变化',
    'en-US': 'Not among the files you selected again, or changed since then',
  },
  'in-another-page': {
    'zh-CN': '此上传正在另一个窗口中继续',
    'en-US': 'This upload continues in another window',
  },
} as const;

export const uploadFault = (reason: keyof typeof FAULTS, locale: Locale): Fault => ({
  code: '0',
  reason,
  message: FAULTS[reason][locale],
});
