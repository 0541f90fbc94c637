import { readableName } from '../charset';
import { isWord, tokensOf, type Reader, type Token } from '../syntax/tokens';

/** Session and transaction settings: they apply to every later statement. */
const SETTINGS: ReadonlySet<string> = new Set(['SET', 'START', 'BEGIN', 'COMMIT']);
const ABOUT_TABLES: ReadonlySet<string> = new Set([
  'INSERT',
  'REPLACE',
  'CREATE',
  'DROP',
  'ALTER',
  'TRUNCATE',
  'UPDATE',
  'DELETE',
]);
/** Words between the verb and the table. */
const FILLERS: ReadonlySet<string> = new Set([
  'INTO',
  'FROM',
  'IF',
  'NOT',
  'EXISTS',
  'IGNORE',
  'DELAYED',
  'LOW_PRIORITY',
  'HIGH_PRIORITY',
  'OR',
  'REPLACE',
  'TABLE',
  'SEQUENCE',
]);
const HEAD = 4096;
const WORDS = 60;

/** Bytes of a name as written in the dump. */
const nameOf = (token: Token, text: string): string =>
  token.is === 'name' ? token.text : text.slice(token.at, token.end);

/**
 * Whether a statement of a dump concerns one table, as an engine reads it: its structure, rows or triggers.
 */
export function isAboutTable(text: string, table: string, reader: Reader): boolean {
  const words: Token[] = [];
  for (const token of tokensOf(text.slice(0, HEAD), reader)) if (words.push(token) >= WORDS) break;
  const [first, ...rest] = words;
  const isTable = (token: Token | undefined): boolean =>
    token !== undefined && readableName(nameOf(token, text), reader.quoting) === table;
  if (!first || SETTINGS.has(first.text)) return true;
  // The arguments of a sequence call: `DO SETVAL(name, …`.
  if (first.text === 'DO') return rest[1]?.text === '(' && isTable(rest[2]);
  if (!ABOUT_TABLES.has(first.text)) return false;
  const trigger = rest.findIndex(({ is, text: word }) => is === 'word' && word === 'TRIGGER');
  if (first.text === 'CREATE' && trigger >= 0) {
    const on = rest.findIndex(({ is, text: word }, at) => at > trigger && is === 'word' && word === 'ON');
    return isTable(rest[on + 1]);
  }
  const verb = ['CREATE', 'DROP', 'ALTER'].includes(first.text);
  if (verb && !isWord(rest[0], 'TABLE', 'SEQUENCE')) return false;
  const target = rest.find(({ is, text: word }) => is !== 'word' || !FILLERS.has(word));
  return isTable(target);
}
