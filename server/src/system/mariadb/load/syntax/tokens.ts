import { endsAmbiguously, withMaskedSecondBytes } from './double-byte';
import { escapesIn, type Quoting } from './quoting';
import { skippedEnd, versionComment, type EngineVersion } from './version-comment';

/** A word or sign of a statement. Words are in capitals, names without their quotes. */
export interface Token {
  readonly is: 'word' | 'name' | 'text' | 'sign';
  readonly text: string;
  /** Its position in the text. */
  readonly at: number;
  readonly end: number;
  /** The name may end elsewhere for some engines, so the rest is unknown. */
  readonly isAmbiguous?: boolean;
}

export const isWord = (token: Token | undefined, ...words: readonly string[]): boolean =>
  token?.is === 'word' && words.includes(token.text);

const BLANKS = /\s+/y;
const LINE_COMMENT = /(?:#|--(?=\s|$))[^\n]*/y;
const CLOSING = /\*\//y;
const WORD = /@{0,2}[A-Za-z0-9_$\u0080-\u00ff]+/y;
function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** How the engine that runs the statement reads it. */
export interface Reader {
  readonly engine: EngineVersion;
  readonly quoting: Quoting;
}

/** Words of a statement as an engine reads it: skips comments, and enters those that the engine runs. */
export function* tokensOf(text: string, reader: Reader): Generator<Token, void> {
  const { pairs, backslashes } = reader.quoting;
  if (!pairs) return yield* tokensIn(text, reader);
  // Scans the masked text, and takes the token's text from the original.
  for (const token of tokensIn(withMaskedSecondBytes(text, { pairs, backslashes }), reader)) {
    if (token.is !== 'name') yield token;
    else {
      const wrote = text.slice(token.at, token.end);
      yield { ...token, text: nameIn(wrote), isAmbiguous: endsAmbiguously(wrote, { pairs, backslashes }) };
    }
  }
}

function nameIn(wrote: string): string {
  const quote = wrote.charAt(0);
  return wrote.slice(1, -1).replaceAll(quote + quote, quote);
}

function* tokensIn(text: string, { engine, quoting }: Reader): Generator<Token, void> {
  for (let at = 0; at < text.length;) {
    const special = versionComment(text, at, engine);
    if (special) {
      at = special.is === 'run' ? special.end : skippedEnd(text, special.end);
      continue;
    }
    if (text.startsWith('/*', at)) {
      const close = text.indexOf('*/', at + 2);
      at = close < 0 ? text.length : close + 2;
      continue;
    }
    const skipped = match(BLANKS, text, at) ?? match(LINE_COMMENT, text, at) ?? match(CLOSING, text, at);
    if (skipped) {
      at += skipped[0].length;
      continue;
    }
    const token = tokenAt(text, at, quoting);
    yield token;
    at = token.end;
  }
}

/** End of a quoted text of any length, which a pattern could not match. */
function quotedEnd(text: string, at: number, escapes: boolean): number {
  const quote = text.charCodeAt(at);
  for (let next = at + 1; next < text.length; next += 1) {
    const code = text.charCodeAt(next);
    if (escapes && code === BACKSLASH) next += 1;
    else if (code === quote && text.charCodeAt(next + 1) === quote) next += 1;
    else if (code === quote) return next;
  }
  return text.length;
}

const BACKSLASH = 0x5c;

function tokenAt(text: string, at: number, quoting: Quoting): Token {
  const first = text.charAt(at);
  if (first === '`' || first === "'" || first === '"') {
    const close = quotedEnd(text, at, escapesIn(first, quoting));
    const inner = text.slice(at + 1, close);
    const end = Math.min(close + 1, text.length);
    const isName = first === '`' || (first === '"' && quoting.ansi);
    if (isName) return { is: 'name', text: inner.replaceAll(first + first, first), at, end };
    return { is: 'text', text: inner, at, end };
  }
  const word = match(WORD, text, at);
  if (word) return { is: 'word', text: word[0].toUpperCase(), at, end: at + word[0].length };
  return { is: 'sign', text: first, at, end: at + 1 };
}
