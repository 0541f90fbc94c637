import { isWord, tokensOf, type Reader, type Token } from '../syntax/tokens';

/** A complete statement, for rules that its beginning alone can't decide. */
export interface CompleteStatement {
  readonly text: string;
  readonly reader: Reader;
}

/** Whether a word occurs anywhere in the statement, or may occur because a name is ambiguous. */
export function hasWord({ text, reader }: CompleteStatement, word: string): boolean {
  for (const token of tokensOf(text, reader)) if (token.isAmbiguous || isWord(token, word)) return true;
  return false;
}

const FOREIGN_ENGINES = /^(?:FEDERATED|CONNECT|SPIDER)X?$/i;

/**
 * Whether a table would be stored outside the database's folder or on another server. Reads all tokens: table options
 * follow the columns.
 */
export function reachesFiles({ text, reader }: CompleteStatement): boolean {
  let before: Token | undefined;
  let last: Token | undefined;
  for (const token of tokensOf(text, reader)) {
    if (token.isAmbiguous) return true;
    if (isWord(last, 'DATA', 'INDEX') && isWord(token, 'DIRECTORY')) return true;
    const isEngine = isWord(last, 'ENGINE') || (isWord(before, 'ENGINE') && last?.text === '=');
    if (isEngine && FOREIGN_ENGINES.test(token.text)) return true;
    [before, last] = [last, token];
  }
  return false;
}

const NUMBER = /^\d{1,20}$/;
const NAME = /^[A-Z_]/;
/** Tokens of the statement itself. */
const OWN: Readonly<Record<string, string>> = { DO: 'D', SETVAL: 'S' };

/** One character per token, for matching with a pattern. */
function signOf({ is, text, isAmbiguous: isUnsure }: Token): string {
  if (isUnsure || is === 'text') return '?';
  if (is === 'sign') return text;
  if (is === 'name') return 'n';
  if (Object.hasOwn(OWN, text)) return OWN[text] ?? '?';
  if (NUMBER.test(text)) return '1';
  return NAME.test(text) ? 'n' : '?';
}

/** `DO SETVAL(a, -1, 0, 0)`: a sequence of the database itself, and numbers. */
const SETVAL = /^DS\(n,-?1(?:,1(?:,1)?)?\)$/;
const TOKENS_MAX = 16;

/**
 * Whether a statement sets the position of a sequence as dumps do. A name with a database, a call or a comparison does
 * not qualify.
 */
export function isSetval({ text, reader }: CompleteStatement): boolean {
  let signs = '';
  let count = 0;
  for (const token of tokensOf(text, reader)) {
    if ((count += 1) > TOKENS_MAX) return false;
    signs += signOf(token);
  }
  return SETVAL.test(signs);
}
