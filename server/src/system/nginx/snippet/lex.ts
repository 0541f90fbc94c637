import type { Faults, TextPosition } from './fault';

/** One word of a directive. */
export interface Word extends TextPosition {
  /** As written in the text, including quotes. */
  readonly raw: string;
  /**
   * As nginx reads it: without quotes, and `\"`, `\'`, `\\`, `\t`, `\r` and `
   * ` resolved.
   */
  readonly text: string;
  /**
   * As nginx reads it for a regular expression, which resolves `\t`, `\r` and `
   * ` itself.
   */
  readonly pattern: string;
  readonly quoted: boolean;
  /** Position after its last character. */
  readonly end: TextPosition;
}

export type Token =
  | ({ readonly is: 'word' } & Word)
  | ({ readonly is: 'end' | 'open' | 'close' } & TextPosition)
  | ({ readonly is: 'eof' } & TextPosition);

const WIDE: Readonly<Record<string, string>> = { '；': ';', '｛': '{', '｝': '}', '“': '"', '”': '"' };
/**
 * A repetition like `{2}`: nginx requires quotes around such an expression, but owners forget them, and no
 * block begins like this.
 */
const REPETITION = /\{\d+(?:,\d*)?\}/y;
const RESOLVED: Readonly<Record<string, string>> = { t: '\t', r: '\r', n: '\n' };

const isSpace = (char: string) => char === ' ' || char === '\t' || char === '\r' || char === '\n';

function resolved(written: string, keepControls: boolean): string {
  return written.replace(/\\(["'\\trn])/g, (escape, char: string) => {
    const control = RESOLVED[char];
    if (control === undefined) return char;
    return keepControls ? escape : control;
  });
}

/**
 * Splits a text like nginx's own tokenizer (`ngx_conf_read_token`): a backslash escapes the next character,
 * `${` opens no block, quotes count only at the beginning of a word, and so does `#`.
 */
class Lexer {
  readonly tokens: Token[] = [];
  private at = 0;
  private line = 1;
  private lineStart = 0;

  constructor(
    private readonly text: string,
    private readonly faults: Faults,
  ) {}

  run(): void {
    while (this.at < this.text.length) this.next();
    this.tokens.push({ is: 'eof', ...this.position() });
  }

  private position(): TextPosition {
    return { line: this.line, column: this.at - this.lineStart + 1 };
  }

  private char(ahead = 0): string {
    return this.text[this.at + ahead] ?? '';
  }

  private step(): void {
    if (this.char() === '\n') {
      this.line += 1;
      this.lineStart = this.at + 1;
    }
    this.at += 1;
  }

  private next(): void {
    const char = this.char();
    if (isSpace(char)) return this.step();
    if (char === '#') return this.skipLine();
    if (char === ';') return this.mark('end');
    if (char === '{') return this.mark('open');
    if (char === '}') return this.mark('close');
    if (char === '"' || char === "'") return this.quotedWord(char);
    if (char in WIDE) return this.wide();
    return this.bareWord();
  }

  private mark(is: 'end' | 'open' | 'close'): void {
    this.tokens.push({ is, ...this.position() });
    this.step();
  }

  private skipLine(): void {
    while (this.at < this.text.length && this.char() !== '\n') this.at += 1;
  }

  /** Reports a full-width character and reads it as its ASCII form, so that the rest is still understood. */
  private wide(): void {
    const char = this.char();
    const plain = WIDE[char] ?? '';
    this.faults.add(this.position(), 'wide-character', { char, plain });
    if (plain === ';') return this.mark('end');
    if (plain === '{') return this.mark('open');
    if (plain === '}') return this.mark('close');
    this.at += 1;
  }

  private push(start: TextPosition, from: number, quoted: boolean): void {
    const raw = this.text.slice(from, this.at);
    const inner = quoted ? raw.slice(1, -1) : raw;
    const word = { raw, text: resolved(inner, false), pattern: resolved(inner, true), quoted };
    this.tokens.push({ is: 'word', ...start, ...word, end: this.position() });
  }

  private quotedWord(quote: string): void {
    const [start, from] = [this.position(), this.at];
    this.at += 1;
    while (this.char() !== quote) {
      if (this.char() === '\\' && this.char(1) !== '\n') this.at += 1;
      if (this.at >= this.text.length || this.char() === '\n') {
        this.faults.add(start, 'quote-open');
        // The rest of the line belongs to the comment, including its semicolon.
        return this.mark('end');
      }
      this.at += 1;
    }
    this.at += 1;
    this.push(start, from, true);
    const after = this.char();
    if (after !== '' && !isSpace(after) && !';{)'.includes(after) && !(after in WIDE))
      this.faults.add(this.position(), 'quote-glued');
  }

  /** How many characters of a bare word come next; 0 at its end. */
  private bareLength(begun: boolean): number {
    const char = this.char();
    if (char === '' || isSpace(char) || char === ';' || (char in WIDE && begun)) return 0;
    if (char === '\\') return isSpace(this.char(1)) && this.char(1) !== ' ' ? 1 : 2;
    if (char === '$' && this.char(1) === '{') return 2;
    if (char !== '{') return 1;
    REPETITION.lastIndex = this.at;
    const repetition = begun ? REPETITION.exec(this.text) : null;
    return repetition?.[0].length ?? 0;
  }

  private bareWord(): void {
    const [start, from] = [this.position(), this.at];
    for (let length = this.bareLength(false); length > 0; length = this.bareLength(true))
      this.at = Math.min(this.at + length, this.text.length);
    this.push(start, from, false);
  }
}

export function lex(text: string, faults: Faults): readonly Token[] {
  const lexer = new Lexer(text, faults);
  lexer.run();
  return lexer.tokens;
}
