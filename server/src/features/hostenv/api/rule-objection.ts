import type { Locale } from '@sitedeck/contract';
import { ruleWords } from '@sitedeck/contract/rule-words';
import { readSnippet } from '#system/nginx/snippet/read';

/** Why a host's rules may not be these, or undefined where they may: the first of what is wrong. */
export function objectionTo(content: string): Readonly<Record<Locale, string>> | undefined {
  const reading = readSnippet(content);
  const [first] = reading.is === 'refused' ? reading.faults : [];
  if (reading.is === 'read' || first === undefined) return undefined;
  const say = (locale: Locale) => ruleWords(first.reason, locale, first.values).message;
  return { 'zh-CN': say('zh-CN'), 'en-US': say('en-US') };
}
