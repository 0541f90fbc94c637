import { useEffect, useRef, type RefObject } from 'react';

/** A dialog gives the focus back when it has faded away, to a button that may be gone by then, ms. */
const FADE_MS = 400;

const hasFocus = (place: HTMLElement): boolean => {
  const { activeElement } = place.getRootNode() as Document | ShadowRoot;
  return activeElement !== null && activeElement !== place.ownerDocument.body;
};

/**
 * A row that is taken away takes the focus with it. Once `rows` are others than when that was announced, the focus goes to
 * the first button of the list that is left, unless it is somewhere by then.
 * @returns announces that a row is about to go
 */
export function useFocusKept(place: RefObject<HTMLElement | null>, rows: unknown): () => void {
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isLeaving.current) return;
    isLeaving.current = false;
    const timer = setTimeout(() => {
      const list = place.current;
      if (!list || hasFocus(list)) return;
      const next =
        list.querySelector<HTMLElement>('.sd-resource-acts button') ?? list.querySelector('button');
      next?.focus();
    }, FADE_MS);
    return () => clearTimeout(timer);
  }, [place, rows]);
  return () => {
    isLeaving.current = true;
  };
}
