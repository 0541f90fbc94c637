export const DIALOG = '[role="dialog"]';

/** The focused element, also within the shadow root of a mount. */
export function focusedElement(): Element | null {
  let has = document.activeElement;
  while (has?.shadowRoot?.activeElement) has = has.shadowRoot.activeElement;
  return has;
}
