import { useState } from 'react';

const KEY = 'sitedeck.files.wrap';

/** Whether long lines wrap: one setting for all files, kept in this browser if it allows storage. */
export function useWrap(): readonly [boolean, (wrap: boolean) => void] {
  const [wrap, setWrap] = useState(() => {
    try {
      return localStorage.getItem(KEY) === '1';
    } catch {
      return false;
    }
  });
  const choose = (next: boolean) => {
    setWrap(next);
    try {
      localStorage.setItem(KEY, next ? '1' : '0');
    } catch {
      // Storage is forbidden: the choice lasts until the file closes.
    }
  };
  return [wrap, choose];
}
