import { useMemo, useRef, type RefObject } from 'react';

type LayerName = 'editor' | 'history' | 'preview';

/** Layers give the focus back to what opened them or, where that is gone, to the list; one may lie over another. */
export function useWayBack(page: RefObject<HTMLElement | null>) {
  const openers = useRef(new Map<LayerName, Element>());
  return useMemo(
    () => ({
      remember: (layer: LayerName) => {
        const root = page.current?.getRootNode() as Document | ShadowRoot | undefined;
        const active = root?.activeElement;
        if (active) openers.current.set(layer, active);
      },
      go: (layer: LayerName) => {
        const opener = openers.current.get(layer);
        const list = page.current?.querySelector('[role=grid]');
        const target = opener?.isConnected && opener !== document.body ? opener : list;
        if (target instanceof HTMLElement) target.focus();
      },
    }),
    [page],
  );
}
