import { useEffect, type RefObject } from 'react';
import { keepFocus } from './keep-focus';

/**
 * What has the focus may go by what it did: a row that is taken away, a bar that is done with, a dialog whose opener is
 * no longer there. Then the next row has it, or what stands around, or what was used before, or the page's heading
 * (interface, "Access"); never the page's beginning. Once, around all of a page.
 */
export function useFocusKept(box: RefObject<HTMLElement | null>): void {
  useEffect(() => (box.current ? keepFocus(box.current) : undefined), [box]);
}
