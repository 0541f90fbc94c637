/** Facade of CodeMirror, fetched when the first file is opened. */
export { CodeEditor } from './editor/CodeEditor';
export type { CodeEditorProps } from './editor/CodeEditor';
export type { Cursor } from './editor/cursor';
export { DiffView } from './editor/DiffView';
export type { DiffViewProps } from './editor/DiffView';
export type { EditorHandle } from './editor/editor-handle';
export { indentOf, type Indent } from './editor/indent';
export type { LineProblem } from './editor/line-problems';
export { lineEndOf, withLineEnd, type LineEnd } from './editor/line-ends';
export { TextWindow } from './editor/TextWindow';
export type { TextWindowHandle, TextWindowProps } from './editor/TextWindow';
