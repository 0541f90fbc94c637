import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * The text that the browser would insert or delete by itself; `undefined` if the browser may do it or the
 * editor already handles it.
 */
function replacementOf({ inputType, data, isComposing }: InputEvent): string | undefined {
  if (isComposing) return undefined;
  if (inputType === 'insertText' && data !== null) return data;
  return inputType.startsWith('deleteContent') ? '' : undefined;
}

/**
 * Handles typing over a selection. When the browser does it, joined lines keep their colours as style
 * attributes, which the page's policy refuses with an error in the console. So the editor makes the change
 * itself.
 */
export const typingOverSelection: Extension = EditorView.domEventHandlers({
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
