import { gotoLine, openSearchPanel } from '@codemirror/search';
import type { EditorView } from '@codemirror/view';

/** What buttons around the editor do in it. */
export interface EditorHandle {
  readonly focus: () => void;
  readonly find: () => void;
  readonly goToLine: () => void;
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
    dropReturns: run((view) => {
      const changes = [...view.state.doc.toString().matchAll(/\r/g)].map(({ index }) => ({
        from: index,
        to: index + 1,
      }));
      view.dispatch({ changes });
    }),
  };
};
