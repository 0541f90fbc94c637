import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { editorLanguage } from './editor-language';
import { editorParts } from './editor-parts';

// The editor measures its text; this DOM lays nothing out.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });

// The parser of a language stops after some milliseconds: on a slow machine, too, it must get to the end here.
beforeAll(() => void jest.spyOn(Date, 'now').mockReturnValue(0));
afterAll(() => jest.restoreAllMocks());

async function edit(fileName: string, doc = ''): Promise<EditorView> {
  const extensions = [editorParts, await editorLanguage(fileName)];
  const state = EditorState.create({ doc, selection: { anchor: doc.length }, extensions });
  return new EditorView({ parent: document.body, state });
}

/** Types as CodeMirror does with what the browser reports: its handlers first. */
function type(view: EditorView, text: string): string {
  for (const character of text) {
    const { from, to } = view.state.selection.main;
    const insert = () =>
      view.state.update(view.state.replaceSelection(character), { userEvent: 'input.type' });
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, character, insert));
    if (!isHandled) view.dispatch(insert());
  }
  return view.state.doc.toString();
}

it('inserts a close tag once, whether the user types it or not', async () => {
  expect(type(await edit('a.html'), '<p>Hi')).toBe('<p>Hi</p>');
  expect(type(await edit('a.html'), '<p>Hi</')).toBe('<p>Hi</p>');
  expect(type(await edit('a.html'), '<p>Hi</p>. ')).toBe('<p>Hi</p>. ');
});

it.each([
  ['a.html', '<div><b>x</b><br></div>.'],
  ['a.php', '<p>Hi</p>.'],
  ['a.xml', '<a><b>1</b></a>.'],
  ['a.tsx', 'const a = <p>Hi</p>;'],
])('keeps nested elements in %s as they are typed', async (fileName, text) => {
  expect(type(await edit(fileName), text)).toBe(text);
});

it('completes the close tag of an element that was there, and takes it typed to the end', async () => {
  expect(type(await edit('a.html', '<p>Hi'), '</')).toBe('<p>Hi</p>');
  expect(type(await edit('a.html', '<p>Hi'), '</p>.')).toBe('<p>Hi</p>.');
});

it('moves an inserted close tag to the line where the user types it', async () => {
  const view = await edit('a.html');
  type(view, '<div>');
  view.dispatch(view.state.replaceSelection('\nHi\n'));
  view.dispatch({ changes: { from: view.state.selection.main.head, insert: '\n' } });
  expect(type(view, '</div>.')).toBe('<div>\nHi\n</div>.');
});

it('closes an inner element before a close tag of the outer one', async () => {
  const view = await edit('a.html');
  type(view, '<p>');
  view.dispatch(view.state.replaceSelection('<b>x'));
  expect(type(view, '</')).toBe('<p><b>x</b></p>');
});

it('does not change text that only resembles a close tag', async () => {
  expect(type(await edit('a.html'), '<p>Hi</p>pile>')).toBe('<p>Hi</p>pile>');
  const view = await edit('a.html');
  type(view, '<p>Hi</');
  view.dispatch({ selection: { anchor: 0 } });
  view.dispatch({ selection: { anchor: view.state.doc.length } });
  expect(type(view, 'p>')).toBe('<p>Hi</p>p>');
});
