import type { RuleFault } from '@sitedeck/contract/rule-texts';
import { excerpt, type Faults, type TextPosition } from './fault';
import type { Word } from './lex';
import { checkOrder } from './rewrite-order';
import type { Statement } from './parse';
import { FREE_WAYS, readPattern, type PatternReading } from './pattern';
import { pathFault } from './paths';
import type { Match, Pattern } from './rule';
import type { Captures, OwnNames } from './scope';
import { withPlaceholders, parseValue, type Piece, type Value } from './value';
import { isVariableName, isVariableTaken, knownVariable, isTrustedAs, type Trust } from './variables';

export type ContextName = 'top' | 'location' | 'top-if' | 'location-if';

const PATTERNS_MAX = 500;
/**
 * Each may take about 1 ms of a worker, which all hosts share, in each of the eleven rounds of a request. An
 * expression tried at every position counts as three.
 */
const COSTLY_MAX = 24;
const ANYWHERE = 3;
/** Expressions with fewer alternatives are free. */
const FEW_WAYS = 4;

function costOf({ search, isLengthLimited, ways }: Extract<PatternReading, { readonly is: 'read' }>): number {
  if (isLengthLimited) return search === 'anywhere' ? ANYWHERE : 1;
  return search === 'anywhere' && ways > FEW_WAYS ? ways / FREE_WAYS : 0;
}

/** Totals of the snippet. */
export class SnippetTotals {
  patterns = 0;
  costly = 0;
  /** Line of each location, by what it matches. */
  readonly locations = new Map<string, number>();
}

interface ContextState {
  readonly name: ContextName;
  readonly faults: Faults;
  readonly own: OwnNames;
  /** Named locations of the snippet. */
  readonly named: ReadonlySet<string>;
  readonly captures: Captures | undefined;
  readonly totals: SnippetTotals;
}

/** The context of a directive and its checks. Each check reports a fault and then returns undefined or false. */
export class DirectiveContext {
  constructor(private readonly stage: ContextState) {}

  get at(): ContextName {
    return this.stage.name;
  }
  get captures(): Captures | undefined {
    return this.stage.captures;
  }
  get named(): ReadonlySet<string> {
    return this.stage.named;
  }

  inside(at: ContextName, captures: Captures | undefined): DirectiveContext {
    return new DirectiveContext({ ...this.stage, name: at, captures });
  }

  fault(position: TextPosition, reason: RuleFault, values?: Readonly<Record<string, string>>): undefined {
    this.stage.faults.add(position, reason, values);
    return undefined;
  }

  /** As `fault`, for checks that return a boolean. */
  deny(position: TextPosition, reason: RuleFault): false {
    this.stage.faults.add(position, reason);
    return false;
  }

  checkOrder(statements: readonly Statement[]): void {
    checkOrder(statements, this.stage.faults, this.at === 'location');
  }

  /** nginx allows one location per path; several expressions may match the same path. */
  checkDuplicate(statement: Statement, match: Match | undefined): void {
    if (match === undefined || match.is === 'pattern') return;
    const { locations } = this.stage.totals;
    const key = `${match.is === 'exact' ? '= ' : ''}${match.path}`;
    const first = locations.get(key);
    if (first === undefined) locations.set(key, statement.line);
    else this.fault(statement, 'location-twice', { path: excerpt(key), first: String(first) });
  }

  pattern(word: Word, text = word.pattern): Pattern | undefined {
    const { totals: met } = this.stage;
    met.patterns += 1;
    if (met.patterns === PATTERNS_MAX + 1)
      this.fault(word, 'too-many-patterns', { limit: String(PATTERNS_MAX) });
    if (met.patterns > PATTERNS_MAX) return undefined;
    const reading = readPattern(text);
    if (text === '') return this.fault(word, 'pattern-unfit', { found: '""' });
    if (reading.is === 'unfit') return this.fault(word, 'pattern-unfit', { found: excerpt(reading.found) });
    if (reading.is === 'construct')
      return this.fault(word, 'pattern-construct', { found: excerpt(reading.found) });
    if (reading.is === 'large') return this.fault(word, 'pattern-too-large');
    const before = met.costly;
    met.costly += costOf(reading);
    if (before <= COSTLY_MAX && met.costly > COSTLY_MAX)
      this.fault(word, 'too-many-dear', { limit: String(COSTLY_MAX) });
    if (!reading.names.every((name) => this.ownName(word, name))) return undefined;
    const { groups, around, slashed } = reading;
    return { text, groups, around, slashed, names: reading.names.map((name) => name.toLowerCase()) };
  }

  ownName(position: TextPosition, name: string): boolean {
    if (!isVariableName(name)) this.fault(position, 'name-unfit', { name: excerpt(name) });
    else if (isVariableTaken(name)) this.fault(position, 'name-taken', { name });
    else return true;
    return false;
  }

  /** A value whose variables and captures exist here, for any use. */
  value(word: Word, captures = this.captures): Value | undefined {
    // oxlint-disable-next-line no-control-regex -- an escape of the text has become one
    if (/[\u0000-\u001f\u007f]/.test(word.text)) return this.fault(word, 'escape-unfit');
    const value = parseValue(word.text);
    if (value === undefined) return this.fault(word, 'variable-form');
    return value.every((piece) => this.isKnown(word, piece, captures)) ? value : undefined;
  }

  private isKnown(word: Word, piece: Piece, captures: Captures | undefined): boolean {
    if (piece.is === 'text') return true;
    if (piece.is === 'variable') return this.printable(word, piece.name);
    if (piece.number <= (captures?.groups ?? 0)) return true;
    this.fault(word, 'capture-unknown', { number: String(piece.number) });
    return false;
  }

  /** All readable variables may be shown, except a path of this machine, which may only be tested. */
  private printable(position: TextPosition, name: string): boolean {
    if (name !== 'request_filename') return this.readable(position, name);
    this.fault(position, 'variable-unknown', { name });
    return false;
  }

  readable(position: TextPosition, name: string): boolean {
    const known = knownVariable(name);
    if (known.is === 'readable' || this.stage.own.has(name)) return true;
    this.fault(position, known.is === 'secret' ? 'variable-secret' : 'variable-unknown', {
      name: excerpt(name),
    });
    return false;
  }

  /** Checks that a visitor controls these variables no more than `limit` allows. */
  trusts(
    position: TextPosition,
    value: Value,
    limit: { readonly trust: Trust; readonly reason: RuleFault },
  ): boolean {
    const bad = value.find(
      (piece) =>
        piece.is !== 'text' && !isTrustedAs(this.stage.own.trustOfValue([piece], this.captures), limit.trust),
    );
    if (bad === undefined || bad.is === 'text') return true;
    this.fault(position, limit.reason, { name: bad.is === 'variable' ? bad.name : String(bad.number) });
    return false;
  }

  /** The literal part of a path: no parent folder, no hidden name, no escape. */
  literalPath(position: TextPosition, path: Value): boolean {
    const reason = pathFault(withPlaceholders(path, 'x'));
    if (reason) this.fault(position, reason);
    else if (withPlaceholders(path, '').split('/').includes('..')) this.fault(position, 'path-up');
    else return true;
    return false;
  }
}
