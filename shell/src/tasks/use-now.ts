import { serverNow } from '@sitedeck/sdk';
import { useEffect, useState } from 'react';

/** The current time by the server's clock, ms since 1970, updated once a second while `running`. */
export function useNow(running: boolean): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}
