import { useLayoutEffect, type RefObject } from 'react';

/** The panel never gets lower than this, px; free space below it. */
const LEAST = 420;
const BELOW = 24;

function fitTo(box: HTMLElement): void {
  const top = box.getBoundingClientRect().top + scrollY;
  box.style.height = `${String(Math.max(LEAST, innerHeight - top - BELOW))}px`;
}

/** Everything that can push the panel: its ancestors and what stands beside them. */
function around(box: HTMLElement): Element[] {
  const { parentElement: parent } = box;
  if (!parent) return [];
  return [parent, ...[...parent.children].filter((child) => child !== box), ...around(parent)];
}

/** Lets the panel end where the window ends, wherever the page around puts it; in a short window the page scrolls. */
export function usePanelHeight(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = panel.current;
    if (!box) return;
    const fit = () => fitTo(box);
    fit();
    addEventListener('resize', fit);
    // What stands above (a banner, the head wrapping) moves the panel without a resize of the window.
    const observer = new ResizeObserver(fit);
    for (const each of around(box)) observer.observe(each);
    return () => {
      removeEventListener('resize', fit);
      observer.disconnect();
    };
  }, [panel]);
}
