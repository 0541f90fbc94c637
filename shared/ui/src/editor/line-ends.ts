import { EditorState, type Extension } from '@codemirror/state';

interface LineEnds {
  readonly reading: Extension;
  /** What separates two lines when the text is written. */
  readonly written: '\n' | '\r\n';
}

export type LineEnd = 'lf' | 'crlf';

/** How the lines of a text end; `lf` for a single line. */
export function lineEndOf(content: string): LineEnd | 'mixed' {
  if (!content.includes('\r')) return 'lf';
  return /(?:^|[^\r])\n|\r(?!\n)/.test(content) ? 'mixed' : 'crlf';
}

/** The text with the same end for every line. */
export const withLineEnd = (content: string, end: LineEnd): string =>
  content.replace(/\r\n|\r|\n/g, end === 'lf' ? '\n' : '\r\n');

/**
 * Line ends of the file. The editor would write `\n` everywhere; a file with `\r\n` keeps them, and one that
 * mixes both is split at `\n` only, so that its single `\r` are kept (and shown).
 */
export function lineEnds(content: string): LineEnds {
  switch (lineEndOf(content)) {
    case 'lf':
      return { reading: [], written: '\n' };
    case 'crlf':
      return { reading: [], written: '\r\n' };
    case 'mixed':
      return { reading: EditorState.lineSeparator.of('\n'), written: '\n' };
  }
}
