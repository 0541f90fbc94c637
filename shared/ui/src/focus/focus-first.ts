import { DIALOG, focused } from './focused';

const FIELD = 'input, textarea, select, [contenteditable="true"]';

interface Held {
  readonly current: HTMLElement | null;
}
/** What has the focus at the start, or a way to find it once it is there. */
export type First = Held | (() => HTMLElement | null | undefined);

/**
 * Gives the focus to what shall have it at a dialog's start. It is called when the dialog has moved in; whoever types in a
 * field of it by then goes on typing there.
 */
export function focusFirst(first: First | undefined): void {
  const target = typeof first === 'function' ? first() : first?.current;
  const has = focused();
  const isTypedIn = has?.matches(FIELD) === true && target?.closest(DIALOG)?.contains(has) === true;
  if (!isTypedIn) target?.focus();
}
