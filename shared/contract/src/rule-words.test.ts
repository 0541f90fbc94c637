import { RULE_WORDS, type RuleEntry } from './rule-words';

const values = (text: string) => [...text.matchAll(/\{([a-z]+)\}/g)].map((match) => match[1]).sort();

describe('words about rewrite rules', () => {
  const texts = Object.entries(RULE_WORDS).flatMap(([fault, { hint, ...words }]: [string, RuleEntry]) => [
    { fault, words },
    ...(hint ? [{ fault: `hint of ${fault}`, words: hint }] : []),
  ]);

  it.each(texts)('$fault take the same values and quote alike in both languages', ({ words }) => {
    expect(values(words['zh-CN'])).toEqual(values(words['en-US']));
    expect(words['en-US']).not.toMatch(/[\u4e00-\u9fff]/);
    // 「」 in Chinese, straight in English.
    expect(Object.values(words).join('')).not.toMatch(/[“”‘’]/);
  });
});
