import type { RuleProblem } from '@sitedeck/contract';
import { useEffect, useState } from 'react';
import { hostEnvApi } from '../../hostenv.api';

/** Pause in typing after which the server looks at the text, ms. */
const PAUSE_MS = 600;

export type RuleCheck =
  | { readonly is: 'none' }
  /** `found`: of the text before this one. */
  | { readonly is: 'looking'; readonly found: readonly RuleProblem[] }
  | { readonly is: 'looked'; readonly found: readonly RuleProblem[]; readonly ownRoot: boolean }
  /** Nobody could look: the server was not reached. */
  | { readonly is: 'unknown' };

interface Looked {
  readonly content: string;
  readonly check: RuleCheck;
}

const NOTHING: readonly RuleProblem[] = [];
export const foundBy = (check: RuleCheck): readonly RuleProblem[] =>
  check.is === 'looked' || check.is === 'looking' ? check.found : NOTHING;

/** What stands against a text, a moment after it was typed. `again` looks at the same text once more. */
export function useRuleCheck(content: string, again: unknown): RuleCheck {
  const [look] = hostEnvApi.useLazyCheckRewriteQuery();
  const [looked, setLooked] = useState<Looked>();
  const isEmpty = content.trim() === '';

  useEffect(() => {
    if (isEmpty) return undefined;
    let here = true;
    const timer = setTimeout(() => {
      void look({ body: { content } }).then(({ data, error }) => {
        if (!here) return;
        if (data)
          setLooked({ content, check: { is: 'looked', found: data.problems, ownRoot: data.ownRoot } });
        else if (error) setLooked({ content, check: { is: 'unknown' } });
      });
    }, PAUSE_MS);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [content, isEmpty, look, again]);

  if (isEmpty || !looked) return { is: 'none' };
  return looked.content === content ? looked.check : { is: 'looking', found: foundBy(looked.check) };
}
