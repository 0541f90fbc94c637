import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { Locale } from '@sitedeck/contract';
import ConfigProvider from 'antd/es/config-provider';
import { useContext, useEffect, useRef } from 'react';
import { useTranslator } from '../i18n/use-text';
import { diffTheme } from './diff-theme';
import { editorLanguage } from './editor-language';
import { editorParts } from './editor-parts';
import { editorPhrases } from './editor-phrases';
import { withLineEnd } from './line-ends';
import { keepOwnEscape } from './own-escape';

export interface DiffViewProps {
  readonly fileName: string;
  /** Names of both texts for a screen reader. */
  readonly left: { readonly label: string; readonly text: string };
  readonly right: { readonly label: string; readonly text: string };
  /** Side by side; otherwise one text with the lines of the left one in between. */
  readonly wide: boolean;
  /**
   * Called after every change of the right text, with lines ended by `\n`; without it the right text is
   * read-only.
   */
  readonly onMerged?: (text: () => string) => void;
}

interface DiffSetup extends Omit<DiffViewProps, 'fileName'> {
  readonly parent: HTMLElement;
  readonly locale: Locale;
  /** Colours, and the nonce that the page's policy requires. */
  readonly shared: Extension;
}

/** After this time a comparison falls back to a rough result, ms. */
const DIFF = { scanLimit: 5000, timeout: 400 };

const COLLAPSED = { margin: 3, minSize: 6 };

/** Compares two texts. If the right one may be edited, each change can be taken over from the left. */
export function DiffView(props: DiffViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const merged = useRef(props.onMerged);
  const { locale } = useTranslator();
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  const { fileName, wide } = props;
  const { label: leftLabel, text: left } = props.left;
  const { label: rightLabel, text: right } = props.right;
  const canMerge = props.onMerged !== undefined;

  useEffect(() => {
    merged.current = props.onMerged;
  });
  useEffect(() => {
    const parent = host.current;
    if (!parent) return;
    let end: (() => void) | undefined;
    const stop = new AbortController();
    const isGone = () => stop.signal.aborted;
    const draw = async () => {
      const [language] = await Promise.all([editorLanguage(fileName), import('@codemirror/merge')]);
      if (isGone()) return;
      const drawn = {
        parent,
        locale,
        left: { label: leftLabel, text: withLineEnd(left, 'lf') },
        right: { label: rightLabel, text: withLineEnd(right, 'lf') },
        shared: [
          editorParts,
          diffTheme,
          language,
          EditorView.lineWrapping,
          EditorState.phrases.of(editorPhrases(locale)),
          nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
        ],
        ...(canMerge && { onMerged: (text: () => string) => merged.current?.(text) }),
      };
      const close = await (wide ? sideBySide : inOne)({ ...drawn, wide });
      if (isGone()) close();
      else end = close;
    };
    void draw();
    parent.addEventListener('keydown', keepOwnEscape);
    return () => {
      stop.abort();
      parent.removeEventListener('keydown', keepOwnEscape);
      end?.();
    };
  }, [fileName, left, right, leftLabel, rightLabel, wide, canMerge, locale, nonce]);

  return <div ref={host} className="sd-diff" style={{ height: '100%', minHeight: 0 }} />;
}

const named = (label: string, readOnly: boolean): Extension => [
  EditorState.readOnly.of(readOnly),
  EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': String(readOnly), tabindex: '0' }),
];

const reportMerged = (onMerged: DiffViewProps['onMerged']): Extension =>
  EditorView.updateListener.of(({ docChanged, state: { doc } }) => {
    if (docChanged) onMerged?.(() => doc.toString());
  });

async function sideBySide({ parent, locale, left, right, shared, onMerged }: DiffSetup): Promise<() => void> {
  const { MergeView } = await import('@codemirror/merge');
  const phrases = editorPhrases(locale);
  const view = new MergeView({
    parent,
    root: parent.getRootNode() as Document | ShadowRoot,
    a: { doc: left.text, extensions: [shared, named(left.label, true)] },
    b: {
      doc: right.text,
      extensions: [shared, named(right.label, !onMerged), reportMerged(onMerged)],
    },
    collapseUnchanged: COLLAPSED,
    diffConfig: DIFF,
    ...(onMerged && {
      revertControls: 'a-to-b' as const,
      renderRevertControl: () => takeControl(phrases['Take this change'] ?? ''),
    }),
  });
  return () => view.destroy();
}

async function inOne({ parent, locale, left, right, shared, onMerged }: DiffSetup): Promise<() => void> {
  const { unifiedMergeView } = await import('@codemirror/merge');
  const phrases = editorPhrases(locale);
  const view = new EditorView({
    parent,
    root: parent.getRootNode() as Document | ShadowRoot,
    doc: right.text,
    extensions: [
      shared,
      named(right.label, !onMerged),
      reportMerged(onMerged),
      unifiedMergeView({
        original: left.text,
        collapseUnchanged: COLLAPSED,
        diffConfig: DIFF,
        mergeControls:
          onMerged !== undefined &&
          ((kind, act) => changeControl(phrases[kind === 'accept' ? 'Accept' : 'Reject'] ?? '', act)),
      }),
    ],
  });
  return () => view.destroy();
}

/** Applies a change of the left text; the view only handles mouse events, so a key press is dispatched as one. */
function takeControl(label: string): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'sd-diff-take';
  button.setAttribute('aria-label', label);
  button.title = label;
  button.textContent = '→';
  button.addEventListener('click', (event) => {
    if (event.detail === 0) button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  });
  return button;
}

/** One of the two buttons beside a change in a single text. */
function changeControl(label: string, act: (event: MouseEvent) => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'sd-diff-choice';
  button.textContent = label;
  button.addEventListener('click', act);
  return button;
}
