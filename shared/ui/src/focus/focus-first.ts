import { DIALOG, focused } from './focused';

const FIELD = 'input, textarea, select, [contenteditable="true"]';

interface Held {
  readonly current: HTMLElement | null;
}
/** The element for the first focus, or a function that finds it once it exists. */
export type First = Held | (() => HTMLElement | null | undefined);

/**
 * Focuses the first element of a dialog. Called when the dialog has moved in; if the user already types in one
 * of its fields, the focus stays there.
 */
export function focusFirst(first: First | undefined): void {
  const target = typeof first === 'function' ? first() : first?.current;
  const has = focused();
  const isTypedIn = has?.matches(FIELD) === true && target?.closest(DIALOG)?.contains(has) === true;
  if (!isTypedIn) target?.focus();
}
