import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Text the browser would put in, or take out, by itself; `undefined` for what it may do or the editor does already. */
function replacementOf({ inputType, data, isComposing }: InputEvent): string | undefined {
  if (isComposing) return undefined;
  if (inputType === 'insertText' && data !== null) return data;
  return inputType.startsWith('deleteContent') ? '' : undefined;
}

/**
 * Typing over a selection. Left to the browser, lines it joins keep their colours as style attributes, which the page's
 * policy refuses, each with an error in the console. So the editor makes the change itself.
 */
export const typedOver: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    const replacement = replacementOf(event);
    if (replacement === undefined || state.readOnly || state.selection.ranges.every(({ empty }) => empty)) {
      return false;
    }
    view.dispatch(state.replaceSelection(replacement), {
      userEvent: replacement === '' ? 'delete.selection' : 'input.type',
      scrollIntoView: true,
    });
    event.preventDefault();
    return true;
  },
});
