import { useEffect } from 'react';

/**
 * Enter on an entry of a menu is done with once the entry has run: what that opens has the focus by then, and the
 * browser would go on to press it (a dialog's × for one).
 */
function keepEnter(event: Event): void {
  if (!(event instanceof KeyboardEvent) || event.key !== 'Enter') return;
  const [target] = event.composedPath();
  if (target instanceof Element && target.getAttribute('role') === 'menuitem') event.preventDefault();
}

export function useMenuEnter(place: Document | ShadowRoot): void {
  useEffect(() => {
    place.addEventListener('keydown', keepEnter);
    return () => place.removeEventListener('keydown', keepEnter);
  }, [place]);
}
