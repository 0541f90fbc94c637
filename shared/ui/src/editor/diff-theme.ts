import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const insertedColor = 'color-mix(in srgb, var(--sd-ok-mark) 14%, transparent)';
const deletedColor = 'color-mix(in srgb, var(--sd-err-mark) 12%, transparent)';

/**
 * Highlighting of differences in the page's colours, so that light and dark need no second theme. Lines have a
 * mark as well as a colour.
 */
export const diffTheme: Extension = EditorView.theme({
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: deletedColor },
  '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine, .cm-insertedLine': { backgroundColor: insertedColor },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'linear-gradient(var(--sd-err-mark), var(--sd-err-mark)) bottom/100% 2px no-repeat',
  },
  '&.cm-merge-b .cm-changedText, .cm-changedText': {
    background: 'linear-gradient(var(--sd-ok-mark), var(--sd-ok-mark)) bottom/100% 2px no-repeat',
  },
  '&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter': { background: 'var(--sd-err-mark)' },
  '&.cm-merge-b .cm-changedLineGutter, .cm-changedLineGutter': { background: 'var(--sd-ok-mark)' },
  '.cm-collapsedLines': {
    color: 'var(--sd-secondary)',
    background: 'var(--sd-head)',
    fontFamily: 'var(--sd-font)',
    fontSize: '12px',
  },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"⋯"' },
  '.cm-deletedChunk': { position: 'relative' },
  '.cm-deletedChunk .cm-chunkButtons': { position: 'static', padding: '4px 0', fontFamily: 'var(--sd-font)' },
  '.cm-deletedChunk button.sd-diff-choice': {
    minHeight: '28px',
    padding: '0 8px',
    marginInlineEnd: '8px',
    border: '1px solid var(--sd-btn-edge)',
    borderRadius: '6px',
    backgroundColor: 'var(--sd-surface)',
    color: 'var(--sd-text)',
    fontSize: '12px',
    cursor: 'pointer',
  },
});
