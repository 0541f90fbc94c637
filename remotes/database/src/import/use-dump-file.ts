import { parentOf, typedPath } from '@sitedeck/ui/file-picker';
import { useState } from 'react';

/** The typed path, and the path to check: a typed one once the field loses focus, or a chosen one. */
export function useDumpFile() {
  const [typed, setTyped] = useState('');
  const [path, setPath] = useState<string>();
  const [isBad, setBad] = useState(false);
  return {
    typed,
    path,
    isBad,
    /** The folder that the file picker shows first. */
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
    /** Returns the path; undefined if the typed text is not a path. An empty field shows an error only on submit. */
    settle: () => {
      const next = typedPath(typed);
      setBad(next === undefined && typed.trim() !== '');
      setPath(next);
      return next;
    },
  };
}
