import { readCondition, subjectName } from './condition';
import { readMatch } from './match';
import type { Statement } from './parse';
import { readPattern } from './pattern';
import { parseValue, type Value } from './value';
import { knownVariable, leastTrusted, type Trust } from './variables';

/**
 * What `$1` … `$9` may contain at one position: groups of an expression, matched against one of these
 * variables.
 */
export interface Captures {
  readonly groups: number;
  readonly subjects: readonly string[];
}

type Scope = Captures | undefined;

const groupsOf = (pattern: string): number => {
  const reading = readPattern(pattern);
  return reading.is === 'read' ? reading.groups : 0;
};

const namesOf = (pattern: string): readonly string[] => {
  const reading = readPattern(pattern);
  return reading.is === 'read' ? reading.names : [];
};

/** With a flag, no later directive can use its captures. */
const goesOn = ({ name, args }: Statement): boolean => name === 'rewrite' && args.length === 2;

/** An `if` that matches a regular expression replaces the surrounding captures; so does a rewrite in it. */
export function capturesInIf(statement: Statement, outer: Scope): Scope {
  const condition = readCondition(statement.args);
  if (condition?.is !== 'matches' || condition.operator.startsWith('!')) return outer;
  const subject = subjectName(condition.subject) ?? '';
  const rewritten = (statement.children ?? []).some(goesOn) ? ['uri'] : [];
  return { groups: groupsOf(condition.pattern.pattern), subjects: [subject, ...rewritten] };
}

function subjectsOfIfs(statements: readonly Statement[]): string[] {
  return statements.flatMap((statement) => {
    const condition = statement.name === 'if' ? readCondition(statement.args) : undefined;
    if (condition?.is !== 'matches') return [];
    return [subjectName(condition.subject) ?? ''];
  });
}

/**
 * Captures in a location come from its expression, or from an `if` in it that matched before they are used.
 */
export function capturesInLocation(statement: Statement): Scope {
  const match = readMatch(statement.args);
  if (match?.is !== 'pattern') return undefined;
  const subjects = ['uri', ...subjectsOfIfs(statement.children ?? [])];
  return { groups: groupsOf(match.word.pattern), subjects };
}

export function capturesIn(statement: Statement, outer: Scope): Scope {
  if (statement.name === 'if') return capturesInIf(statement, outer);
  return statement.name === 'location' ? capturesInLocation(statement) : outer;
}

/**
 * Every variable of every host costs each request on this machine a few bytes, so hosts share them (`v1`,
 * `v2`, …).
 */
export const OWN_NAMES_MAX = 64;

interface Assignment {
  readonly name: string;
  readonly value: Value;
  readonly captures: Scope;
}

const heldIn = (name: string): Value => [{ is: 'variable', name }];

function namedGroups(statement: Statement): Assignment[] {
  const of = (subject: string, pattern: string): Assignment[] =>
    namesOf(pattern).map((name) => ({
      name: name.toLowerCase(),
      value: heldIn(subject),
      captures: undefined,
    }));
  if (statement.name === 'rewrite') return of('uri', statement.args[0]?.pattern ?? '');
  if (statement.name === 'valid_referers')
    return statement.args
      .filter(({ text }) => text.startsWith('~'))
      .flatMap((word) => of('http_referer', word.pattern.slice(1)));
  if (statement.name === 'location') {
    const match = readMatch(statement.args);
    return match?.is === 'pattern' ? of('uri', match.word.pattern) : [];
  }
  const condition = statement.name === 'if' ? readCondition(statement.args) : undefined;
  if (condition?.is !== 'matches') return [];
  return of(subjectName(condition.subject) ?? '', condition.pattern.pattern);
}

function assignments(statements: readonly Statement[], captures: Scope): Assignment[] {
  return statements.flatMap((statement) => {
    const [name, value] = statement.args;
    const set =
      statement.name === 'set' && name?.text.startsWith('$') && value
        ? [{ name: name.text.slice(1).toLowerCase(), value: parseValue(value.text) ?? [], captures }]
        : [];
    const inside = assignments(statement.children ?? [], capturesIn(statement, captures));
    return [...set, ...namedGroups(statement), ...inside];
  });
}

/**
 * The snippet's own variables, and how far a visitor controls each: the least trusted value that it is ever
 * given counts.
 */
export class OwnNames {
  private readonly trusts = new Map<string, Trust>();

  constructor(statements: readonly Statement[]) {
    const all = assignments(statements, undefined);
    for (const { name } of all) this.trusts.set(name, 'fixed');
    if (this.trusts.size > OWN_NAMES_MAX) return;
    // Four levels of trust: after as many rounds, none changes any more.
    for (let changed = true; changed;) {
      changed = false;
      for (const { name, value, captures } of all) {
        const trust = leastTrusted([this.trusts.get(name) ?? 'raw', this.trustOfValue(value, captures)]);
        changed ||= trust !== this.trusts.get(name);
        this.trusts.set(name, trust);
      }
    }
  }

  get names(): readonly string[] {
    return [...this.trusts.keys()];
  }

  has(name: string): boolean {
    return this.trusts.has(name);
  }

  trustOfName(name: string): Trust {
    const known = knownVariable(name);
    if (known.is === 'readable') return known.trust;
    return this.trusts.get(name) ?? 'raw';
  }

  trustOfValue(value: Value, captures: Scope): Trust {
    return leastTrusted(
      value.map((piece) => {
        if (piece.is === 'text') return 'fixed';
        if (piece.is === 'variable') return this.trustOfName(piece.name);
        if (captures === undefined) return 'raw';
        return leastTrusted(captures.subjects.map((subject) => this.trustOfName(subject)));
      }),
    );
  }
}
