import type { CallReply, listRewrites } from '@sitedeck/contract';
import type { InForce } from '../../frame/use-settings-draft';

export type RulesReply = CallReply<typeof listRewrites>;

/** The edited rule: a saved one by its id, the live one if it is not saved, or a new one. */
export type RuleKey = number | 'live' | 'new';

export interface RuleText {
  readonly key: RuleKey;
  readonly name: string;
  readonly content: string;
}

/** The rule that the page opens with. */
export function firstKey({ rules, inForce }: RulesReply): RuleKey {
  if (inForce) return inForce.id ?? 'live';
  return rules[0]?.id ?? 'new';
}

/** The server's version of a rule; a new rule if it is gone. */
export function ruleAt(data: RulesReply, key: RuleKey, newName: string): RuleText {
  if (key === 'live' && data.inForce) return { key, ...withoutId(data.inForce) };
  const saved = data.rules.find(({ id }) => id === key);
  return saved ? { key: saved.id, ...withoutId(saved) } : { key: 'new', name: newName, content: '' };
}

const withoutId = ({ name, content }: { readonly name: string; readonly content: string }) => ({
  name,
  content,
});

/** Whether exactly this rule is live. */
export function isLive({ inForce }: RulesReply, { key, content }: RuleText): boolean {
  if (!inForce) return false;
  return (key === 'live' || inForce.id === key) && inForce.content === content;
}

/** Whether saving changes the live rule. */
export const staysLive = ({ inForce }: RulesReply, key: RuleKey): boolean =>
  inForce !== null && (key === 'live' || inForce.id === key);

export const ruleInForce = (data: RulesReply, key: RuleKey, newName: string): InForce<RuleText> => ({
  value: ruleAt(data, key, newName),
  version: data.version,
});
