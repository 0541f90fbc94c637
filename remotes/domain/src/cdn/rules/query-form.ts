import {
  CDN_COOKIE_PATTERN,
  CDN_COOKIES_MAX,
  CDN_PARAMETER_PATTERN,
  CDN_PARAMETERS_MAX,
  type CdnConfig,
  type CdnQuery,
} from '@sitedeck/contract';
import { typedWords } from './typed-words';

/** Query policy and cookies as their dialog holds them. */
export interface QueryForm {
  readonly is: CdnQuery['is'];
  readonly names: string;
  readonly cookies: string;
}

export const queryFormOf = ({ query, cookies }: Pick<CdnConfig, 'query' | 'cookies'>): QueryForm => ({
  is: query.is,
  names: query.is === 'only' ? query.names.join(', ') : '',
  cookies: cookies.join('\n'),
});

export type QueryProblem =
  | { readonly in: 'names' | 'cookies'; readonly is: 'word'; readonly word: string }
  | { readonly in: 'names' | 'cookies'; readonly is: 'many' }
  | { readonly in: 'names'; readonly is: 'empty' };

type QueryReading =
  | { readonly is: 'ok'; readonly query: CdnQuery; readonly cookies: string[] }
  | { readonly is: 'wrong'; readonly problem: QueryProblem };

const LIMITS = {
  names: { pattern: CDN_PARAMETER_PATTERN, max: CDN_PARAMETERS_MAX },
  cookies: { pattern: CDN_COOKIE_PATTERN, max: CDN_COOKIES_MAX },
} as const;

function problemIn(field: keyof typeof LIMITS, words: readonly string[]): QueryProblem | undefined {
  const { pattern, max } = LIMITS[field];
  const word = words.find((one) => !pattern.test(one));
  if (word !== undefined) return { in: field, is: 'word', word };
  return words.length > max ? { in: field, is: 'many' } : undefined;
}

/** Parses a form; returns its settings or the first mistake. */
export function readQueryForm({ is, ...typed }: QueryForm): QueryReading {
  const names = is === 'only' ? [...typedWords(typed.names)] : [];
  const cookies = [...typedWords(typed.cookies)];
  const problem =
    is === 'only' && names.length === 0
      ? ({ in: 'names', is: 'empty' } as const)
      : (problemIn('names', names) ?? problemIn('cookies', cookies));
  if (problem) return { is: 'wrong', problem };
  return { is: 'ok', query: is === 'only' ? { is, names } : { is }, cookies };
}
