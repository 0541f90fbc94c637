import { SIZE } from '@sitedeck/ui/tokens';
import { useSyncExternalStore, type RefObject } from 'react';

/** A row, in the table or as a card, or anything in it. */
const ROW = 'tbody tr, .sd-resource-cards > li';

/** The button for waiting rows: moving to it does not leave the list. */
export const WAITING_ROWS_BUTTON = 'sh-log-arrived';

/** Whether the reader is at the rows: the focus is in one, or the list's head was scrolled out of view. */
function isAtRows(list: HTMLElement | null): boolean {
  if (!list) return false;
  const { activeElement } = document;
  if (activeElement?.closest(`.${WAITING_ROWS_BUTTON}`)) return true;
  const inRow = activeElement !== null && list.contains(activeElement) && activeElement.closest(ROW) !== null;
  return inRow || (scrollY > 0 && list.getBoundingClientRect().top < SIZE.headerNarrow);
}

function subscribe(changed: () => void): () => void {
  // Wait until the focus has reached its target.
  const checkLater = () => void setTimeout(changed);
  document.addEventListener('focusin', checkLater);
  document.addEventListener('focusout', checkLater);
  addEventListener('scroll', changed, { passive: true });
  return () => {
    document.removeEventListener('focusin', checkLater);
    document.removeEventListener('focusout', checkLater);
    removeEventListener('scroll', changed);
  };
}

/** Whether the reader is at the rows of a list, so that they must not move now. */
export const useIsAtRows = (list: RefObject<HTMLElement | null>): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isAtRows(list.current),
    () => false,
  );
