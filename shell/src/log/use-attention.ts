import { SIZE } from '@sitedeck/ui/tokens';
import { useSyncExternalStore, type RefObject } from 'react';

/** A row, in the table or as a card, or anything in it. */
const ROW = 'tbody tr, .sd-resource-cards > li';

/** Whether the reader is at the rows: the focus is in one, or the list's head was scrolled out of sight. */
function isAtRows(list: HTMLElement | null): boolean {
  if (!list) return false;
  const { activeElement } = document;
  const inRow = activeElement !== null && list.contains(activeElement) && activeElement.closest(ROW) !== null;
  return inRow || list.getBoundingClientRect().top < SIZE.headerNarrow;
}

function subscribe(changed: () => void): () => void {
  // After the focus has arrived where it goes.
  const look = () => void setTimeout(changed);
  document.addEventListener('focusin', look);
  document.addEventListener('focusout', look);
  addEventListener('scroll', changed, { passive: true });
  return () => {
    document.removeEventListener('focusin', look);
    document.removeEventListener('focusout', look);
    removeEventListener('scroll', changed);
  };
}

/** Whether the reader is at the rows of a list: nothing may move under him then. */
export const useAttention = (list: RefObject<HTMLElement | null>): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isAtRows(list.current),
    () => false,
  );
