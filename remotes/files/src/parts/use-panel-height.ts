import { useLayoutEffect, type RefObject } from 'react';

/** Tells the style sheet how much of the window is left from the panel's top on; it keeps free what floats below. */
function fitTo(box: HTMLElement): void {
  const top = box.getBoundingClientRect().top + scrollY;
  box.style.setProperty('--fm-room', `${String(Math.floor(innerHeight - top))}px`);
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
