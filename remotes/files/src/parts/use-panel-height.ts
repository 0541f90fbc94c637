import { useLayoutEffect, type RefObject } from 'react';

/** The panel never gets lower than this, px; free space below it. */
const LEAST = 420;
const BELOW = 24;

function fitTo(box: HTMLElement): void {
  const top = box.getBoundingClientRect().top + scrollY;
  box.style.height = `${String(Math.max(LEAST, innerHeight - top - BELOW))}px`;
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
    observer.observe(document.body);
    if (box.parentElement) observer.observe(box.parentElement);
    return () => {
      removeEventListener('resize', fit);
      observer.disconnect();
    };
  }, [panel]);
}
