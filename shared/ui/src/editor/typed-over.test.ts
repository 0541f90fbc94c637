import { EditorSelection, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { typingOverSelection } from './typed-over';

function edit(selected: readonly [from: number, to: number], readOnly = false): EditorView {
  return new EditorView({
    parent: document.body,
    state: EditorState.create({
      doc: 'one\ntwo\nthree',
      selection: EditorSelection.single(...selected),
      extensions: [typingOverSelection, EditorState.readOnly.of(readOnly)],
    }),
  });
}

/** Asks the editor whether the browser may change the page, as `beforeinput` does. */
const asks = (view: EditorView, inputType: string, data: string | null = null) =>
  view.contentDOM.dispatchEvent(
    new InputEvent('beforeinput', { inputType, data, bubbles: true, cancelable: true }),
  );

it('replaces a selection over several lines itself: the browser would write style attributes into the page', () => {
  const view = edit([1, 9]);
  expect(asks(view, 'insertText', 'x')).toBe(false);
  expect(view.state.doc.toString()).toBe('oxhree');
});

it('deletes a selection itself', () => {
  const view = edit([1, 9]);
  expect(asks(view, 'deleteContentBackward')).toBe(false);
  expect(view.state.doc.toString()).toBe('ohree');
});

it.each([
  { leaves: 'what is typed at the cursor', selected: [1, 1], inputType: 'insertText', readOnly: false },
  {
    leaves: 'a paste, which the editor reads',
    selected: [1, 9],
    inputType: 'insertFromPaste',
    readOnly: false,
  },
  { leaves: 'a text that can only be read', selected: [1, 9], inputType: 'insertText', readOnly: true },
] as const)('does not handle $leaves', ({ selected, inputType, readOnly }) => {
  const view = edit(selected, readOnly);
  expect(asks(view, inputType, 'x')).toBe(true);
  expect(view.state.doc.toString()).toBe('one\ntwo\nthree');
});
