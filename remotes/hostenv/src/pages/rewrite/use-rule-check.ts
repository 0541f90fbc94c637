import type { RuleProblem } from '@sitedeck/contract';
import { useEffect, useState } from 'react';
import { hostEnvApi } from '../../hostenv.api';

/** Pause in typing before the server checks the rule, ms. */
const PAUSE_MS = 600;

export type RuleCheck =
  | { readonly is: 'none' }
  /** `found`: of the text before this one. */
  | { readonly is: 'checking'; readonly found: readonly RuleProblem[] }
  | { readonly is: 'checked'; readonly found: readonly RuleProblem[]; readonly ownRoot: boolean }
  /** The server could not be reached. */
  | { readonly is: 'unknown' };

interface CheckedRule {
  readonly content: string;
  readonly check: RuleCheck;
}

const NOTHING: readonly RuleProblem[] = [];
export const problemsFoundBy = (check: RuleCheck): readonly RuleProblem[] =>
  check.is === 'checked' || check.is === 'checking' ? check.found : NOTHING;

/** Checks a rule shortly after it was typed. A new value of `repeatKey` checks the same text once more. */
export function useRuleCheck(content: string, repeatKey: unknown): RuleCheck {
  const [checkRewrite] = hostEnvApi.useLazyCheckRewriteQuery();
  const [checked, setChecked] = useState<CheckedRule>();
  const isEmpty = content.trim() === '';

  useEffect(() => {
    if (isEmpty) return undefined;
    let isMounted = true;
    const timer = setTimeout(() => {
      void checkRewrite({ body: { content } }).then(({ data, error }) => {
        if (!isMounted) return;
        if (data)
          setChecked({ content, check: { is: 'checked', found: data.problems, ownRoot: data.ownRoot } });
        else if (error) setChecked({ content, check: { is: 'unknown' } });
      });
    }, PAUSE_MS);
    return () => {
      isMounted = false;
      clearTimeout(timer);
    };
  }, [content, isEmpty, checkRewrite, repeatKey]);

  if (isEmpty || !checked) return { is: 'none' };
  return checked.content === content
    ? checked.check
    : { is: 'checking', found: problemsFoundBy(checked.check) };
}
