import type { Locale } from '@sitedeck/contract';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import ConfigProvider from 'antd/es/config-provider';
import { useContext, useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { useTranslator } from '../i18n/use-text';
import { cursorIn, type Cursor } from './cursor';
import { editorHandle, type EditorHandle } from './editor-handle';
import { editorLanguage } from './editor-language';
import { editorParts } from './editor-parts';
import { editorPhrases } from './editor-phrases';
import { indentExtension, type Indent } from './indent';
import { keepOwnEscape } from './own-escape';
import { lineEnds } from './line-ends';
import { lineProblems, showProblems, type LineProblem } from './line-problems';

export interface CodeEditorProps {
  /** Name of the edited text, for a screen reader. */
  readonly label: string;
  /** The extension of this name chooses the highlighting. */
  readonly fileName: string;
  /** The initial text; a new value (another file, or the server's version) replaces the edited text. */
  readonly content: string;
  readonly readOnly?: boolean;
  /** Wraps long lines instead of scrolling sideways. */
  readonly wrap?: boolean;
  readonly indent?: Indent;
  /** Called after every change with a function that returns the text, so that typing copies nothing. */
  readonly onChange?: (text: () => string) => void;
  /** Called on Ctrl/⌘ S. */
  readonly onSave?: () => void;
  readonly onCursor?: (cursor: Cursor) => void;
  /** Problems shown at their lines; pass a new array for each check. */
  readonly problems?: readonly LineProblem[];
  /** Takes the focus when it opens; otherwise only through its handle. */
  readonly takesFocus?: boolean;
  readonly handle?: Ref<EditorHandle>;
}

interface Changeable {
  readonly label: string;
  readonly locale: Locale;
  readonly readOnly: boolean;
  readonly wrap: boolean;
  readonly indent: Indent | undefined;
}

/** Settings that may change during editing without losing the editor or the text. */
const changeable = ({ label, locale, readOnly, wrap, indent }: Changeable): Extension => [
  EditorState.readOnly.of(readOnly),
  EditorState.phrases.of(editorPhrases(locale)),
  EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': String(readOnly), tabindex: '0' }),
  wrap ? EditorView.lineWrapping : [],
  indent ? indentExtension(indent) : [],
];

/**
 * CodeMirror 6 in the colours and the language of the page. Escape first closes the editor's own panel, and
 * only then what is around the editor. Ctrl M (⇧⌥ M on a Mac) lets Tab move the focus on.
 */
export function CodeEditor(props: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const [settings] = useState(() => new Compartment());
  const current = useRef<EditorView>(undefined);
  const { locale } = useTranslator();
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  const { content, fileName, label, readOnly = false, wrap = false, indent, handle, problems } = props;
  const now = useRef<Extension>([]);

  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const parent = host.current;
    if (!parent) return;
    // Modals and drawers listen on the window; a React handler would run too late.
    parent.addEventListener('keydown', keepOwnEscape);
    return () => parent.removeEventListener('keydown', keepOwnEscape);
  }, []);
  useEffect(() => {
    now.current = changeable({ label, locale, readOnly, wrap, indent });
    current.current?.dispatch({ effects: settings.reconfigure(now.current) });
  }, [label, locale, readOnly, wrap, indent, settings]);
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
          editorParts,
          lineProblems,
          settings.of(now.current),
          language.of([]),
          ends.reading,
          nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
          keymap.of([{ key: 'Mod-s', preventDefault: true, run: () => (latest.current.onSave?.(), true) }]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged || update.selectionSet) latest.current.onCursor?.(cursorIn(update.state));
            if (!update.docChanged) return;
            const { doc } = update.state;
            latest.current.onChange?.(() => doc.sliceString(0, doc.length, ends.written));
          }),
        ],
      }),
    });
    current.current = view;
    if (latest.current.takesFocus !== false && shown(parent)) view.focus();
    let isMounted = true;
    void editorLanguage(fileName).then((extension) => {
      if (isMounted) view.dispatch({ effects: language.reconfigure(extension) });
    });
    return () => {
      isMounted = false;
      current.current = undefined;
      view.destroy();
    };
  }, [content, fileName, nonce, settings]);
  useEffect(() => {
    if (current.current && problems) showProblems(current.current, problems);
  }, [problems, content, fileName, nonce, settings]);
  useImperativeHandle(handle, () => editorHandle(() => current.current), []);

  return <div ref={host} className="sd-code-editor" style={{ height: '100%', minHeight: 0 }} />;
}

/** An editor in a background tab must not take the focus. */
const shown = (parent: HTMLElement): boolean => parent.closest('[hidden]') === null;
