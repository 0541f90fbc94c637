import { Unconvertible } from './reasons';
import type { Directive } from './read-htaccess';

export interface Condition {
  readonly from: Directive;
  readonly test: string;
  readonly negated: boolean;
  /** The regular expression or comparison, without `!`. */
  readonly pattern: string;
  readonly or: boolean;
  readonly nocase: boolean;
}

/** Flags: upper-case name, and the value behind `=`. */
type Flags = ReadonlyMap<string, string>;

export interface Rule {
  readonly from: Directive;
  readonly conditions: readonly Condition[];
  readonly negated: boolean;
  readonly pattern: string;
  readonly target: string;
  readonly flags: Flags;
  /** `E=NAME:value` flags. */
  readonly environment: readonly string[];
}

const LONG_NAMES: Readonly<Record<string, string>> = {
  LAST: 'L',
  REDIRECT: 'R',
  NOCASE: 'NC',
  QSAPPEND: 'QSA',
  QSDISCARD: 'QSD',
  QSLAST: 'QSL',
  FORBIDDEN: 'F',
  GONE: 'G',
  NOESCAPE: 'NE',
  PASSTHROUGH: 'PT',
  SKIP: 'S',
  CHAIN: 'C',
  ENV: 'E',
  PROXY: 'P',
  NEXT: 'N',
  NOSUBREQ: 'NS',
  DISCARDPATH: 'DPI',
  TYPE: 'T',
  HANDLER: 'H',
  COOKIE: 'CO',
  ORNEXT: 'OR',
  NOVARY: 'NV',
};

/** Reads flags such as `[L,R=301]`; undefined means none. */
function flagsOf(text: string | undefined): {
  readonly flags: Map<string, string>;
  readonly environment: string[];
} {
  const flags = new Map<string, string>();
  const environment: string[] = [];
  for (const part of (text ?? '').replace(/^\[|\]$/g, '').split(',')) {
    const [, name = '', value = ''] = /^\s*([\w-]*)\s*=?(.*?)\s*$/.exec(part) ?? [];
    const upper = name.toUpperCase();
    const short = LONG_NAMES[upper] ?? upper;
    if (short === 'E') environment.push(value);
    else if (short !== '') flags.set(short, value);
  }
  return { flags, environment };
}

const unquoted = (text: string) => (/^(["']).*\1$/.test(text) ? text.slice(1, -1) : text);

export function conditionOf(from: Directive): Condition {
  const [test, pattern, flagText, ...more] = from.args;
  if (test === undefined || pattern === undefined || more.length > 0)
    throw new Unconvertible('incomplete', 'RewriteCond');
  if (test.toLowerCase() === 'expr') throw new Unconvertible('comparison', 'expr');
  const { flags } = flagsOf(flagText);
  const negated = pattern.startsWith('!');
  return {
    from,
    test,
    negated,
    pattern: unquoted(negated ? pattern.slice(1) : pattern),
    or: flags.has('OR'),
    nocase: flags.has('NC'),
  };
}

/** Flags for what nginx does anyway. */
const WITHOUT_EFFECT = new Set(['NE', 'NS', 'DPI', 'NV', 'B', 'BNP', 'BNE', 'PT', 'QSL', 'UNSAFEALLOW3F']);
const KNOWN = new Set(['L', 'END', 'R', 'NC', 'QSA', 'QSD', 'F', 'G', 'S', 'C', ...WITHOUT_EFFECT]);

export function ruleOf(from: Directive, conditions: readonly Condition[]): Rule {
  const [pattern, target, flagText, ...more] = from.args;
  if (pattern === undefined || target === undefined || more.length > 0)
    throw new Unconvertible('incomplete', 'RewriteRule');
  const { flags, environment } = flagsOf(flagText);
  const unknown = [...flags.keys()].find((name) => !KNOWN.has(name));
  if (unknown !== undefined) throw new Unconvertible('flag', unknown);
  const negated = pattern.startsWith('!');
  return {
    from,
    conditions,
    negated,
    pattern: negated ? pattern.slice(1) : pattern,
    target,
    flags,
    environment,
  };
}

const ANY_QUERY = /^\^?\(?\.\*\)?\$?$/;
const isAnyQuery = ({ test, pattern, negated }: Condition): boolean =>
  /^%\{QUERY_STRING\}$/i.test(test) && ANY_QUERY.test(pattern) && !negated;

/** A target with `…&%{QUERY_STRING}`, or with a captured query, means [QSA]. */
export function withOwnQuery(rule: Rule): Rule {
  const last = rule.conditions.at(-1);
  const byCondition = last !== undefined && isAnyQuery(last) && last.pattern.includes('(');
  const tail = byCondition ? /[?&](?:%\{QUERY_STRING\}|%1)$/i : /[?&]%\{QUERY_STRING\}$/i;
  if (!tail.test(rule.target) || rule.flags.has('QSD')) return rule;
  const target = rule.target.replace(tail, '');
  const usesMore = /%\d/.test(target);
  const conditions = usesMore ? rule.conditions : rule.conditions.filter((one) => !isAnyQuery(one) || one.or);
  return { ...rule, target, conditions, flags: new Map([...rule.flags, ['QSA', '']]) };
}
