import { render } from '@testing-library/react';
import { createTranslator } from './translator';
import { useLocaleFormat, type LocaleFormat } from './use-format';
import { TranslatorContext } from './use-text';

function formatIn(locale: 'zh-CN' | 'en-US'): LocaleFormat {
  const read: { format?: LocaleFormat } = {};
  function Reader() {
    read.format = useLocaleFormat();
    return null;
  }
  render(
    <TranslatorContext value={createTranslator(locale)}>
      <Reader />
    </TranslatorContext>,
  );
  if (!read.format) throw new Error('nothing was drawn');
  return read.format;
}

it('writes ratios as percentages; 100 % means finished', () => {
  const { percent } = formatIn('zh-CN');
  expect([0, 0.0001, 0.01, 0.25, 0.429, 0.9999, 1].map(percent)).toEqual([
    '0%',
    '<1%',
    '1%',
    '25%',
    '42%',
    '99%',
    '100%',
  ]);
});

it('groups figures, and writes sizes with base 1024', () => {
  const { number, bytes } = formatIn('en-US');
  expect([number(12_045), bytes(1.5 * 1024 ** 3)]).toEqual(['12,045', '1.50 GB']);
});

it.each([
  ['zh-CN', 'a、b、c'],
  ['en-US', 'a, b, c'],
] as const)('separates the entries of a list as %s does', (locale, listed) => {
  expect(formatIn(locale).list(['a', 'b', 'c'])).toBe(listed);
});
