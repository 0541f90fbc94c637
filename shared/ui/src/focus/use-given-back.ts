import { useLayoutEffect, useRef } from 'react';
import { focused } from './focused';

/** What of antd's takes the focus itself. */
const LAYER = '.ant-drawer, .ant-modal-wrap';
/** For antd's dialogs and drawers: giving the focus back is ours. */
export const OURS = { focusTriggerAfterClose: false } as const;

/**
 * Who had the focus when a layer opened gets it back once the layer has moved out, and only if nothing else has it by
 * then. antd gives it back whatever has it: a dialog that opened meanwhile lost the field somebody was typing in, and
 * its own lock then took the focus to its first button, which closes it: the next Enter did.
 * @returns ref of the layer, and what is asked and done when it has moved out
 */
export function useGivenBack(open: boolean | undefined) {
  const layer = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  // Before the layer takes the focus, as it does in effects of its own.
  useLayoutEffect(() => {
    const has = focused();
    if (open && !isWithin(layer.current, has)) opener.current = has;
  }, [open]);
  const isFree = () => {
    const has = focused();
    return has === null || has === document.body || isWithin(layer.current, has);
  };
  const giveBack = () => {
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  };
  return { layer, isFree, giveBack };
}

const isWithin = (part: Element | null, has: Element | null): boolean =>
  part?.closest(LAYER)?.contains(has) === true;
