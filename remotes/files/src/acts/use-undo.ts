import { useRestore } from '../bin/use-restore';
import { takeLastChange } from './last-change';
import { useUndoPaste } from './use-undo-paste';

/** Undoes the last deletion or paste of this page. */
export function useUndo(): () => void {
  const restore = useRestore();
  const undoPaste = useUndoPaste();
  return () => {
    const change = takeLastChange();
    if (change?.is === 'deletion') void restore(change.kept);
    if (change?.is === 'paste') void undoPaste(change.paste);
  };
}
