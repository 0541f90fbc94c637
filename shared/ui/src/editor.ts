/** Facade of the code editor: a share of its own, fetched with the first file that is opened. */
export { CodeEditor } from './editor/CodeEditor';
export type { CodeEditorProps } from './editor/CodeEditor';
