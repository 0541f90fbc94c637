/** What a look at a regular expression found. */
export type PatternReading =
  | {
      readonly is: 'read';
      /** Groups that capture. */
      readonly groups: number;
      /** Names of groups, in order. */
      readonly names: readonly string[];
    }
  | { readonly is: 'unfit'; readonly found: string }
  | { readonly is: 'construct'; readonly found: string }
  | { readonly is: 'large' };

/**
 * Matching steps per starting point after which the engine gives up on an expression (PCRE's match limit); the visitor
 * then gets 500. A catastrophic expression ends after about a millisecond instead of holding a worker that all hosts share.
 */
const MATCH_LIMIT = 10_000;

/** PCRE writes repetitions out: what `(a{200}){200}` becomes is bounded here, in atoms. */
const LARGEST = 5000;
const MOST_GROUPS = 30;

const OPENER =
  /\((?:\?(?:(<(?![=!])|P<)([A-Za-z_][A-Za-z0-9_]{0,31})>|(:|=|!|<=|<!|>)|((?:[ims]*-)?[ims]+)([:)])))?/y;
const QUANTIFIER = /(?:[*+?]|\{(\d+)(?:,(\d*))?\})[?+]?/y;
const CLASS = /\[\^?\]?(?:\\[^EQ]|\[:\^?[a-z]+:\]|\[(?!:)|[^\]\\[])*\]/y;
/** What follows a backslash: a plain sign, a class, an assertion, a back reference or a code. */
const ESCAPE =
  /\\(?:[^A-Za-z0-9]|[aefnrtdDsSwWhHvVNRbBAzZ]|[pP](?:\{\^?[A-Za-z_&]{1,30}\}|[A-Z])|x[0-9a-fA-F]{2}|x\{[0-9a-fA-F]{1,2}\}|[1-9]|0[0-7]{0,2})/y;

/** Names of groups, and what only looks like one: behind a backslash, or within a class. */
const NAMED = new RegExp(`\\\\.|${CLASS.source}|\\(\\?P?<([A-Za-z_]\\w*)>`, 'gs');

interface Frame {
  size: number;
  last: number;
}

class PatternReader {
  private at = 0;
  private groups = 0;
  private readonly names: string[] = [];
  private readonly open: Frame[] = [{ size: 0, last: 0 }];

  constructor(private readonly text: string) {}

  private take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text);
    if (found === null) return undefined;
    this.at += found[0].length;
    return found;
  }

  private get frame(): Frame {
    const frame = this.open.at(-1);
    if (frame === undefined) throw new Error('the outermost frame stays');
    return frame;
  }

  private atom(size: number): void {
    this.frame.size += size;
    this.frame.last = size;
  }

  read(): PatternReading {
    while (this.at < this.text.length) {
      const fault = this.step();
      if (fault !== undefined) return fault;
      if (this.frame.size > LARGEST) return { is: 'large' };
    }
    if (this.open.length > 1) return { is: 'unfit', found: '(' };
    if (this.groups > MOST_GROUPS) return { is: 'large' };
    return { is: 'read', groups: this.groups, names: this.names };
  }

  private rest(length = 8): string {
    return this.text.slice(this.at, this.at + length);
  }

  private step(): PatternReading | undefined {
    const char = this.text[this.at];
    if (char === '(') return this.opener();
    if (char === ')') return this.closer();
    if (char === '[') return this.taken(CLASS, 'unfit');
    if (char === '\\') return this.taken(ESCAPE, 'construct');
    const quantifier = this.take(QUANTIFIER);
    if (quantifier) return this.repeat(quantifier);
    this.at += 1;
    this.atom(1);
    return undefined;
  }

  private taken(expression: RegExp, otherwise: 'unfit' | 'construct'): PatternReading | undefined {
    const found = this.rest(otherwise === 'unfit' ? 8 : 2);
    if (!this.take(expression)) return { is: found === '\\' ? 'unfit' : otherwise, found };
    this.atom(expression === CLASS ? 8 : 1);
    return undefined;
  }

  /** Verbs, callouts, recursion, conditions, comments and named references begin with what is no opener here. */
  private opener(): PatternReading | undefined {
    const found = this.rest(4);
    if (this.text[this.at + 1] === '*') return { is: 'construct', found };
    const opener = this.take(OPENER);
    if (!opener || (opener[0] === '(' && this.text[this.at] === '?')) return { is: 'construct', found };
    const [whole, , name, look, , flagEnd] = opener;
    if (flagEnd === ')') return undefined;
    if (name !== undefined) this.names.push(name);
    if (look === undefined && flagEnd === undefined) this.groups += 1;
    this.open.push({ size: 1, last: 0 });
    return whole === '' ? { is: 'unfit', found } : undefined;
  }

  private closer(): PatternReading | undefined {
    const group = this.open.length > 1 ? this.open.pop() : undefined;
    if (group === undefined) return { is: 'unfit', found: ')' };
    this.at += 1;
    this.atom(group.size);
    return undefined;
  }

  private repeat([whole, low, high]: RegExpExecArray): PatternReading | undefined {
    if (this.frame.last === 0) return { is: 'unfit', found: whole };
    const times = low === undefined ? 1 : Math.max(Number(low), Number(high ?? low), 1);
    this.frame.size += this.frame.last * (times - 1);
    this.frame.last = 0;
    return undefined;
  }
}

export const readPattern = (text: string): PatternReading => new PatternReader(text).read();

/** The expression as it is handed to the engine: bounded, and its groups under names of ours. */
export function boundPattern(text: string, rename: (name: string) => string): string {
  const named = text.replace(NAMED, (whole, name?: string) =>
    name === undefined ? whole : `(?<${rename(name)}>`,
  );
  return `(*LIMIT_MATCH=${MATCH_LIMIT})${named}`;
}
