import { useEffect, type RefObject } from 'react';

/** What speaks without being asked goes on doing so. */
const SPEAKERS = '.ant-message, .ant-notification';

/**
 * Everything else of the page is inert while an element is shown, layers that are open included; what opens later, a
 * question from the element itself, is not. Takes the focus and gives it back.
 */
export function useAlone(place: RefObject<HTMLElement | null>): void {
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
