/**
 * Where the engine must try to match. `first`: only at the beginning. `all`: the expression's beginning
 * matches everything, so the first position finds what any other would. `anywhere`: at each position in turn.
 */
type Search = 'first' | 'all' | 'anywhere';

/** Result of analysing a regular expression. */
export type PatternReading =
  | {
      readonly is: 'read';
      /** Number of capturing groups. */
      readonly groups: number;
      /** Names of groups, in order. */
      readonly names: readonly string[];
      /** For each capturing group the number of the enclosing one; 0 for none, -1 inside a lookaround. */
      readonly around: readonly number[];
      /** For each group, whether all that it captures begins with `/`. */
      readonly slashed: readonly boolean[];
      readonly search: Search;
      /** Number of ways through its alternatives. */
      readonly ways: number;
      /**
       * Its work may grow faster than the text that it is matched against: only the engine's limit ends it.
       */
      readonly isExpensive: boolean;
      /** Matching may take long, so the pattern is not tried on long texts. */
      readonly isLengthLimited: boolean;
    }
  | { readonly is: 'unfit'; readonly found: string }
  | { readonly is: 'construct'; readonly found: string }
  | { readonly is: 'large' };

/**
 * Matching steps after which PCRE gives up (its match limit); the visitor then gets 500. PCRE counts them again at
 * each position where a match may begin: `a*a*[bc]` held a worker for 112 s against 7,000 letters. So a costly
 * expression begins at one position only, with `.*?` in front if needed.
 */
const MATCH_LIMIT = 10_000;
const EXPENSIVE_LIMIT = 2000;
/** With `.*?` in front, the steps of all positions count against the same limit. */
const SEARCH_LIMIT = 5000;
/** One such step may read the entire text again. */
const READS_AGAIN = /\(\?(?:[=!>]|<[=!])|[*+?}]\+|\\[1-9]/;
const READ_AGAIN_FACTOR = 4;

/** Longest text, bytes, that a costly regular expression is matched against: its cost per step grows with the text. */
export const LONGEST_TEXT = 1024;
/**
 * Exceeds the step limit for a longer text: an error, not a mismatch, so that a long address can not evade an
 * expression that denies.
 */
const TOO_LONG = `(?s:(?=.{${LONGEST_TEXT + 1}})(?:.|.){16}(?!))`;

/** PCRE expands repetitions: this limits the result, for example of `(a{200}){200}`, in atoms. */
const LARGEST = 5000;
const GROUPS_MAX = 30;
/** Ways through a regular expression without `*` and `+` up to which trying it at each position is cheap. */
const CHEAP_WAYS = 150;
/** The same, multiplied by the work of each way: `(?:a{400}b|a){7}` has few ways but much work. */
const CHEAP_WORK = 20_000;
/** Ways up to which such expressions are not counted. */
export const FREE_WAYS = 30;

const OPENER =
  /\((?:\?(?:(<(?![=!])|P<)([A-Za-z_][A-Za-z0-9_]{0,31})>|(:|=|!|<=|<!|>)|((?:[is]*-)?[is]+)([:)])))?/y;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,(\d*))?\})[?+]?/y;
const CLASS = /\[\^?\]?(?:\\[^EQ]|\[:\^?[a-z]+:\]|\[(?!:)|[^\]\\[])*\]/y;
/** What follows a backslash: a literal character, a class, an assertion, a back reference or a code. */
const ESCAPE =
  /\\(?:[^A-Za-z0-9]|[aefnrtdDsSwWhHvVNRbBAzZ]|[pP](?:\{\^?[A-Za-z_&]{1,30}\}|[A-Z])|x[0-9a-fA-F]{2}|x\{[0-9a-fA-F]{1,2}\}|[1-9]|0[0-7]{0,2})/y;

/** Names of groups, and text that only resembles one: after a backslash, or in a class. */
const NAMED = new RegExp(`\\\\.|${CLASS.source}|\\(\\?P?<([A-Za-z_]\\w*)>`, 'gs');

/** How each alternative must begin, after any flags. */
const AT_FIRST = /^(?:\(\?[is-]+\))*(?:\^|\\A)(?![*+?{])/;
const TAKES_REST = /(?:^|[^\\])(?:\.[*+]|\(\.[*+]\))\$?$|[\w\]][*+]$/;
const TAKES_ALL = /^(?:\(\?[is-]+\))*\(?\.[*+]/;

class Frame {
  /** @param capture number of the innermost capturing group, or -1 inside a lookaround */
  constructor(readonly capture: number) {}

  /** Atoms, with repetitions expanded. */
  size = 1;
  lastSize = 0;
  /** Ways through the completed alternatives, and through the current one. */
  private before = 0;
  private current = 1;
  private last = 1;

  get ways(): number {
    return this.before + this.current;
  }

  atom(size: number, ways: number): void {
    this.size += size;
    this.lastSize = size;
    this.last = ways;
    this.current *= ways;
  }

  alternative(): void {
    this.before += this.current;
    this.current = 1;
    this.position();
  }

  /** An item that matches no text can't be repeated. */
  position(): void {
    this.size += 1;
    this.lastSize = 0;
  }

  /** Repeats the last item `least` to `most` times. */
  repeat(least: number, most: number): void {
    this.size += this.lastSize * (Math.max(most, 1) - 1);
    this.lastSize = 0;
    const each = this.last ** Math.max(most, 1) * (most - least + 1);
    this.current = Math.min((this.current / this.last) * each, Number.MAX_SAFE_INTEGER);
  }
}

interface Range {
  readonly least: number;
  readonly most: number;
  readonly endless: boolean;
}

function rangeOf([, sign, low, comma, high]: RegExpExecArray): Range {
  if (sign === '?') return { least: 0, most: 1, endless: false };
  if (sign !== undefined) return { least: 1, most: 1, endless: true };
  const least = Number(low);
  if (comma === undefined) return { least, most: least, endless: false };
  return high ? { least, most: Number(high), endless: false } : { least, most: least, endless: true };
}

const fitsAsClass = (text: string): boolean => {
  if (text.includes('[:')) return true;
  try {
    return new RegExp(text.replace(/[^\]]\[/g, (pair) => `${pair[0] ?? ''}\\[`)) instanceof RegExp;
  } catch {
    return false;
  }
};

class PatternReader {
  private at = 0;
  private readonly around: number[] = [];
  private readonly slashed: boolean[] = [];
  private endless = 0;
  private readonly names: string[] = [];
  private readonly open: Frame[] = [new Frame(0)];
  /** Positions where top-level alternatives begin. */
  private readonly starts = [0];

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

  read(): PatternReading {
    while (this.at < this.text.length) {
      const fault = this.step();
      if (fault !== undefined) return fault;
      if (this.frame.size > LARGEST) return { is: 'large' };
    }
    if (this.open.length > 1) return { is: 'unfit', found: '(' };
    if (this.around.length > GROUPS_MAX) return { is: 'large' };
    const search = this.search();
    const free = (search === 'anywhere' ? 0 : 1) + this.freeAlternatives();
    const { ways, size } = this.frame;
    const isExpensive =
      this.endless > free || ways > CHEAP_WAYS || (search === 'anywhere' && ways * size > CHEAP_WORK);
    const isLengthLimited = isExpensive || ways > FREE_WAYS;
    const { names, around, slashed } = this;
    return {
      is: 'read',
      groups: around.length,
      names,
      around,
      slashed,
      search,
      ways,
      isExpensive,
      isLengthLimited,
    };
  }

  private search(): Search {
    const begins = (expression: RegExp) => this.starts.every((at) => expression.test(this.text.slice(at)));
    if (begins(AT_FIRST)) return 'first';
    return this.starts.length === 1 && begins(TAKES_ALL) ? 'all' : 'anywhere';
  }

  /** Alternatives that end with a repetition: it takes all of its match and is never retried another way. */
  private freeAlternatives(): number {
    const { starts, text } = this;
    return starts.filter((at, index) =>
      TAKES_REST.test(text.slice(at, (starts[index + 1] ?? text.length + 1) - 1)),
    ).length;
  }

  private rest(length = 8): string {
    return this.text.slice(this.at, this.at + length);
  }

  private step(): PatternReading | undefined {
    const char = this.text[this.at];
    if (char === '(') return this.opener();
    if (char === ')') return this.closer();
    if (char === '[') return this.oneOf();
    if (char === '\\') return this.escape();
    if (char === '|') return this.alternative();
    const quantifier = this.take(QUANTIFIER);
    if (quantifier) return this.repeat(quantifier);
    this.at += 1;
    if (char === '^' || char === '$') this.frame.position();
    else this.frame.atom(1, 1);
    return undefined;
  }

  private oneOf(): PatternReading | undefined {
    const found = this.rest();
    const taken = this.take(CLASS);
    if (!taken || !fitsAsClass(taken[0])) return { is: 'unfit', found };
    this.frame.atom(8, 1);
    return undefined;
  }

  private escape(): PatternReading | undefined {
    const found = this.rest(2);
    if (!this.take(ESCAPE)) return { is: found === '\\' ? 'unfit' : 'construct', found };
    this.frame.atom(1, 1);
    return undefined;
  }

  private alternative(): undefined {
    this.at += 1;
    this.frame.alternative();
    if (this.open.length === 1) this.starts.push(this.at);
    // The enclosing group does not matter: every group around it begins in one way only.
    for (let { capture } = this.frame; capture > 0; capture = this.around[capture - 1] ?? 0)
      this.slashed[capture - 1] = false;
    return undefined;
  }

  /**
   * Verbs, callouts, recursion, conditions, comments and named references begin with none of these openers.
   */
  private opener(): PatternReading | undefined {
    const found = this.rest(4);
    if (this.text[this.at + 1] === '*') return { is: 'construct', found };
    const opener = this.take(OPENER);
    if (!opener || (opener[0] === '(' && this.text[this.at] === '?')) return { is: 'construct', found };
    const [, , name, assertion, , flagEnd] = opener;
    if (flagEnd === ')') return undefined;
    if (name !== undefined) this.names.push(name);
    const outer = this.frame.capture;
    const isAssertion = outer < 0 || (assertion !== undefined && /[=!]/.test(assertion));
    const captures = assertion === undefined && flagEnd === undefined;
    if (captures) {
      this.around.push(outer);
      this.slashed.push(/^\\?\/(?![*?{])/.test(this.rest(3)));
    }
    this.open.push(new Frame(isAssertion ? -1 : captures ? this.around.length : outer));
    return undefined;
  }

  private closer(): PatternReading | undefined {
    const group = this.open.length > 1 ? this.open.pop() : undefined;
    if (group === undefined) return { is: 'unfit', found: ')' };
    this.at += 1;
    this.frame.atom(group.size, group.ways);
    return undefined;
  }

  private repeat(quantifier: RegExpExecArray): PatternReading | undefined {
    const { least, most, endless } = rangeOf(quantifier);
    if (this.frame.lastSize === 0 || least > most) return { is: 'unfit', found: quantifier[0] };
    if (endless) this.endless += 1;
    this.frame.repeat(least, most);
    return undefined;
  }
}

export const readPattern = (text: string): PatternReading => new PatternReader(text).read();

/**
 * The expression as it is passed to the engine: with limits, and with its groups renamed. No matched text
 * contains a line break (see `RenderedSnippet`), so `^` only matches at the beginning.
 */
export function boundPattern(text: string, rename: (name: string) => string): string {
  const reading = readPattern(text);
  if (reading.is !== 'read') throw new Error(`not looked at: ${text}`);
  const named = text.replace(NAMED, (found, name?: string) =>
    name === undefined ? found : `(?<${rename(name)}>`,
  );
  const { search, isExpensive, isLengthLimited } = reading;
  const anywhere = search === 'anywhere';
  if (!isExpensive && isLengthLimited) return `(*LIMIT_MATCH=${MATCH_LIMIT})(?:^${TOO_LONG}|(?:${named}))`;
  if (!isExpensive && anywhere) return `(*LIMIT_MATCH=${MATCH_LIMIT})${named}`;
  const plain = text.startsWith('^') && search === 'first' && !text.includes('|');
  if (!isExpensive) return `(*LIMIT_MATCH=${MATCH_LIMIT})${plain ? named : `^(?:${named})`}`;
  const most = (anywhere ? SEARCH_LIMIT : EXPENSIVE_LIMIT) / (READS_AGAIN.test(text) ? READ_AGAIN_FACTOR : 1);
  return `(*LIMIT_MATCH=${most})^(?:${TOO_LONG}|${anywhere ? '(?s:.*?)' : ''}(?:${named}))`;
}
