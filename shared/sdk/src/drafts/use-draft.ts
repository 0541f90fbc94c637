import { useCallback, useEffect, useRef, useState } from 'react';
import { dropDraft, holdDraft, keptDraft, type Draft } from './drafts';

/**
 * What somebody typed in a form before the last session ended, to be shown again: for the same account on the same host,
 * in the same tab. `drop` when it was saved or is not wanted.
 * @param name unique in the console, as in `files.edit:/wwwroot/index.html`
 */
export function useDraft(name: string): { readonly restored: Draft | undefined; readonly drop: () => void } {
  const [restored, setRestored] = useState(() => keptDraft(name));
  const drop = useCallback(() => {
    dropDraft(name);
    setRestored(undefined);
  }, [name]);
  return { restored, drop };
}

/**
 * Keeps what is typed in a form when the session ends, when the page goes and when the form does. Never for secrets.
 * @param current what is typed and not saved; undefined where there is nothing
 * @returns whether all is kept: nothing is lost by leaving
 */
export function useKeepDraft(name: string, current: () => Draft | undefined): () => boolean {
  const latest = useRef(current);
  const held = useRef<ReturnType<typeof holdDraft>>(undefined);
  useEffect(() => {
    latest.current = current;
  });
  useEffect(() => {
    const hold = holdDraft(name, () => latest.current());
    held.current = hold;
    return () => {
      // The page may be left without leaving the console.
      hold.keep();
      hold.stop();
    };
  }, [name]);
  return useCallback(() => held.current?.isSafe() ?? false, []);
}
