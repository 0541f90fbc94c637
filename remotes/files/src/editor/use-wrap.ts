import { useState } from 'react';

const KEY = 'sitedeck.files.wrap';

/** Remembered in this browser, for every file. Storage may be forbidden. */
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
