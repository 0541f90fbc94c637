import type { Locale, RuleInForce, RuleProblem, SiteConfig, LocalizedText } from '@sitedeck/contract';
import { ruleText } from '@sitedeck/contract/rule-texts';
import { editFor } from '#system/nginx/snippet/fix';
import { readSnippet, type SnippetFault } from '#system/nginx/snippet/read';
import { Refusal } from '#faults/refusal';

/** Says what is wrong with a rule and how to correct it. */
function faultText({ reason, values }: SnippetFault, locale: Locale): string {
  const { message, hint } = ruleText(reason, locale, values);
  if (hint === undefined) return message;
  return locale === 'zh-CN' ? `${message}。${hint}` : `${message}. ${hint}`;
}

const inBothLanguages = (text: (locale: Locale) => string): LocalizedText => ({
  'zh-CN': text('zh-CN'),
  'en-US': text('en-US'),
});

/** A fault with its fix: as an edit where there is one, else in words. */
export function problemOf(fault: SnippetFault, locale: Locale): RuleProblem {
  const { line, column, reason, values } = fault;
  const { message, hint } = ruleText(reason, locale, values);
  const edit = editFor(fault);
  if (edit === undefined || hint === undefined) return { line, column, message: faultText(fault, locale) };
  return { line, column, message, fix: { title: hint, ...edit } };
}

function firstFault(content: string): SnippetFault | undefined {
  const reading = readSnippet(content);
  return reading.is === 'refused' ? reading.faults[0] : undefined;
}

/**
 * Says why a host may not have these rules (only the first fault, without its hint); undefined if they are
 * allowed.
 */
export function objectionTo(content: string): LocalizedText | undefined {
  const fault = firstFault(content);
  return fault && inBothLanguages((locale) => ruleText(fault.reason, locale, fault.values).message);
}

/** Refuses with `rule-refused` and the first faulty line. */
export function checkRule(content: string): void {
  const fault = firstFault(content);
  if (fault === undefined) return;
  const values = { line: fault.line, why: inBothLanguages((locale) => faultText(fault, locale)) };
  throw new Refusal('rule-refused', { field: 'content', values });
}

/** Puts a rule in force; null removes it. Refuses with `rule-refused`. */
export function withRule(document: SiteConfig, rule: RuleInForce | null): SiteConfig {
  if (rule) checkRule(rule.content);
  return { ...document, rewrite: rule };
}
