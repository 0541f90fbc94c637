import { HOST_SCROLL_THRESHOLD_PX, HOST_SCROLL_THROTTLE_MS } from '@sitedeck/contract';
import { useEffect, useRef, type RefObject } from 'react';

/** Calls `near` when the list was scrolled close to its end, checked at most every 300 ms. */
export function useNearEnd(place: RefObject<HTMLElement | null>, near: () => void): void {
  const latest = useRef(near);
  useEffect(() => {
    latest.current = near;
  });
  useEffect(() => {
    const list = place.current;
    if (!list) return;
    const check = throttled(() => {
      const left = list.scrollHeight - list.scrollTop - list.clientHeight;
      if (left <= HOST_SCROLL_THRESHOLD_PX) latest.current();
    }, HOST_SCROLL_THROTTLE_MS);
    list.addEventListener('scroll', check.call, { passive: true });
    return () => {
      list.removeEventListener('scroll', check.call);
      check.stop();
    };
  }, [place]);
}

/** Runs at once, then at most every `ms`; calls in between run once at the end of that time. */
function throttled(run: () => void, ms: number): { readonly call: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting = false;
  const rest = () => {
    timer = undefined;
    if (!waiting) return;
    waiting = false;
    go();
  };
  const go = () => {
    timer = setTimeout(rest, ms);
    run();
  };
  return {
    call: () => {
      if (timer === undefined) go();
      else waiting = true;
    },
    stop: () => clearTimeout(timer),
  };
}
