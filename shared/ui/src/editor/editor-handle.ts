import { gotoLine, openSearchPanel } from '@codemirror/search';
import { EditorView } from '@codemirror/view';

/** What buttons around the editor can do in it. */
export interface EditorHandle {
  readonly focus: () => void;
  readonly find: () => void;
  readonly goToLine: () => void;
  /**
   * Moves the cursor to the start of a line, counted from 1, and scrolls it to the middle; a number beyond the
   * end means the last line.
   */
  readonly toLine: (line: number) => void;
  /** Replaces the entire text; undo restores it. */
  readonly replaceAll: (text: string) => void;
  /** Inserts text as separate lines below the cursor's line. */
  readonly insertLines: (text: string) => void;
  /** Removes every carriage return that is visible in a text with mixed line ends. */
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
