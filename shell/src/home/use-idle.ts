import { useEffect, useState } from 'react';

/** A page that is never idle gets on with it anyway, ms. */
const PATIENCE_MS = 2000;
/** Where a browser does not tell (Safari): after the picture, ms. */
const MEANWHILE_MS = 200;

/** True once the browser has drawn what was there first and has nothing better to do. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const now = () => setIdle(true);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(now, MEANWHILE_MS);
      return () => clearTimeout(timer);
    }
    const asked = requestIdleCallback(now, { timeout: PATIENCE_MS });
    return () => cancelIdleCallback(asked);
  }, []);
  return idle;
}
