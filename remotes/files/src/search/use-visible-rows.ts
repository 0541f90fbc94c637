import { useLayoutEffect, useState, type RefObject } from 'react';
import { drawnRows, scrollToShow, type Span } from '../listing/visible-rows';

function scroll(box: HTMLElement, top: number): void {
  box.scrollTop = top;
}

/** Which rows of a list with equal heights are drawn, and how to scroll to one. */
export function useVisibleRows(box: RefObject<HTMLElement | null>, height: number, total: number) {
  const [view, setView] = useState({ top: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [box]);
  const drawn: Span = drawnRows(view, height, total);
  const show = (row: number) => {
    const element = box.current;
    if (!element || element.clientHeight === 0) return;
    const now = { top: element.scrollTop, height: element.clientHeight };
    scroll(element, scrollToShow(row, height, now));
  };
  return { ...drawn, rowsInView: Math.max(1, Math.floor(view.height / height) - 1), show };
}
