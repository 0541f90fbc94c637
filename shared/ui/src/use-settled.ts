import { useEffect, useState } from 'react';

/** Pause in typing before a request is sent, ms. */
const PAUSE_MS = 400;

/** Returns a value once it has been unchanged for `PAUSE_MS`. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
