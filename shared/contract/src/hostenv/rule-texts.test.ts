import { RULE_TEXTS, type RuleEntry } from './rule-texts';

const values = (text: string) => [...text.matchAll(/\{([a-z]+)\}/g)].map((match) => match[1]).sort();

describe('words for faults of rewrite rules', () => {
  const texts = Object.entries(RULE_TEXTS).flatMap(([fault, { hint, ...words }]: [string, RuleEntry]) => [
    { fault, words },
    ...(hint ? [{ fault: `hint of ${fault}`, words: hint }] : []),
  ]);

  it.each(texts)(
    '$fault has the same placeholders in both languages, and quotes as each language writes them',
    ({ words }) => {
      expect(values(words['zh-CN'])).toEqual(values(words['en-US']));
      expect(words['en-US']).not.toMatch(/[\u4e00-\u9fff]/);
      // Quotes are 「」 in Chinese, straight in English.
      expect(Object.values(words).join('')).not.toMatch(/[“”‘’]/);
    },
  );
});
