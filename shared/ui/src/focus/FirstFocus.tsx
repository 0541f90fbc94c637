import { useEffect, useEffectEvent } from 'react';
import { DIALOG, focusedElement } from './focused';

const FIELD = 'input, textarea, select, [contenteditable="true"]';

interface ElementHolder {
  readonly current: HTMLElement | null;
}
/** The element for the first focus, or a function that finds it once it exists. */
export type FirstElement = ElementHolder | (() => HTMLElement | null | undefined);

const targetOf = (first: FirstElement | undefined) =>
  typeof first === 'function' ? first() : first?.current;

/**
 * Focuses the first element of a dialog. Called when the dialog has moved in; if the user already types in one
 * of its fields, the focus stays there.
 */
export function focusFirst(first: FirstElement | undefined): void {
  const target = targetOf(first);
  const has = focusedElement();
  const isTypedIn = has?.matches(FIELD) === true && target?.closest(DIALOG)?.contains(has) === true;
  if (!isTypedIn) target?.focus();
}

interface Props {
  readonly open: boolean;
  readonly first: FirstElement | undefined;
}

/**
 * Rendered in a layer: focuses its first field while it still moves in, since until then antd focuses the close button
 * and the typed keys are lost. A button waits for `focusFirst`: a repeated Enter must not press it.
 */
export function FirstFocus({ open, first }: Props) {
  const focusField = useEffectEvent(() => {
    const target = targetOf(first);
    if (target?.matches(FIELD)) target.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (open) focusField();
  }, [open]);
  return null;
}
