import { useLayoutEffect, useRef } from 'react';
import { focusedElement } from './focused';

/** antd's own elements that take the focus. */
const LAYER = '.ant-drawer, .ant-modal-wrap';
/** Props for antd's dialogs and drawers: we give the focus back, not antd. */
export const NO_ANTD_FOCUS_RETURN = { focusTriggerAfterClose: false } as const;

/**
 * Returns the focus to the element that had it before a layer opened, once the layer has closed and only if no
 * other element has taken it. antd always returns it: then a dialog that opened meanwhile lost the field in
 * which the user was typing, its focus lock moved the focus to its first button, and the next Enter closed it.
 * @returns the ref of the layer, and the props that check and return the focus
 */
export function useFocusReturn(open: boolean | undefined) {
  const layer = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  // Before the layer's own effects take the focus.
  useLayoutEffect(() => {
    const has = focusedElement();
    if (open && !isWithin(layer.current, has)) opener.current = has;
  }, [open]);
  const isFree = () => {
    const has = focusedElement();
    return has === null || has === document.body || isWithin(layer.current, has);
  };
  const returnFocus = () => {
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  };
  return { layer, isFree, returnFocus };
}

/** Whether a node lies in the layer of this part. */
export const isWithin = (part: Element | null, has: Node | null): boolean =>
  part?.closest(LAYER)?.contains(has) === true;
