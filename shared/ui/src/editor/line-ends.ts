import { EditorState, type Extension } from '@codemirror/state';

interface Kept {
  readonly reading: Extension;
  /** What stands between two lines when the text is written. */
  readonly written: '\n' | '\r\n';
}

export type LineEnd = 'lf' | 'crlf';

/** How the lines of a text end; `lf` where there is one line only. */
export function lineEndOf(content: string): LineEnd | 'mixed' {
  if (!content.includes('\r')) return 'lf';
  return /(?:^|[^\r])\n|\r(?!\n)/.test(content) ? 'mixed' : 'crlf';
}

/** The text with every line ended alike. */
export const withLineEnd = (content: string, end: LineEnd): string =>
  content.replace(/\r\n|\r|\n/g, end === 'lf' ? '\n' : '\r\n');

/**
 * Line ends as the file has them. The editor would write `\n` everywhere; a file of `\r\n` gets them back, and one
 * that mixes both is cut at `\n` only, so that its stray `\r` are kept (and shown).
 */
export function lineEnds(content: string): Kept {
  switch (lineEndOf(content)) {
    case 'lf':
      return { reading: [], written: '\n' };
    case 'crlf':
      return { reading: [], written: '\r\n' };
    case 'mixed':
      return { reading: EditorState.lineSeparator.of('\n'), written: '\n' };
  }
}
