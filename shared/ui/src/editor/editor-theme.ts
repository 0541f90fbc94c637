import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours come from the page's variables, so that light and dark need no second theme. */
const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--sd-text)', backgroundColor: 'var(--sd-surface)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--sd-code)', lineHeight: '20px' },
  '.cm-content': { caretColor: 'var(--sd-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--sd-text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--sd-head)',
    color: 'var(--sd-hint)',
    borderRight: '1px solid var(--sd-line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--sd-hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--sd-mark) 28%, transparent)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--sd-warn-tint)', outline: '1px solid var(--sd-warn-edge)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--sd-warn-edge)' },
  '.cm-panels': { backgroundColor: 'var(--sd-head)', color: 'var(--sd-text)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--sd-line)' },
  '.cm-panel.cm-search': { padding: '8px 12px', fontFamily: 'var(--sd-font)' },
  '.cm-textfield': {
    border: '1px solid var(--sd-edge)',
    borderRadius: '6px',
    backgroundColor: 'var(--sd-surface)',
    color: 'var(--sd-text)',
    fontSize: '13px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    border: '1px solid var(--sd-btn-edge)',
    borderRadius: '6px',
    backgroundColor: 'var(--sd-surface)',
    color: 'var(--sd-text)',
    fontSize: '12px',
  },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: '4px', fontSize: '12px' },
  '.cm-panel.cm-search input[type=checkbox]': { margin: 0 },
  '.cm-panel button[name=close]': { minWidth: '24px', minHeight: '24px', color: 'var(--sd-secondary)' },
  '.cm-dialog': { padding: '8px 12px', fontFamily: 'var(--sd-font)' },
});

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--sd-link)' },
  { tag: [tags.string, tags.special(tags.string), tags.attributeValue], color: 'var(--sd-ok-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit], color: 'var(--sd-warn-text)' },
  { tag: [tags.tagName, tags.className, tags.typeName], color: 'var(--sd-err-text)' },
  { tag: [tags.function(tags.variableName), tags.attributeName, tags.propertyName], color: 'var(--sd-text)' },
  { tag: tags.heading, fontWeight: '600' },
  { tag: [tags.comment, tags.meta], color: 'var(--sd-hint)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--sd-err-text)', textDecoration: 'underline wavy' },
]);

export const editorTheme: Extension = [theme, syntaxHighlighting(highlight)];
