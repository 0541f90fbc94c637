import { useEffect, type RefObject } from 'react';

/** Live regions must keep working. */
const SPEAKERS = '.ant-message, .ant-notification';

/**
 * Makes everything else on the page inert while an element is shown, including open layers; layers that open
 * later, such as a question from the element itself, stay usable. Takes the focus and returns it.
 */
export function useInertPage(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const before = document.activeElement;
    const others = [...document.body.children].filter(
      (child): child is HTMLElement =>
        child instanceof HTMLElement && child !== element && !child.matches(`[inert], ${SPEAKERS}`),
    );
    for (const other of others) other.toggleAttribute('inert', true);
    element.focus();
    return () => {
      for (const other of others) other.toggleAttribute('inert', false);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [place]);
}
