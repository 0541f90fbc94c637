import { SERVICE_HOURS } from '@sitedeck/contract';
import { serverNow } from '@sitedeck/sdk';
import { useEffect, useState } from 'react';

/** How often the clock is checked, ms: the hours are in full minutes. */
const CHECK_MS = 5000;

const MINUTE_MS = 60_000;

const DAY_MINUTES = 24 * 60;

/** 1970 began on a Thursday. */
const FIRST_DAY = 4;

/** Whether customer service is available at a time, ms since 1970 by the server's clock. */
export function isServiceTime(now: number): boolean {
  const minutes = Math.floor(now / MINUTE_MS) + SERVICE_HOURS.zone;
  const day = (Math.floor(minutes / DAY_MINUTES) + FIRST_DAY) % 7;
  const ofDay = minutes % DAY_MINUTES;
  const days: readonly number[] = SERVICE_HOURS.days;
  return days.includes(day) && ofDay >= SERVICE_HOURS.from && ofDay < SERVICE_HOURS.to;
}

/** Whether customer service is available now, by the server's clock. */
export function useServiceTime(): boolean {
  const [open, setOpen] = useState(() => isServiceTime(serverNow()));
  useEffect(() => {
    const timer = setInterval(() => setOpen(isServiceTime(serverNow())), CHECK_MS);
    return () => clearInterval(timer);
  }, []);
  return open;
}
