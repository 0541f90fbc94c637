import { Refusal } from '../../refusal';

/** What is looked for in a text. */
export interface TextWish {
  readonly text: string;
  readonly regex: boolean;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
}

const NOT_IN_WORD = { before: '(?<![\\p{L}\\p{M}\\p{N}_])', behind: '(?![\\p{L}\\p{M}\\p{N}_])' };

/** For a text as it stands; such an expression has nothing to go back to. */
export function literalExpression({ text, matchCase, wholeWord }: TextWish): RegExp {
  const escaped = text.replaceAll('\r\n', '\n').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const { before, behind } = NOT_IN_WORD;
  return new RegExp(wholeWord ? `${before}${escaped}${behind}` : escaped, matchCase ? 'gu' : 'giu');
}

/** The same in the tool's words. A NUL can't be an argument and stands in no text. */
export function toolPattern({ text, wholeWord }: Pick<TextWish, 'text' | 'wholeWord'>): string {
  if (text.includes('\0')) throw new Refusal('bad-input', { field: 'text', values: { field: 'text' } });
  return wholeWord ? `\\b(?:${text})\\b` : text;
}

/** `$1` and `$$` mean something to the owner, everything else stands for itself; the tool would take `$1a` for a name. */
export const toolReplacement = (replacement: string): string =>
  replacement.replace(/\$(\$|\d{1,2})?/g, (_all, what?: string) =>
    what === undefined || what === '$' ? '$$' : `\${${Number(what)}}`,
  );
