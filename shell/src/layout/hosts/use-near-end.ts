import { HOST_SCROLL_THRESHOLD_PX, HOST_SCROLL_THROTTLE_MS } from '@sitedeck/contract';
import { useEffect, useRef, type RefObject } from 'react';
import { throttled } from './throttle';

/**
 * Calls `near` when the list was scrolled close to its end, checked at most every 300 ms (specification,
 * section 5).
 */
export function useNearEnd(place: RefObject<HTMLElement | null>, near: () => void): void {
  const latest = useRef(near);
  useEffect(() => {
    latest.current = near;
  });
  useEffect(() => {
    const list = place.current;
    if (!list) return;
    const look = throttled(() => {
      const left = list.scrollHeight - list.scrollTop - list.clientHeight;
      if (left <= HOST_SCROLL_THRESHOLD_PX) latest.current();
    }, HOST_SCROLL_THROTTLE_MS);
    list.addEventListener('scroll', look.call, { passive: true });
    return () => {
      list.removeEventListener('scroll', look.call);
      look.stop();
    };
  }, [place]);
}
