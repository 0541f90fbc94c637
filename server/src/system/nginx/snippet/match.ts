import type { Word } from './lex';

/** What a location matches, before it is checked. */
export type WrittenMatch =
  | { readonly is: 'exact' | 'prefix' | 'prior' | 'named'; readonly path: string; readonly word: Word }
  | { readonly is: 'pattern'; readonly caseless: boolean; readonly word: Word };

const SIGNS = ['=', '^~', '~*', '~'] as const;

const shortened = (word: Word, length: number): Word => ({
  ...word,
  text: word.text.slice(length),
  pattern: word.pattern.slice(length),
});

function of(sign: string | undefined, word: Word): WrittenMatch {
  switch (sign) {
    case '=':
      return { is: 'exact', path: word.text, word };
    case '^~':
      return { is: 'prior', path: word.text, word };
    case '~':
    case '~*':
      return { is: 'pattern', caseless: sign === '~*', word };
    default:
      return { is: word.text.startsWith('@') ? 'named' : 'prefix', path: word.text, word };
  }
}

/** Reads it like nginx (`ngx_http_core_location`): the operator stands alone or touches the next word. */
export function readMatch([first, second, ...more]: readonly Word[]): WrittenMatch | undefined {
  if (!first || more.length > 0) return undefined;
  if (second) return SIGNS.some((sign) => sign === first.text) ? of(first.text, second) : undefined;
  const sign = SIGNS.find((begin) => first.text.startsWith(begin));
  return of(sign, shortened(first, sign?.length ?? 0));
}
