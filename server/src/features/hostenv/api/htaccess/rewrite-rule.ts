import { wrapInConditions, simplifyGroups, type Groups } from './conditional-blocks';
import { nginxBlock, escapedForPattern, quotedPattern, quotedValue } from './nginx-text';
import { Unconvertible } from './reasons';
import type { Condition, Rule } from './rule-lines';
import { partsOf, targetOf, writeTarget, type Target } from './target';
import { comparisonTest, fileIs, testOf, type Test } from './condition-tests';
import { withLookahead, shapeOf, uriPattern, type UriPattern } from './uri-pattern';

export interface RuleContext {
  readonly base: string;
  readonly matchesFullPath: boolean;
  /** Whether no later rule changes the path. */
  readonly isLastRewrite: boolean;
  /** Tests from a chain, or because earlier rules may skip this one. */
  readonly required: readonly Test[];
  /** A variable that is 1 once the rule has matched. */
  readonly mark?: string;
}

const IGNORED_ENVIRONMENT =
  /^!?(?:(?:REDIRECT_)?HTTP_AUTHORIZATION|HTTP_X_XSRF_TOKEN|no-gzip|dont-vary|no-brotli)\b/i;
/** Rules by which frameworks detect their folder; here it is known. */
const FINDS_BASE = /^%\{REQUEST_URI\}::\$[01]$/;

const FORCE_HTTPS = '# 也可在「域名」页面开启「强制 HTTPS」 / or turn on force HTTPS on the domain page';

const findsBase = (rule: Rule): boolean =>
  rule.target === '-' &&
  rule.environment.some((value) => /^BASE:%1$/.test(value)) &&
  rule.conditions.some(({ test }) => FINDS_BASE.test(test));

/** The condition that `%1` refers to. */
interface MatchedCondition {
  readonly condition: Condition;
  readonly test: Extract<Test, { readonly is: 'test' }>;
  readonly isOnlyCondition: boolean;
}

/** One rule with its conditions. */
export class RewriteRule {
  private readonly target: Target;
  private pattern: UriPattern;
  private readonly setup: string[] = [];
  private groups: Groups | undefined;
  private matched: MatchedCondition | undefined;
  /** Number of the group that captures the full path without its first slash. */
  private ownPathGroup = 0;

  constructor(
    private readonly rule: Rule,
    private readonly context: RuleContext,
  ) {
    const { pattern, flags } = rule;
    if (!context.matchesFullPath && /^\^\/(?![?*])/.test(pattern)) throw new Unconvertible('pattern-never');
    this.target = rule.target === '-' ? { path: [], query: undefined } : targetOf(rule.target);
    const tests = rule.conditions.map(({ test }) => test).join('');
    const captureAll = /\$0/.test(rule.target + (findsBase(rule) ? '' : tests));
    this.pattern = uriPattern(pattern, { ...context, nocase: flags.has('NC'), captureAll });
  }

  /** The rule as nginx statements; empty if it has nothing left to do. */
  code(): string[] {
    this.checkEnvironment();
    if (findsBase(this.rule)) return [];
    this.groups = simplifyGroups([
      ...this.context.required.map((test) => [test]),
      ...orGroups(this.rule.conditions).map((group) =>
        group.map((one) => this.test(one, group.length === 1)),
      ),
    ]);
    if (this.groups === undefined) return [];
    const action = this.action();
    if (action.length === 0) return [];
    return [...this.setup, ...(this.forcesHttps() ? [FORCE_HTTPS] : []), ...this.assembled(action)];
  }

  private forcesHttps(): boolean {
    return this.groups?.flat().some(({ text }) => text === '$scheme = http') ?? false;
  }

  private checkEnvironment(): void {
    if (findsBase(this.rule)) return;
    const other = this.rule.environment.find((value) => !IGNORED_ENVIRONMENT.test(value));
    if (other !== undefined) throw new Unconvertible('flag', `E=${other}`);
  }

  private test(condition: Condition, isOnlyCondition: boolean): Test {
    const { context, rule } = this;
    const ending = /^%\{REQUEST_FILENAME\}\\?(\.\w{1,8})$/i.exec(condition.test)?.[1];
    const appends =
      ending !== undefined && context.isLastRewrite && rule.target.split('?')[0]?.endsWith(`$1${ending}`);
    if (appends && condition.pattern === '-f' && !condition.negated) return fileIs('e', false);
    const test =
      /[$%]\d|\}[^}]/.test(condition.test) && !/^-\w$/.test(condition.pattern)
        ? this.composed(condition)
        : testOf(condition, this.pathStart());
    if (test.is === 'test' && test.matched)
      this.matched = { condition, test, isOnlyCondition: isOnlyCondition };
    return test;
  }

  /** First stores a value of several parts in a variable. */
  private composed(condition: Condition): Test {
    const value = writeTarget(partsOf(condition.test), {
      group: (number) => this.pathPart(number),
      matched: (number) => {
        throw new Unconvertible('back-reference', `%${number}`);
      },
      ownPath: () => '$uri',
      folder: '',
    });
    if (/^\$\w+$/.test(value)) return comparisonTest(value, condition);
    this.setup.push(`set $ht_text ${quotedValue(value)};`);
    return comparisonTest('$ht_text', condition);
  }

  /** Replaces `$1` inside a condition. */
  private pathPart(number: number): string {
    const { groups, shift, text } = this.pattern;
    if (this.rule.negated || number > groups) return '';
    const name = `$ht_path_${number}`;
    const taken = [
      `set ${name} "";`,
      nginxBlock(`if ($uri ~ ${quotedPattern(text)})`, `set ${name} $${number + shift};`),
    ];
    if (!this.setup.includes(`set ${name} "";`)) this.setup.push(...taken);
    return name;
  }

  /** The beginning of every path that the rule matches. */
  private pathStart(): string {
    const literal = /^\^((?:[\w/-]|\\[.-])*)([?*+{]?)/.exec(this.rule.pattern);
    const begins = literal?.[2] ? (literal[1] ?? '').replace(/(?:\\.|.)$/, '') : (literal?.[1] ?? '');
    return `^${this.context.base}${begins}`;
  }

  private action(): string[] {
    const { flags, target } = this.rule;
    const status = flags.has('F') ? '403' : flags.has('G') ? '410' : statusOf(flags.get('R'));
    if (status !== undefined && /^[45]/.test(status)) return [`return ${status};`];
    if (target !== '-') return this.rewrite(status);
    return flags.has('L') || flags.has('END') ? ['break;'] : this.context.mark ? [''] : [];
  }

  private rewrite(status: string | undefined): string[] {
    const hasScheme = this.target.path[0]?.is === 'text' && /^[a-z]+:\/\//i.test(this.target.path[0].text);
    const redirectStatus = status ?? (hasScheme ? '302' : undefined);
    if (redirectStatus !== undefined && this.isFullAddress())
      return [`return ${redirectStatus} ${this.host()}$request_uri;`];
    const path = this.path(hasScheme, redirectStatus !== undefined);
    const query = this.query();
    if (redirectStatus === undefined) {
      const last = ['L', 'END'].some((flag) => this.rule.flags.has(flag)) ? ' last' : '';
      return [`rewrite ${this.expression()} ${quotedValue(`${path}${query}`)}${last};`];
    }
    if (redirectStatus === '301' || redirectStatus === '302') {
      const flag = redirectStatus === '301' ? 'permanent' : 'redirect';
      return [`rewrite ${this.expression()} ${quotedValue(`${path}${query}`)} ${flag};`];
    }
    const keepsQuery = !query.endsWith('?');
    if (/\$/.test(path + query)) throw new Unconvertible('redirect-status', redirectStatus);
    return [
      `return ${redirectStatus} ${quotedValue(`${path}${query.replace(/\?$/, '')}`)}${keepsQuery ? '$is_args$args' : ''};`,
    ];
  }

  private expression(): string {
    return this.rule.negated ? '^' : quotedPattern(this.ahead(this.pattern.text));
  }

  /** A script with path info exists, although the full path is no file. */
  private ahead(text: string): string {
    const absent = this.groups?.some(([test, ...more]) => {
      const file = more.length === 0 ? test?.file : undefined;
      return file?.exists === false && file.kind !== 'd';
    });
    return withLookahead(text, `${absent ? String.raw`(?!.*\.php/)` : ''}${this.notThereYet()}`);
  }

  /**
   * A rule that moves everything into a folder must skip that folder: nginx looks the path up again after it finds
   * an index.
   */
  private notThereYet(): string {
    const [first, second] = this.target.path;
    const folder = first?.is === 'text' && second?.is === 'group' ? first.text.replace(/^\//, '') : '';
    if (!this.pattern.matchesAll || !/^[\w-]+(?:\/[\w-]+)*\/$/.test(folder)) return '';
    return `(?!${escapedForPattern(`${this.context.base}${folder}`)})`;
  }

  /** Whether the target is another host with an unchanged address, which keeps its query. */
  private isFullAddress(): boolean {
    const { path, query } = this.target;
    const last = path.at(-1);
    const plain = path.slice(0, -1).every((part) => part.is !== 'group');
    const own = last?.is === 'variable' && last.name.toUpperCase() === 'REQUEST_URI';
    const rooted =
      own || (last?.is === 'group' && last.number <= 1 && this.pattern.matchesAll && this.endsWithSlash());
    if (!rooted || query !== undefined || this.rule.flags.has('QSD') || path.length < 2) return false;
    return plain && this.pattern.matchesAll && !this.rule.negated;
  }

  private endsWithSlash(): boolean {
    const before = this.target.path.at(-2);
    return before?.is === 'text' && /^(?:https?:\/\/[^/]+)?\/$/.test(before.text);
  }

  private host(): string {
    const path = this.target.path.slice(0, -1);
    return writeTarget(path, this.written(true)).replace(/\/$/, '');
  }

  private written(isRedirect: boolean) {
    return {
      group: (number: number) => {
        const { groups, shift } = this.pattern;
        if (this.rule.negated || number > groups) return '';
        if (number + shift > 9) throw new Unconvertible('back-reference', `$${number}`);
        return `$${number + shift}`;
      },
      matched: (number: number) => this.matchedPart(number, isRedirect),
      ownPath: () => {
        this.openOwnPath();
        return `/$${this.ownPathGroup}`;
      },
      folder: this.context.base.slice(0, -1),
    };
  }

  /** Adds a group that captures the full path. */
  private openOwnPath(): void {
    if (this.ownPathGroup > 0) return;
    const { text, groups, shift, matchesAll } = this.pattern;
    this.ownPathGroup = matchesAll && groups === 0 ? 1 : groups + shift + 1;
    if (this.rule.negated) throw new Unconvertible('back-reference', '%{REQUEST_URI}');
    const [, flag = '', rest = ''] = /^((?:\(\?i\))?)\^([\s\S]*)$/.exec(text) ?? [];
    const changed = matchesAll && groups === 0 ? '^/(.*)$' : `${flag}^(?=${rest})/(.*)$`;
    this.pattern = { ...this.pattern, text: changed };
  }

  private matchedPart(number: number, isRedirect: boolean): string {
    const { matched } = this;
    const of = matched?.test.matched;
    if (!matched?.isOnlyCondition || !of || number < 1 || number > shapeOf(of.pattern).groups)
      throw new Unconvertible('back-reference', `%${number}`);
    if (of.variable === '$uri') return this.matchedOfPath(number, matched);
    if (of.variable === '$request_uri' && !isRedirect)
      throw new Unconvertible('back-reference', `%${number}`);
    const name = `$ht_${of.variable.slice(1)}_${number}`;
    const sign = of.nocase ? '~*' : '~';
    this.setup.push(
      `set ${name} "";`,
      nginxBlock(`if (${of.variable} ${sign} ${quotedPattern(of.pattern)})`, `set ${name} $${number};`),
    );
    return name;
  }

  /**
   * Only for a rule that matches every path: replaces its pattern by that of its condition on the path, so
   * that %1 becomes $1.
   */
  private matchedOfPath(number: number, { condition, test }: MatchedCondition): string {
    const usesGroups = this.target.path.some((part) => part.is === 'group');
    const free = this.pattern.matchesAll && !usesGroups && !this.rule.negated && this.ownPathGroup === 0;
    if (!free) throw new Unconvertible('back-reference', `%${number}`);
    const opened = /^\((?:\.|\[)/.test(condition.pattern) ? `^${condition.pattern}` : condition.pattern;
    this.pattern = {
      text: `${condition.nocase ? '(?i)' : ''}${opened}`,
      groups: shapeOf(opened).groups,
      matchesAll: true,
      shift: 0,
    };
    this.groups = this.groups?.filter((group) => group[0]?.text !== test.text);
    return `$${number}`;
  }

  private path(hasScheme: boolean, isRedirect: boolean): string {
    const { path } = this.target;
    const [first] = path;
    const text = writeTarget(path, this.written(isRedirect));
    if (hasScheme || text.startsWith('/')) return text;
    const ofPath = first?.is === 'matched' && this.matched?.test.matched?.variable === '$uri';
    return ofPath ? text : `${this.context.matchesFullPath ? '/' : this.context.base}${text}`;
  }

  /** nginx adds the query of the request, unless the last character is a `?`. */
  private query(): string {
    const { flags } = this.rule;
    const { query } = this.target;
    if (query === undefined) return flags.has('QSD') ? '?' : '';
    const text = writeTarget(query, this.written(false));
    if (text === '') return flags.has('QSA') && !flags.has('QSD') ? '' : '?';
    return `?${text}${flags.has('QSA') && !flags.has('QSD') ? '' : '?'}`;
  }

  private assembled(action: readonly string[]): string[] {
    const { rule, context } = this;
    const groups = this.groups ?? [];
    const [statement = ''] = action;
    const testsItself = statement.startsWith('rewrite') && !rule.negated;
    if (testsItself && context.mark === undefined) return wrapInConditions(groups, action);
    const path: Test = comparisonTest('$uri', {
      pattern: this.ahead(this.pattern.text),
      negated: rule.negated,
      nocase: false,
    });
    const all = this.pattern.matchesAll || path.is !== 'test' ? groups : [...groups, [path]];
    const marks = context.mark === undefined ? [] : [`set ${context.mark} 1;`];
    const before = context.mark === undefined ? [] : [`set ${context.mark} 0;`];
    return [...before, ...wrapInConditions(all, [...marks, ...action.filter((line) => line !== '')])];
  }
}

/** Groups conditions that [OR] connects. */
function orGroups(conditions: readonly Condition[]): Condition[][] {
  const groups: Condition[][] = [];
  let goesOn = false;
  for (const condition of conditions) {
    if (goesOn) groups.at(-1)?.push(condition);
    else groups.push([condition]);
    goesOn = condition.or;
  }
  return groups;
}

const NAMED_STATUS: Readonly<Record<string, string>> = {
  permanent: '301',
  temp: '302',
  seeother: '303',
  '': '302',
};

export function statusOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const status = NAMED_STATUS[value.toLowerCase()] ?? value;
  if (!/^(?:30[12378]|4\d\d|5\d\d)$/.test(status)) throw new Unconvertible('flag', `R=${value}`);
  return status;
}
