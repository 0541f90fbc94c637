import type { Faults } from './fault';
import type { LocationRule, Pattern, Rule } from './rule';
import { splitQuery, type Value } from './value';

/**
 * Limit of the memory that one request may take for values that rules build, bytes. `set $a $a$a;` thirty
 * times makes 8 GB of eight letters, and a rewrite that writes `$1` three times makes 480 MB of a long path
 * in its ten rounds.
 */
const LARGEST = 64 * 1024 * 1024;

/** nginx looks a path up at most this often (`NGX_HTTP_MAX_URI_CHANGES`, plus the first time). */
const ROUNDS = 11;

/** Length limit of a request header's line; nginx joins lines of the same name. */
const LINE = 8 * 1024;
const LINES = 32 * 1024;
const SHORT = 256;

/** Largest possible sizes so far, bytes. */
interface Sizes {
  path: number;
  query: number;
  readonly own: Map<string, number>;
}

interface CaptureSource {
  readonly pattern: Pattern;
  readonly from: number;
}

/**
 * How often the captures in a value hold the same text: adjacent groups divide it, nested groups repeat it.
 */
function overlap(value: Value, pattern: Pattern): number {
  const used = new Map<number, number>();
  for (const piece of value)
    if (piece.is === 'capture') used.set(piece.number, (used.get(piece.number) ?? 0) + 1);
  const sizeOfGroup = (group: number): number => {
    const around = pattern.around[group - 1] ?? 0;
    return (used.get(group) ?? 0) + (around > 0 ? sizeOfGroup(around) : 0);
  };
  const groups = pattern.around.map((around, index) => ({ around, number: index + 1 }));
  const looking = groups.filter(({ around }) => around < 0);
  const taking = groups.filter(({ around }) => around >= 0);
  const beside = Math.max(0, ...taking.map(({ number }) => sizeOfGroup(number)));
  return looking.reduce((sum, { number }) => sum + (used.get(number) ?? 0), beside);
}

class Round {
  /** Bytes that stay allocated until the request ends. */
  taken = 0;
  /** Bytes of the rule that ends the round. */
  private ending = 0;
  /** The most expensive rule. */
  worst = { line: 1, size: 0 };
  readonly next: { path: number; query: number };

  constructor(readonly sizes: Sizes) {
    this.next = { path: sizes.path, query: sizes.query };
  }

  get total(): number {
    return this.taken + this.ending;
  }

  private sizeOf(name: string): number {
    if (name === 'uri' || name === 'document_uri') return this.sizes.path;
    if (name === 'args' || name === 'query_string') return this.sizes.query;
    if (/^(?:http_(?!host)|cookie_)/.test(name)) return LINES;
    const own = this.sizes.own.get(name);
    if (own !== undefined) return own;
    return /^(?:arg_|request_uri$)/.test(name) ? LINE : SHORT;
  }

  private size(value: Value, captured: CaptureSource | undefined): number {
    const plain = value.reduce((sum, piece) => {
      if (piece.is === 'capture') return sum;
      return sum + (piece.is === 'text' ? Buffer.byteLength(piece.text) : this.sizeOf(piece.name));
    }, 0);
    return captured ? plain + overlap(value, captured.pattern) * captured.from : plain;
  }

  private take(line: number, size: number, ends = false): void {
    if (size > this.worst.size) this.worst = { line, size };
    if (ends) this.ending = Math.max(this.ending, size);
    else this.taken += size;
  }

  private keep(pattern: Pattern, from: number): void {
    for (const name of pattern.names) this.sizes.own.set(name, Math.max(from, this.sizes.own.get(name) ?? 0));
  }

  private rewrite(rule: Extract<Rule, { readonly is: 'rewrite' }>): void {
    const captured = { pattern: rule.pattern, from: this.sizes.path };
    this.keep(rule.pattern, this.sizes.path);
    const { path, query = [] } = splitQuery(rule.target, false);
    const made = this.size(path, captured);
    const querySize = this.size(query, captured) + 1 + this.sizes.query;
    const to = rule.flag === undefined ? this.sizes : this.next;
    to.path = Math.max(to.path, made);
    to.query = Math.max(to.query, querySize);
    this.take(rule.line, made + querySize, rule.flag !== undefined);
  }

  private plain(rule: Extract<Rule, { readonly is: 'plain' }>, captured: CaptureSource | undefined): void {
    for (const word of rule.words) {
      if (typeof word === 'string') continue;
      if ('pattern' in word) {
        this.keep(word.pattern, LINE);
        continue;
      }
      const { path, query = [] } = splitQuery(word.value, true);
      const [made, querySize] = [this.size(path, captured), this.size(query, captured)];
      this.take(rule.line, made + querySize);
      if (rule.name === 'add_header') continue;
      this.next.path = Math.max(this.next.path, made);
      this.next.query = Math.max(this.next.query, querySize);
    }
  }

  private inside(rule: Extract<Rule, { readonly is: 'if' }>, captured: CaptureSource | undefined): void {
    const { test: condition } = rule;
    if (condition.is === 'equals') this.take(rule.line, this.size(condition.value, captured));
    const from = condition.is === 'matches' ? this.sizeOf(condition.subject) : 0;
    if (condition.is === 'matches') this.keep(condition.pattern, from);
    const replaces = condition.is === 'matches' && !condition.operator.startsWith('!');
    // A rewrite in it replaces the captures: by groups of the path, and no more of them than the reader has
    // counted.
    const inner = replaces ? { pattern: condition.pattern, from: Math.max(from, this.sizes.path) } : captured;
    this.run(rule.body, inner, true);
  }

  /** Rules in order; those in an `if` may not have run. */
  run(rules: readonly Rule[], captured: CaptureSource | undefined, perhaps = false): void {
    for (const rule of rules) {
      if (rule.is === 'rewrite') this.rewrite(rule);
      else if (rule.is === 'set') {
        const size = this.size(rule.value, captured);
        this.take(rule.line, size);
        this.sizes.own.set(rule.name, Math.max(size, perhaps ? (this.sizes.own.get(rule.name) ?? 0) : 0));
      } else if (rule.is === 'return') {
        if (rule.value) this.take(rule.line, this.size(rule.value, captured), true);
      } else if (rule.is === 'plain') this.plain(rule, captured);
      else if (rule.is === 'if') this.inside(rule, captured);
    }
  }

  enter(location: LocationRule): void {
    const tested = location.body.flatMap((rule) =>
      rule.is === 'if' && rule.test.is === 'matches' ? [this.sizeOf(rule.test.subject)] : [],
    );
    const { match } = location;
    if (match.is === 'pattern') this.keep(match.pattern, this.sizes.path);
    const from = Math.max(this.sizes.path, ...tested);
    this.run(location.body, match.is === 'pattern' ? { pattern: match.pattern, from } : undefined);
  }
}

const larger = (one: Sizes, other: Round): Sizes => {
  const own = new Map(one.own);
  for (const [name, size] of other.sizes.own) own.set(name, Math.max(size, own.get(name) ?? 0));
  return {
    path: Math.max(one.path, other.sizes.path, other.next.path),
    query: Math.max(one.query, other.sizes.query, other.next.query),
    own,
  };
};

/**
 * Reports the most expensive rule if one request could make these rules take more memory than a shared server has.
 */
export function checkMemoryGrowth(rules: readonly Rule[], faults: Faults): void {
  const locations = rules.filter((rule) => rule.is === 'location');
  // Method, path and protocol share one line.
  let sizes: Sizes = { path: LINE / 2, query: LINE / 2, own: new Map() };
  let taken = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = new Round(sizes);
    start.run(rules, undefined);
    const ends = [start, ...locations.map((location) => entered(start, location))];
    const worst = ends.reduce((one, other) => (other.total > one.total ? other : one));
    taken += worst.total;
    if (taken > LARGEST) return faults.add({ line: worst.worst.line, column: 1 }, 'grows-too-much');
    sizes = ends.reduce(larger, sizes);
  }
}

function entered(start: Round, location: LocationRule): Round {
  const { path, query, own } = start.sizes;
  const round = new Round({ path, query, own: new Map(own) });
  round.taken = start.total;
  round.worst = start.worst;
  round.enter(location);
  return round;
}
