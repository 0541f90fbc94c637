import { useCallback } from 'react';
import { sharedTexts } from '../i18n/shared-texts';
import { useText } from '../i18n/use-text';
import { useFeedback } from '../feedback/use-feedback';

/** `navigator.clipboard` exists only with TLS and on localhost; the older way needs a selected field. */
async function write(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return writeBySelection(value);
  }
}

function writeBySelection(value: string): boolean {
  const focused = focusedIn(document);
  const field = document.createElement('textarea');
  field.value = value;
  field.setAttribute('aria-hidden', 'true');
  field.className = 'sd-visually-hidden';
  document.body.append(field);
  field.select();
  const done = copySelection();
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}

/** For a focus inside a shadow root the document only names the host element. */
function focusedIn(place: Document | ShadowRoot): Element | null {
  const { activeElement } = place;
  return activeElement?.shadowRoot ? focusedIn(activeElement.shadowRoot) : activeElement;
}

function copySelection(): boolean {
  try {
    // Deprecated, and the only way in a page without TLS.
    // oxlint-disable-next-line typescript/no-deprecated
    return document.execCommand('copy');
  } catch {
    return false;
  }
}

/** Copies a text and shows a message. */
export function useCopy(): (value: string) => Promise<void> {
  const { message } = useFeedback();
  const text = useText(sharedTexts);
  return useCallback(
    async (value) => {
      const done = await write(value);
      if (done) message.success(text('act.copied'));
      else message.warning(text('act.copyFailed'));
    },
    [message, text],
  );
}
