import { Compartment, EditorState, type ChangeSpec } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap } from '@codemirror/view';
import { defaultKeymap } from '@codemirror/commands';
import ConfigProvider from 'antd/es/config-provider';
import { useContext, useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { editorTheme } from './editor-theme';
import { keepOwnEscape } from './own-escape';

export interface TextWindowHandle {
  /** Shows another part, at its first or last line. */
  readonly show: (text: string, at: 'start' | 'end') => void;
  /** Appends text and removes `drop` characters from the front; the line on screen stays where it is. */
  readonly append: (text: string, drop: number) => void;
  readonly prepend: (text: string, drop: number) => void;
  readonly focus: () => void;
}

export interface TextWindowProps {
  /** Name of the text, for a screen reader. */
  readonly label: string;
  readonly wrap: boolean;
  /** Called when the reader comes near an end of the loaded part. */
  readonly onNear: (end: 'start' | 'end') => void;
  /** Position of the first visible line in the part, 0 to 1. */
  readonly onPlace: (share: number) => void;
  readonly handle: Ref<TextWindowHandle>;
}

/** More text is requested when less than this many screens are left. */
const SCREENS_AHEAD = 2;

/**
 * Read-only view of a part of a text that is too large to load completely. The caller loads the parts before
 * and after.
 */
export function TextWindow(props: TextWindowProps) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const current = useRef<EditorView>(undefined);
  const [settings] = useState(() => new Compartment());
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  const { label, wrap, handle } = props;

  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const parent = host.current;
    if (!parent) return;
    const view = new EditorView({
      parent,
      root: parent.getRootNode() as Document | ShadowRoot,
      extensions: [
        highlightSpecialChars(),
        drawSelection(),
        keymap.of(defaultKeymap),
        EditorState.readOnly.of(true),
        settings.of([]),
        nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
        editorTheme,
      ],
    });
    current.current = view;
    const watch = () => {
      const { scrollTop, scrollHeight, clientHeight } = view.scrollDOM;
      const { onNear, onPlace } = latest.current;
      const below = scrollHeight - clientHeight - scrollTop;
      onPlace(scrollHeight > clientHeight ? scrollTop / (scrollHeight - clientHeight) : 0);
      if (below < SCREENS_AHEAD * clientHeight) onNear('end');
      if (scrollTop < SCREENS_AHEAD * clientHeight) onNear('start');
    };
    view.scrollDOM.addEventListener('scroll', watch, { passive: true });
    parent.addEventListener('keydown', keepOwnEscape);
    return () => {
      view.scrollDOM.removeEventListener('scroll', watch);
      parent.removeEventListener('keydown', keepOwnEscape);
      current.current = undefined;
      view.destroy();
    };
  }, [nonce, settings]);
  useImperativeHandle(handle, () => windowHandle(() => current.current), []);
  useEffect(() => {
    const attributes = EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-readonly': 'true',
      tabindex: '0',
    });
    current.current?.dispatch({
      effects: settings.reconfigure([attributes, wrap ? EditorView.lineWrapping : []]),
    });
  }, [label, wrap, settings, nonce]);

  return <div ref={host} className="sd-code-editor" style={{ height: '100%', minHeight: 0 }} />;
}

/** Keeps the line on screen in place; by itself, the view would keep the end of a growing text. */
function put(view: EditorView | undefined, change: (length: number) => ChangeSpec): void {
  if (!view) return;
  const changes = view.state.changes(change(view.state.doc.length));
  const place = view.scrollSnapshot().map(changes);
  view.dispatch({ changes, effects: place ? [place] : [] });
}

function windowHandle(current: () => EditorView | undefined): TextWindowHandle {
  const end = () => current()?.state.doc.length ?? 0;
  return {
    show(text, at) {
      current()?.dispatch({ changes: { from: 0, to: end(), insert: text } });
      const place = at === 'start' ? 0 : end();
      current()?.dispatch({
        selection: { anchor: place },
        effects: EditorView.scrollIntoView(place, { y: at }),
      });
    },
    append: (text, drop) =>
      put(current(), (length) => [
        { from: 0, to: drop },
        { from: length, insert: text },
      ]),
    prepend(text, drop) {
      const view = current();
      // At the very beginning no line above can anchor the scroll position: the inserted text would push the
      // read line down.
      const isAtTop = view?.scrollSnapshot().value.range.head === 0;
      put(view, (length) => [
        { from: 0, insert: text },
        { from: length - drop, to: length },
      ]);
      if (isAtTop)
        view.dispatch({ effects: EditorView.scrollIntoView(text.length, { y: 'start', yMargin: 0 }) });
    },
    focus: () => current()?.focus(),
  };
}
