import type { LocalizedText } from '@sitedeck/contract';
import { shortenText, reasonText, Unconvertible, type ReasonKey } from './reasons';
import type { Directive } from './read-htaccess';

export interface NotConverted {
  /** Counts from 1. */
  readonly line: number;
  readonly text: string;
  readonly reason: LocalizedText;
}

/** Order of the parts in the rules: access first, then redirects and rewrites, then response headers. */
const RULE_PARTS = ['access', 'alias', 'rewrite', 'setting', 'location'] as const;
type RulePart = (typeof RULE_PARTS)[number];

interface Unit {
  readonly place: RulePart;
  readonly from: readonly Directive[];
  readonly code: readonly string[];
  /** A later unit replaces an earlier one with the same key. */
  readonly key?: string;
}

/** Says why rules may not be used; undefined if they may. */
export type Objection = (content: string) => LocalizedText | undefined;

interface Part {
  readonly text: string;
  readonly from: readonly Directive[];
}

const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('\n');
const TRIES_MAX = 12;

/** Slightly below the limit for rules of a host. */
const OUTPUT_MAX = { length: 60_000, statements: 1800, patterns: 450 };
const costOf = (text: string) => ({
  length: Buffer.byteLength(text),
  statements: text.split('\n').length,
  patterns: text.match(/(?:^|\s)(?:rewrite|!?~\*?)\s/g)?.length ?? 0,
});
const REPORTED_MAX = 400;
/** A variable that the file sets from a property of the request. */
export interface EnvironmentTest {
  readonly variable: string;
  readonly pattern: string;
  readonly nocase: boolean;
  readonly from: Directive;
}

/** The rules that were made of a file so far. */
export class Conversion {
  readonly environment = new Map<string, EnvironmentTest[]>();
  private readonly units: Unit[] = [];
  private readonly left: NotConverted[] = [];
  private readonly needless: Directive[] = [];
  private readonly spent = { length: 0, statements: 0, patterns: 0 };

  constructor(
    /** Folder of the file, with a slash at both ends. */
    readonly base: string,
    private readonly objection: Objection,
  ) {}

  emit(unit: Unit): void {
    this.units.push(unit);
  }

  refuse(at: Pick<Directive, 'line' | 'text'>, reason: ReasonKey, value: string | LocalizedText = ''): void {
    this.left.push({ line: at.line, text: shortenText(at.text), reason: reasonText(reason, value) });
  }

  /** Records lines that need no rule, because nginx does the same by default or has no such feature. */
  skip(directive: Directive): void {
    this.needless.push(directive);
  }

  /** Runs a conversion that may fail: then every line of `from` is reported as not converted. */
  attempt(from: readonly Directive[], work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Unconvertible)) throw error;
      for (const directive of from) this.refuse(directive, error.reason, error.value);
    }
  }

  result(): { readonly content: string; readonly notConverted: readonly NotConverted[] } {
    const last = new Map(this.units.flatMap((unit) => (unit.key === undefined ? [] : [[unit.key, unit]])));
    const lasting = this.units.filter((unit) => unit.key === undefined || last.get(unit.key) === unit);
    const parts = RULE_PARTS.flatMap((place) =>
      lasting
        .filter((unit) => unit.place === place)
        .flatMap((unit) => {
          const text = this.checked(unit);
          return text === undefined ? [] : [{ text, from: unit.from }];
        }),
    );
    const together = this.fittingTogether(parts);
    const reported = [...this.left].sort((a, b) => a.line - b.line);
    const content = [...together, ...this.needlessLines()].join('\n');
    return { content: content && `${content}\n`, notConverted: reported.slice(0, REPORTED_MAX) };
  }

  private checked({ from, code }: Unit): string | undefined {
    const text = [...comments(from), ...code].join('\n');
    const objection = this.fits(text) ? this.objection(text) : undefined;
    if (!this.fits(text)) for (const directive of from) this.refuse(directive, 'too-much');
    else if (objection) for (const directive of from) this.refuse(directive, 'not-allowed', objection);
    else {
      this.spend(text);
      return text;
    }
    return undefined;
  }

  /** Parts that are allowed alone may exceed a limit together: then the last ones are left out. */
  private fittingTogether(given: readonly Part[]): string[] {
    let parts = [...given];
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const objection = this.objection(textOf(parts));
      if (!objection) return parts.map(({ text }) => text);
      const fine = this.longestAllowed(parts);
      const last = tries === TRIES_MAX - 1;
      const [left, rest] = [parts.slice(0, fine), parts.slice(last ? parts.length : fine + 1)];
      for (const { from } of parts.slice(fine, last ? undefined : fine + 1))
        for (const directive of from) this.refuse(directive, 'not-allowed', objection);
      parts = [...left, ...rest];
    }
    return this.objection(textOf(parts)) ? [] : parts.map(({ text }) => text);
  }

  private longestAllowed(parts: readonly Part[]): number {
    let [fine, refused] = [0, parts.length];
    while (refused - fine > 1) {
      const middle = (fine + refused) >> 1;
      if (this.objection(textOf(parts.slice(0, middle)))) refused = middle;
      else fine = middle;
    }
    return fine;
  }

  private fits(text: string): boolean {
    const { length, statements, patterns } = costOf(text);
    const { spent } = this;
    return (
      spent.length + length <= OUTPUT_MAX.length &&
      spent.statements + statements <= OUTPUT_MAX.statements &&
      spent.patterns + patterns <= OUTPUT_MAX.patterns
    );
  }

  private spend(text: string): void {
    const cost = costOf(text);
    this.spent.length += cost.length;
    this.spent.statements += cost.statements;
    this.spent.patterns += cost.patterns;
  }

  private needlessLines(): string[] {
    if (this.needless.length === 0) return [];
    const lines = this.needless.slice(0, 100).map(({ line }) => line);
    return [`# ${[...new Set(lines)].join(', ')}: 无需设置 / nothing to set here`];
  }
}

/** At most this many comments name source lines. */
const COMMENTS_MAX = 30;
const comments = (from: readonly Directive[]): string[] => {
  const more = from.slice(COMMENTS_MAX);
  const last = more.at(-1);
  return [...from.slice(0, COMMENTS_MAX).map(comment), ...(last ? [`# … ${last.line}`] : [])];
};

const comment = ({ line, text }: Directive): string => `# ${line}: ${shortenText(text)}`;
