import { skippedEnd, versionComment, type EngineVersion } from './version-comment';

/** A word or sign of a statement. Words are in capitals, names without their quotes. */
export interface Token {
  readonly is: 'word' | 'name' | 'text' | 'sign';
  readonly text: string;
  /** Where it stands. */
  readonly at: number;
  readonly end: number;
}

const BLANKS = /\s+/y;
const LINE_COMMENT = /(?:#|--(?=\s|$))[^\n]*/y;
const COMMENT = /\/\*[^]*?(?:\*\/|$)/y;
const CLOSING = /\*\//y;
const WORD = /@{0,2}[A-Za-z0-9_$\u0080-\u00ff]+/y;
const NAME = /`((?:[^`]|``)*)(?:`|$)/y;
const TEXT = /'(?:[^'\\]|\\[^]|'')*(?:'|$)|"(?:[^"\\]|\\[^]|"")*(?:"|$)/y;

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Words of a statement as an engine reads it: comments are skipped, those that it runs are entered. */
export function* tokensOf(text: string, engine: EngineVersion): Generator<Token, void> {
  for (let at = 0; at < text.length;) {
    const special = versionComment(text, at, engine);
    if (special) {
      at = special.is === 'run' ? special.end : skippedEnd(text, special.end);
      continue;
    }
    const skipped =
      match(BLANKS, text, at) ??
      match(LINE_COMMENT, text, at) ??
      match(COMMENT, text, at) ??
      match(CLOSING, text, at);
    if (skipped) {
      at += skipped[0].length;
      continue;
    }
    const token = tokenAt(text, at);
    yield token;
    at = token.end;
  }
}

function tokenAt(text: string, at: number): Token {
  const name = match(NAME, text, at);
  if (name) return { is: 'name', text: (name[1] ?? '').replaceAll('``', '`'), at, end: at + name[0].length };
  const word = match(WORD, text, at);
  if (word) return { is: 'word', text: word[0].toUpperCase(), at, end: at + word[0].length };
  const quoted = match(TEXT, text, at);
  if (quoted) return { is: 'text', text: quoted[0].slice(1, -1), at, end: at + quoted[0].length };
  return { is: 'sign', text: text.charAt(at), at, end: at + 1 };
}
