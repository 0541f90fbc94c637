import { useEffect, useState } from 'react';

/**
 * When a host may be sent a code again, ms of `performance.now`. Outlives the dialog, which may be closed and
 * opened again.
 */
const until = new Map<string, number>();

/** @param seconds until the next code may be requested */
export function startCooldown(hostCode: string, seconds: number): void {
  until.set(hostCode, performance.now() + seconds * 1000);
}

/** Rounded to ms first: 60 s added to a fractional clock may differ from it by a little more than 60 s. */
const secondsLeft = (hostCode: string): number =>
  Math.max(0, Math.ceil(Math.round((until.get(hostCode) ?? 0) - performance.now()) / 1000));

const SECOND_MS = 1000;

/** Seconds until a host may be sent a code again; 0: now. Call `follow` after the countdown was started. */
export function useCooldown(hostCode: string): { readonly left: number; readonly follow: () => void } {
  const [left, setLeft] = useState(() => secondsLeft(hostCode));
  const running = left > 0;
  const follow = () => setLeft(secondsLeft(hostCode));

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setLeft(secondsLeft(hostCode)), SECOND_MS);
    return () => clearInterval(timer);
  }, [running, hostCode]);

  return { left, follow };
}
