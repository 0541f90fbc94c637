/** A part of a replacement: literal text, or the number of a group. */
type Part =
  { readonly is: 'text'; readonly text: string } | { readonly is: 'group'; readonly number: number };

/** A parsed replacement: `$1` and `$$` have a meaning, everything else is literal. */
function partsOf(replacement: string): readonly Part[] {
  return replacement.split(/(\$(?:\$|\d{1,2}))/).map((piece): Part => {
    if (piece === '$$') return { is: 'text', text: '$' };
    return /^\$\d{1,2}$/.test(piece)
      ? { is: 'group', number: Number(piece.slice(1)) }
      : { is: 'text', text: piece };
  });
}

export interface Replacement {
  /** Groups that it uses, each once. */
  readonly groups: readonly number[];
  /** @param values what the groups matched, in the order of `groups` */
  of(values: readonly string[]): string;
}

/**
 * Replaces in this process: another program would need the text as an argument, which every tenant can read.
 */
export function replacementOf(replacement: string): Replacement {
  const parts = partsOf(replacement);
  const groups = [...new Set(parts.flatMap((part) => (part.is === 'group' ? [part.number] : [])))];
  return {
    groups,
    of: (values) =>
      parts
        .map((part) => (part.is === 'text' ? part.text : (values[groups.indexOf(part.number)] ?? '')))
        .join(''),
  };
}
