import { Refusal } from '#faults/refusal';

/** What a search by content searches for. */
export interface TextQuery {
  readonly text: string;
  readonly regex: boolean;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
}

const NOT_IN_WORD = { before: '(?<![\\p{L}\\p{M}\\p{N}_])', after: '(?![\\p{L}\\p{M}\\p{N}_])' };

/** Expression for a literal text; it never backtracks. */
export function literalExpression({ text, matchCase, wholeWord }: TextQuery): RegExp {
  const escaped = text.replaceAll('\r\n', '\n').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const { before, after } = NOT_IN_WORD;
  return new RegExp(wholeWord ? `${before}${escaped}${after}` : escaped, matchCase ? 'gu' : 'giu');
}

/**
 * The same pattern in ripgrep's syntax, for a pattern file with one pattern per line. A line break in an expression
 * would be a second pattern; ripgrep refuses it in an argument too, since it searches line by line.
 */
export function toolPattern({ text, wholeWord }: Pick<TextQuery, 'text' | 'wholeWord'>): string {
  if (text.includes('\0')) throw new Refusal('bad-input', { field: 'text', values: { field: 'text' } });
  const lineBreak = /[\r\n]/.exec(text)?.[0];
  if (lineBreak !== undefined) {
    const why = `the literal ${JSON.stringify(lineBreak)} is not allowed in a regex`;
    throw new Refusal('bad-pattern', { field: 'text', values: { why } });
  }
  return wholeWord ? `\\b(?:${text})\\b` : text;
}
