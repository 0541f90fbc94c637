import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import ConfigProvider from 'antd/es/config-provider';
import { useContext, useEffect, useRef } from 'react';
import { useTranslator } from '../i18n/use-text';
import { editorLanguage } from './editor-language';
import { editorLook } from './editor-look';
import { editorPhrases } from './editor-phrases';
import { lineEnds } from './line-ends';
import { typedOver } from './typed-over';

export interface CodeEditorProps {
  /** What is edited, for a screen reader. */
  readonly label: string;
  /** Its extension chooses the highlighting. */
  readonly fileName: string;
  /** The text at the start; a new value (of another file, or of the server) replaces what is there. */
  readonly content: string;
  readonly readOnly?: boolean;
  /** Told after every change; ask for the text with the given function, so that typing copies nothing. */
  readonly onChange: (text: () => string) => void;
  /** Ctrl/⌘ S. */
  readonly onSave: () => void;
}

/**
 * CodeMirror 6 in the colours and the language of the page. Escape first closes the editor's own panel; only then is it
 * for what is around. Ctrl M (⇧⌥ M on a Mac) lets Tab move the focus on.
 */
export function CodeEditor(props: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const { locale } = useTranslator();
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  const { content, fileName, label, readOnly = false } = props;

  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const parent = host.current;
    if (!parent) return;
    // The layers of the page listen on the window; React would tell too late.
    parent.addEventListener('keydown', keepOwnEscape);
    return () => parent.removeEventListener('keydown', keepOwnEscape);
  }, []);
  useEffect(() => {
    const parent = host.current;
    if (!parent) return;
    const language = new Compartment();
    const ends = lineEnds(content);
    const view = new EditorView({
      parent,
      root: parent.getRootNode() as Document | ShadowRoot,
      state: EditorState.create({
        doc: content,
        extensions: [
          parts(label, readOnly),
          language.of([]),
          ends.reading,
          EditorState.phrases.of(editorPhrases(locale)),
          nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
          keymap.of([{ key: 'Mod-s', preventDefault: true, run: () => (latest.current.onSave(), true) }]),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            const { doc } = update.state;
            latest.current.onChange(() => doc.sliceString(0, doc.length, ends.written));
          }),
        ],
      }),
    });
    view.focus();
    let here = true;
    void editorLanguage(fileName).then((extension) => {
      if (here) view.dispatch({ effects: language.reconfigure(extension) });
    });
    return () => {
      here = false;
      view.destroy();
    };
  }, [content, fileName, label, readOnly, locale, nonce]);

  return <div ref={host} className="sd-code-editor" style={{ height: '100%', minHeight: 0 }} />;
}

function keepOwnEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape' && event.defaultPrevented) event.stopPropagation();
}

const parts = (label: string, readOnly: boolean): Extension => [
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  EditorState.allowMultipleSelections.of(true),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  search({ top: true }),
  keymap.of([...searchKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
  EditorState.readOnly.of(readOnly),
  EditorView.contentAttributes.of({ 'aria-label': label }),
  typedOver,
  editorLook,
];
