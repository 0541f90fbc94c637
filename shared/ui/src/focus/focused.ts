export const DIALOG = '[role="dialog"]';

/** What has the focus, within the shadow root of a mount too. */
export function focused(): Element | null {
  let has = document.activeElement;
  while (has?.shadowRoot?.activeElement) has = has.shadowRoot.activeElement;
  return has;
}
