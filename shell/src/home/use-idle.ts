import { useEffect, useState } from 'react';

/** Maximum wait for an idle moment, ms. */
const PATIENCE_MS = 2000;
/** Wait after the paint in browsers that don't report idle time (Safari), ms. */
const MEANWHILE_MS = 200;

/** True once the browser has painted and is idle. */
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
