import { useEffect, useRef } from 'react';
import { focused } from './focused';

/** For antd's dialogs and drawers: giving the focus back is ours. */
export const OURS = { focusTriggerAfterClose: false } as const;

/**
 * Who had the focus when a layer opened gets it back once the layer has moved out, and only if nothing else has it by
 * then. antd gives it back whatever has it: a dialog that opened meanwhile lost the field somebody was typing in, and
 * its own lock then took the focus to its first button, which closes it: the next Enter did.
 * @returns ref of the layer, and what is called when it has moved out
 */
export function useGivenBack(open: boolean | undefined) {
  const layer = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  useEffect(() => {
    const has = focused();
    if (open && !layer.current?.contains(has)) opener.current = has;
  }, [open]);
  const giveBack = () => {
    const has = focused();
    const isFree = has === null || has === document.body || layer.current?.contains(has) === true;
    if (isFree && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    opener.current = null;
  };
  return { layer, giveBack };
}
