import { useLayoutEffect, type RefObject } from 'react';

/** Sets a style variable to the height between the panel's top and the window's end. */
function fitTo(box: HTMLElement): void {
  const top = box.getBoundingClientRect().top + scrollY;
  box.style.setProperty('--fm-room', `${String(Math.floor(innerHeight - top))}px`);
}

/** Elements that can move the panel: its ancestors and their siblings. */
function around(box: HTMLElement): Element[] {
  const { parentElement: parent } = box;
  if (!parent) return [];
  return [parent, ...[...parent.children].filter((child) => child !== box), ...around(parent)];
}

/** Makes the panel end at the window's end, wherever it starts; a short window scrolls. */
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
