import { useMemo, useRef, type RefObject } from 'react';

/** Layers give the focus back to what opened them or, where that is gone, to the list. */
export function useWayBack(page: RefObject<HTMLElement | null>) {
  const opener = useRef<Element>(null);
  return useMemo(
    () => ({
      remember: () => {
        const root = page.current?.getRootNode() as Document | ShadowRoot | undefined;
        const active = root?.activeElement;
        // A layer opened from a layer goes back to where the first one came from.
        if (active && page.current?.contains(active)) opener.current = active;
      },
      go: () => {
        const list = page.current?.querySelector('[role=grid]');
        const target = opener.current?.isConnected ? opener.current : list;
        if (target instanceof HTMLElement) target.focus();
      },
    }),
    [page],
  );
}
