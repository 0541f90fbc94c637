import type { Word } from './lex';

/** What a location answers to, before anybody asked whether it is allowed. */
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

/** As nginx reads it (`ngx_http_core_location`): the sign stands alone or touches what follows. */
export function readMatch([first, second, ...more]: readonly Word[]): WrittenMatch | undefined {
  if (!first || more.length > 0) return undefined;
  if (second) return SIGNS.some((sign) => sign === first.text) ? of(first.text, second) : undefined;
  const sign = SIGNS.find((begin) => first.text.startsWith(begin));
  return of(sign, shortened(first, sign?.length ?? 0));
}
