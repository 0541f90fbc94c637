import type { RuleInForce, SiteConfig } from '@sitedeck/contract';
import { readSnippet } from '#system/nginx/snippet/read';
import { Refusal } from '#faults/refusal';
import { inWords } from './rule-problems';

/** Refuses rule-refused with the first line that stands against it. */
export function checkRule(content: string): void {
  const reading = readSnippet(content);
  const [first] = reading.is === 'refused' ? reading.faults : [];
  if (first === undefined) return;
  const values = { line: first.line, why: inWords(first) };
  throw new Refusal('rule-refused', { field: 'content', values });
}

/** Puts a rule in force; null: none. Refuses rule-refused. */
export function withRule(document: SiteConfig, rule: RuleInForce | null): SiteConfig {
  if (rule) checkRule(rule.content);
  return { ...document, rewrite: rule };
}
