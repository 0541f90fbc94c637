import { useLayoutEffect, useState, type RefObject } from 'react';
import { BREAKPOINT } from '../tokens';

/**
 * Whether the element is narrower than `below` px. Components measure their container instead of the window,
 * because a remote may be embedded in a column of a portal's page.
 */
export function useNarrow(element: RefObject<HTMLElement | null>, below: number = BREAKPOINT.touch): boolean {
  const [narrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target || typeof ResizeObserver === 'undefined') return;
    const measure = () => setNarrow(target.clientWidth > 0 && target.clientWidth < below);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, below]);
  return narrow;
}
