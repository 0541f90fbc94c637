import { useEffect, useRef, type RefObject } from 'react';

/** How long a page may take to bring its heading before the focus stays where it is, ms. */
const PATIENCE_MS = 10_000;

/**
 * After a page change the focus goes to the new page's `h1`, so that a keyboard or a screen reader starts there.
 * A remote may still be on its way: its heading is awaited, unless the user moves on by then.
 */
export function useHeadingFocus(main: RefObject<HTMLElement | null>, path: string): void {
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    const place = main.current;
    if (!place) return;
    place.focus({ preventScroll: true });
    return awaitHeading(place);
  }, [main, path]);
}

function awaitHeading(place: HTMLElement): () => void {
  const take = () => {
    const heading = place.querySelector('h1');
    if (!heading) return false;
    if (document.activeElement === place) heading.focus({ preventScroll: true });
    return true;
  };
  if (take()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (take()) observer.disconnect();
  });
  observer.observe(place, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), PATIENCE_MS);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
