import { useCallback, useEffect, useRef, useState } from 'react';
import { dropDraft, holdDraft, keptDraft, type Draft } from './drafts';

/**
 * What the user typed in a form before the last session ended, to show it again: for the same account on the
 * same host, in the same tab. Call `drop` when it was saved or discarded. @param name unique in the console, as
 * in `files.edit:/wwwroot/index.html`
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
 * Stores what is typed in a form when the session ends, when the page closes and when the form unmounts. Never
 * for secrets. @param current the unsaved text; undefined when there is none @returns whether everything is
 * stored, so that leaving loses nothing
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
      // The page may close without leaving the console.
      hold.keep();
      hold.stop();
    };
  }, [name]);
  return useCallback(() => held.current?.isSafe() ?? false, []);
}
