import type { Locale, RuleProblem } from '@sitedeck/contract';
import { ruleWords } from '@sitedeck/contract/rule-words';
import type { SnippetFault } from '#system/nginx/snippet/read';

const said = ({ reason, values }: SnippetFault, locale: Locale): string => {
  const { message, hint } = ruleWords(reason, locale, values);
  if (hint === undefined) return message;
  return locale === 'zh-CN' ? `${message}。${hint}` : `${message}. ${hint}`;
};

/** What is wrong, and what would mend it, in both languages. */
export const inWords = (fault: SnippetFault): Readonly<Record<Locale, string>> => ({
  'zh-CN': said(fault, 'zh-CN'),
  'en-US': said(fault, 'en-US'),
});

export const problemOf = (fault: SnippetFault, locale: Locale): RuleProblem => ({
  line: fault.line,
  column: fault.column,
  message: said(fault, locale),
});
