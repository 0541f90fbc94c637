import { useState } from 'react';
import { NOTHING, type Selection } from './selection';

/** Selection of the folder on show; another folder begins with nothing chosen. */
export function useSelection(path: string): [Selection, (next: (before: Selection) => Selection) => void] {
  const [held, setHeld] = useState({ path, selection: NOTHING });
  const selection = held.path === path ? held.selection : NOTHING;
  const change = (next: (before: Selection) => Selection) =>
    setHeld((before) => ({ path, selection: next(before.path === path ? before.selection : NOTHING) }));
  return [selection, change];
}
