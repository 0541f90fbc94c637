import { useEffect, type RefObject } from 'react';
import { focusedElement } from './focused';
import { isWithin } from './use-focus-return';

/**
 * Keeps Ctrl Z within a layer that has the focus. Browsers undo the last input of the page wherever the focus is, so that
 * the key would change the text behind a question.
 */
export function useUndoInLayer(open: boolean | undefined, layer: RefObject<Element | null>): void {
  useEffect(() => {
    if (!open) return;
    const guard = (event: InputEvent) => {
      const [target] = event.composedPath();
      if (!event.inputType.startsWith('history') || !(target instanceof Node)) return;
      if (!isWithin(layer.current, focusedElement()) || isWithin(layer.current, target)) return;
      event.preventDefault();
      // An editor undoes by itself when it receives the event.
      event.stopImmediatePropagation();
    };
    document.addEventListener('beforeinput', guard, { capture: true });
    return () => document.removeEventListener('beforeinput', guard, { capture: true });
  }, [open, layer]);
}
