import type { EditorState } from '@codemirror/state';

/** Position of the cursor, both counted from 1; `selected` characters. */
export interface Cursor {
  readonly line: number;
  readonly column: number;
  readonly selected: number;
}

export function cursorIn(state: EditorState): Cursor {
  const { head, from, to } = state.selection.main;
  const line = state.doc.lineAt(head);
  return { line: line.number, column: head - line.from + 1, selected: to - from };
}
