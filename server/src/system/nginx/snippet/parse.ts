import type { Faults, TextPosition } from './fault';
import { excerpt } from './fault';
import type { Token, Word } from './lex';

/** One directive, with `children` if it has a block. */
export interface Statement extends TextPosition {
  readonly name: string;
  readonly args: readonly Word[];
  readonly children?: readonly Statement[];
}

/** Names that begin a directive at the start of any line: the line before has lost its `;`. */
const DIRECTIVE_NAMES = new Set(
  `access_log add_header alias allow auth_basic autoindex break charset client_max_body_size deny error_log
  error_page etag expires fastcgi_index fastcgi_param fastcgi_pass gzip if include index internal limit_conn
  limit_rate limit_req listen location log_not_found proxy_pass proxy_set_header return rewrite rewrite_log root
  satisfy server server_name set sub_filter try_files types valid_referers`.split(/\s+/),
);

const MAY_HAVE_BLOCK = new Set(['location', 'if']);

/** Maximum depth of nested blocks that are checked; an `if` in a location is the second. */
const DEEPEST = 8;

type WordToken = Extract<Token, { readonly is: 'word' }>;

class Parser {
  private at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly faults: Faults,
  ) {}

  private get token(): Token {
    const token = this.tokens[this.at] ?? this.tokens.at(-1);
    if (token === undefined) throw new Error('tokens end with eof');
    return token;
  }

  top(): Statement[] {
    const statements: Statement[] = [];
    while (this.token.is !== 'eof') {
      if (this.token.is === 'close') {
        this.faults.add(this.token, 'brace-extra');
        this.at += 1;
      } else statements.push(...this.block(0));
    }
    return statements;
  }

  /** Statements up to the end or to a `}`, which the caller reads. */
  private block(depth: number): Statement[] {
    const statements: Statement[] = [];
    for (;;) {
      const token = this.token;
      if (token.is === 'eof' || token.is === 'close') return statements;
      if (token.is === 'word') statements.push(...this.statement(token, depth));
      else this.unexpected(token, depth);
    }
  }

  private unexpected(token: Token, depth: number): void {
    this.faults.add(token, token.is === 'open' ? 'block-alone' : 'semicolon-alone');
    this.at += 1;
    if (token.is !== 'open') return;
    this.inner(depth + 1);
    if (this.token.is === 'close') this.at += 1;
  }

  /** Deeper nesting is not parsed at all. */
  private inner(depth: number): Statement[] {
    if (depth <= DEEPEST) return this.block(depth);
    this.faults.add(this.token, 'location-nested');
    this.at = this.tokens.length - 1;
    return [];
  }

  private words(first: WordToken): Word[] {
    const words: Word[] = [];
    for (let token = this.token; token.is === 'word'; token = this.token) {
      if (words.length > 0 && this.beginsAnother(token, words)) break;
      words.push(token);
      this.at += 1;
    }
    return words.length > 0 ? words : [first];
  }

  private beginsAnother(token: WordToken, words: readonly Word[]): boolean {
    const before = words.at(-1);
    return (
      before !== undefined && !token.quoted && token.line > before.line && DIRECTIVE_NAMES.has(token.text)
    );
  }

  private statement(first: WordToken, depth: number): Statement[] {
    const words = this.words(first);
    const [head, ...args] = words;
    const last = words.at(-1);
    if (head === undefined || last === undefined) return [];
    const statement = { name: head.text, args, line: head.line, column: head.column };
    const token = this.token;
    if (token.is === 'end') {
      this.at += 1;
      if (MAY_HAVE_BLOCK.has(head.text)) this.faults.add(head, 'block-missing', { name: head.text });
      return [statement];
    }
    if (token.is === 'open') return [this.withBlock(statement, depth)];
    const name = excerpt(head.text);
    if (MAY_HAVE_BLOCK.has(head.text)) this.faults.add(head, 'block-missing', { name });
    else if (token.is === 'word')
      this.faults.add(last.end, 'semicolon-missing', { name, next: String(token.line) });
    else this.faults.add(last.end, 'semicolon-missing-here', { name });
    return [statement];
  }

  private withBlock(statement: Statement, depth: number): Statement {
    this.at += 1;
    const children = this.inner(depth + 1);
    if (this.token.is === 'close') this.at += 1;
    // If no block is allowed here, reports that instead.
    else if (MAY_HAVE_BLOCK.has(statement.name))
      this.faults.add(statement, 'brace-missing', { name: excerpt(statement.name) });
    return { ...statement, children };
  }
}

/** Parses a text. Reports and skips what it can't read. */
export function parse(tokens: readonly Token[], faults: Faults): readonly Statement[] {
  return new Parser(tokens, faults).top();
}
