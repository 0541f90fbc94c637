import { gotoLine, openSearchPanel } from '@codemirror/search';
import { EditorView } from '@codemirror/view';

/** What buttons around the editor do in it. */
export interface EditorHandle {
  readonly focus: () => void;
  readonly find: () => void;
  readonly goToLine: () => void;
  /** Puts the cursor at the start of a line, from 1, and the line in the middle; beyond the end it is the last one. */
  readonly toLine: (line: number) => void;
  /** Another text in place of all of it; can be undone like what was typed. */
  readonly replaceAll: (text: string) => void;
  /** As lines of their own below the cursor's. */
  readonly insertLines: (text: string) => void;
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
    replaceAll: (text) => {
      const view = current();
      view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    insertLines: (text) => {
      const view = current();
      if (!view) return;
      const { to, length } = view.state.doc.lineAt(view.state.selection.main.head);
      const insert = `${length === 0 ? '' : '\n'}${text.replace(/\n$/, '')}`;
      view.dispatch({ changes: { from: to, insert }, scrollIntoView: true });
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
