import { useEffect, useState, type RefObject } from 'react';

/** Near before it comes into sight, px. */
const AHEAD = '800px 0px';

/** Whether an element is in sight of its parent, which scrolls, or near it. */
export function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const watch = new IntersectionObserver(
      // A busy page is told late, and of every crossing since: only the last still holds.
      (crossings) => setNear(crossings.at(-1)?.isIntersecting ?? false),
      { root: place.current.parentElement, rootMargin: AHEAD },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [place]);
  return isNear;
}
