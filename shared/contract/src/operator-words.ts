import type { Locale } from './fault';

/** Names under which the product itself acts; users never chose them. */
const OPERATORS: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  /** The provider's first key. */
  bootstrap: { 'zh-CN': '服务商', 'en-US': 'Provider' },
  /** The backup plan of the host. */
  schedule: { 'zh-CN': '备份计划', 'en-US': 'Backup plan' },
};

/** Who acted, in words: an operator by name, the product's own ones by what they are. */
export const operatorWords = (operator: string, locale: Locale): string =>
  (Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator]?.[locale] : undefined) ?? operator;

/** Operators that a reader means by a part of their words, such as 服务商. */
export const operatorsNamed = (text: string): readonly string[] =>
  Object.entries(OPERATORS)
    .filter(([, words]) =>
      Object.values(words).some((word) => word.toLowerCase().includes(text.trim().toLowerCase())),
    )
    .map(([operator]) => operator);
