import type { CdnRule } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import type { CdnReply } from '../cdn.api';
import { useActOnRules } from '../use-cdn-changes';
import { rulesTexts } from './rules-texts';
import { useRuleWords } from './use-rule-words';

/** Rules that were sent to the server; `version` is the one that they created, undefined until the server replies. */
interface SentRules {
  readonly rules: readonly CdnRule[];
  readonly version?: number;
}

/** The rules as the user last arranged them, and the actions that change them at once. */
export function useRuleActs({ rules, query, cookies, version }: CdnReply) {
  const text = useText(rulesTexts);
  const words = useRuleWords();
  const act = useActOnRules();
  const [sent, setSent] = useState<SentRules>();
  const isSent = sent !== undefined && (sent.version === undefined || version < sent.version);
  const shown = isSent ? sent.rules : rules;

  const change = async (next: readonly CdnRule[], done: string) => {
    const one: SentRules = { rules: next };
    const ifLast = (after: SentRules | undefined) => setSent((now) => (now === one ? after : now));
    setSent(one);
    const before = { rules: [...shown], query, cookies };
    const outcome = await act({ ...before, rules: [...next] }, version, { done, before });
    ifLast(outcome.is === 'saved' ? { ...one, version: outcome.version } : undefined);
  };
  return {
    rules: shown,
    order: (next: readonly CdnRule[]) => void change(next, text('done.order')),
    remove: ({ id, match }: CdnRule) =>
      void change(
        shown.filter((rule) => rule.id !== id),
        text('done.remove', { name: words.match(match) }),
      ),
  };
}
