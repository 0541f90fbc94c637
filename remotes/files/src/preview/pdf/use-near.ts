import { useEffect, useState, type RefObject } from 'react';

/** Margin that counts as near, px. */
const AHEAD = '800px 0px';

/** Whether an element is visible in its scrolling parent, or near it. */
export function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const watch = new IntersectionObserver(
      // A busy page gets several crossings at once; only the last one is current.
      (crossings) => setNear(crossings.at(-1)?.isIntersecting ?? false),
      { root: place.current.parentElement, rootMargin: AHEAD },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [place]);
  return isNear;
}
