import { isWord, tokensOf, type Reader, type Token } from '../syntax/tokens';

/** All of a statement: what counts may stand far behind its beginning. */
export interface Whole {
  readonly text: string;
  readonly reader: Reader;
}

/** Anywhere in it, as far as can be told. */
export function hasWord({ text, reader }: Whole, word: string): boolean {
  for (const token of tokensOf(text, reader)) if (token.isUnsure || isWord(token, word)) return true;
  return false;
}

const FOREIGN_ENGINES = /^(?:FEDERATED|CONNECT|SPIDER)X?$/i;

/** Tables that would lie elsewhere than in the database, or in another server: options stand behind all columns. */
export function reachesFiles({ text, reader }: Whole): boolean {
  let before: Token | undefined;
  let last: Token | undefined;
  for (const token of tokensOf(text, reader)) {
    if (token.isUnsure) return true;
    if (isWord(last, 'DATA', 'INDEX') && isWord(token, 'DIRECTORY')) return true;
    const isEngine = isWord(last, 'ENGINE') || (isWord(before, 'ENGINE') && last?.text === '=');
    if (isEngine && FOREIGN_ENGINES.test(token.text)) return true;
    [before, last] = [last, token];
  }
  return false;
}
