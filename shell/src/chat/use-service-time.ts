import { serverNow } from '@sitedeck/sdk';
import { useEffect, useState } from 'react';
import { isServiceTime } from './service-hours';

/** How often the clock is looked at, ms: the hours have whole minutes. */
const LOOK_MS = 5000;

/** Whether customer service is there now, by the server's clock. */
export function useServiceTime(): boolean {
  const [open, setOpen] = useState(() => isServiceTime(serverNow()));
  useEffect(() => {
    const timer = setInterval(() => setOpen(isServiceTime(serverNow())), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return open;
}
