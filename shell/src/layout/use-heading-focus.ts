import { useEffect, useRef, type RefObject } from 'react';

/** How long to wait for a page's heading before the focus stays where it is, ms. */
const PATIENCE_MS = 10_000;

/**
 * After a page change the focus moves to the new page's `h1`, so that keyboard and screen reader start there. A
 * remote may still be loading: this waits for its heading, unless the user moves on.
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

/** A retry removes its own button: the focus moves on to the heading of the new content. */
export function useFocusAfterRetry(attempt: number | undefined): void {
  const last = useRef(attempt);
  useEffect(() => {
    if (last.current === attempt) return;
    last.current = attempt;
    const place = document.querySelector<HTMLElement>('#sd-content');
    // The user may have moved on: only a lost focus is placed.
    if (!place || document.activeElement !== document.body) return;
    place.focus({ preventScroll: true });
    return awaitHeading(place);
  }, [attempt]);
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
