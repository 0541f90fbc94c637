import { useEffect, type RefObject } from 'react';
import { keepFocus } from './keep-focus';

/**
 * Moves the focus when the focused element disappears: a removed row, a closed bar, a dialog whose opener was
 * removed. The next row gets it, or a neighbour, or the control used before, or the page's heading; never the
 * start of the document. Render it once, around the entire page.
 */
export function useFocusKept(box: RefObject<HTMLElement | null>): void {
  useEffect(() => (box.current ? keepFocus(box.current) : undefined), [box]);
}
