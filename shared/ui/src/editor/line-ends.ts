import { EditorState, type Extension } from '@codemirror/state';

export interface LineEnds {
  readonly reading: Extension;
  /** What stands between two lines when the text is written. */
  readonly written: '\n' | '\r\n';
}

/**
 * Line ends as the file has them. The editor would write `\n` everywhere; a file of `\r\n` gets them back, and one
 * that mixes both is cut at `\n` only, so that its stray `\r` are kept (and shown).
 */
export function lineEnds(content: string): LineEnds {
  const hasReturns = content.includes('\r');
  if (!hasReturns) return { reading: [], written: '\n' };
  const isMixed = /(?:^|[^\r])\n|\r(?!\n)/.test(content);
  if (!isMixed) return { reading: [], written: '\r\n' };
  return { reading: EditorState.lineSeparator.of('\n'), written: '\n' };
}
