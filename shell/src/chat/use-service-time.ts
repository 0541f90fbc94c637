import { serverNow } from '@sitedeck/sdk';
import { useEffect, useState } from 'react';
import { isServiceTime } from './service-hours';

/** How often the clock is checked, ms: the hours are in full minutes. */
const LOOK_MS = 5000;

/** Whether customer service is available now, by the server's clock. */
export function useServiceTime(): boolean {
  const [open, setOpen] = useState(() => isServiceTime(serverNow()));
  useEffect(() => {
    const timer = setInterval(() => setOpen(isServiceTime(serverNow())), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return open;
}
