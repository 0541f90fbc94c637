import { useDialog } from '@sitedeck/ui/core';
import { useCallback } from 'react';
import type { ConflictChoices, ConflictQuestion } from './clash';
import { ConflictDialog } from './ConflictDialog';

/** Asks per name what to do. Resolves undefined if the user cancels. */
export function useConflicts(): (question: ConflictQuestion) => Promise<ConflictChoices | undefined> {
  const show = useDialog();
  return useCallback(
    (question) =>
      new Promise((resolve) => {
        show((gone) => <ConflictDialog {...question} onAnswer={resolve} onGone={gone} />);
      }),
    [show],
  );
}
