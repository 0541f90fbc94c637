import { gotoLine, openSearchPanel } from '@codemirror/search';
import { EditorView } from '@codemirror/view';

/** What buttons around the editor do in it. */
export interface EditorHandle {
  readonly focus: () => void;
  readonly find: () => void;
  readonly goToLine: () => void;
  /** Puts the cursor at the start of a line, from 1, and the line in the middle; beyond the end it is the last one. */
  readonly toLine: (line: number) => void;
  /** Takes out every carriage return that a text of mixed line ends shows. */
  readonly dropReturns: () => void;
}

export const editorHandle = (current: () => EditorView | undefined): EditorHandle => {
  const run = (act: (view: EditorView) => unknown) => () => {
    const view = current();
    if (view) act(view);
  };
  return {
    focus: run((view) => view.focus()),
    find: run(openSearchPanel),
    goToLine: run(gotoLine),
    toLine: (line) => {
      const view = current();
      if (!view) return;
      const { from } = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      view.focus();
    },
    dropReturns: run((view) => {
      const changes = [...view.state.doc.toString().matchAll(/\r/g)].map(({ index }) => ({
        from: index,
        to: index + 1,
      }));
      view.dispatch({ changes });
    }),
  };
};
