import { faultMessage, LOCALES, type FaultReason } from './fault';
import { FAULT_MESSAGES } from './messages';

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

describe('fault messages', () => {
  it.each(Object.keys(FAULT_MESSAGES) as FaultReason[])(
    '%s takes the same values in both languages',
    (reason) => {
      const [zh, en] = LOCALES.map((locale) => FAULT_MESSAGES[reason][locale]);
      expect(zh).not.toBe('');
      expect(placeholders(zh ?? '')).toEqual(placeholders(en ?? ''));
      // A failed task stores its fault under these names, beside the values.
      for (const name of ['reason', 'message']) expect(placeholders(zh ?? '')).not.toContain(name);
      expect(en).not.toMatch(/[\u4e00-\u9fff]/);
      // Quotes are 「」 in Chinese, straight in English.
      expect(`${zh}${en}`).not.toMatch(/[“”‘’]/);
    },
  );

  it('replaces placeholders, and leaves those without a value', () => {
    expect(faultMessage('too-many-attempts', 'en-US', { seconds: 8 })).toBe(
      'Too many attempts. Try again in 8 s',
    );
    expect(faultMessage('internal', 'zh-CN')).toContain('{id}');
    const why = { 'zh-CN': '原因', 'en-US': 'a reason' };
    expect(faultMessage('dump-failed', 'zh-CN', { why })).toBe('导出数据库失败：原因');
    expect(faultMessage('dump-failed', 'en-US', { why })).toBe('Database export failed: a reason');
  });
});
