import { useState } from 'react';
import { parentOf, typedPath } from './dump-path';

/** What is typed, and what of it is looked into: a path that was left or chosen. */
export function useDumpFile() {
  const [typed, setTyped] = useState('');
  const [path, setPath] = useState<string>();
  const [isBad, setBad] = useState(false);
  return {
    typed,
    path,
    isBad,
    /** Where to look for another one. */
    folder: path === undefined ? '/' : parentOf(path),
    type: (next: string) => {
      setTyped(next);
      setBad(false);
    },
    choose: (next: string) => {
      setTyped(next);
      setPath(next);
      setBad(false);
    },
    /** The path, or nothing where what was typed is none. An empty field is told only by the button. */
    settle: () => {
      const next = typedPath(typed);
      setBad(next === undefined && typed.trim() !== '');
      setPath(next);
      return next;
    },
  };
}
