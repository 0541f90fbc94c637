import { Conf, UnsafeValue } from '../conf';
import { Faults } from '../snippet/fault';
import { judgeSnippet } from '../snippet/judge';
import { boundPattern } from '../snippet/pattern';
import { mentionsScripts } from '../snippet/paths';
import type { Snippet } from '../snippet/read';
import type { LocationRule, Match, Pattern, PrintedWord, Rule, Test } from '../snippet/rule';
import type { Value } from '../snippet/value';

/** `trace` adds marks to the log and to `$sd_trace` that show which lines decided. */
export type RenderMode = 'serve' | 'trace';

export interface RenderOptions {
  readonly mode: RenderMode;
  /** The server's own `add_header` lines: nginx inherits none in a block that has some of its own. */
  readonly headers?: Conf;
}

/**
 * A snippet as nginx reads it. The server block that contains it has this order: 1. a guard that answers 400
 * to control characters in the decoded path (captures put them into headers); 2. `early`: locations that
 * refuse every match, so that "no scripts in uploads" comes before PHP; 3. the server's own locations by
 * expression: dot names, PHP, closed sources. nginx tries expressions in order of appearance, and looks a
 * rewritten path up again, so these see every path before the rules do; `..` begins with a dot and ends
 * there, too; 4. `rules`; 5. `location / { try_files $uri $uri/ =404; }` unless `snippet.mergedRoot` holds.
 * Names of the server's own exact locations must begin with a dot: no rule can name those. `$site_cookie`
 * (the cookies without the console's session) must exist.
 */
export interface RenderedSnippet {
  readonly early: Conf;
  readonly rules: Conf;
  /**
   * The owner's line for line `line` (from 1) of `file`, the complete text of the file that contains both
   * parts.
   */
  readonly lineOf: (file: string, line: number) => number | undefined;
}

interface Line {
  readonly text: string;
  readonly source: number;
}

const CONTROL = /\p{Cc}/u;

/** Within double quotes nginx resolves `\\` and `\"`; all other characters stay as they are. */
function quoted(text: string): string {
  if (CONTROL.test(text)) throw new UnsafeValue(text);
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

function literal(text: string): string {
  if (text.includes('$')) throw new UnsafeValue(text);
  return text;
}

/**
 * Rules see the same cookies as the site's programs, and the visitor's connection, not that of the edge tier
 * (edge/edge-maps.ts).
 */
const OF_THE_VISITOR: Readonly<Record<string, string>> = {
  http_cookie: 'site_cookie',
  scheme: 'site_scheme',
  https: 'site_https',
  server_port: 'site_port',
  remote_port: 'site_visitor_port',
};

const beginsWithScheme = ([first]: Value): boolean => first?.is === 'variable' && first.name === 'scheme';

/** nginx itself only knows a redirect by the written `$scheme`. */
const flagOf = ({ flag, target }: Extract<Rule, { readonly is: 'rewrite' }>) =>
  beginsWithScheme(target) && flag !== 'permanent' ? 'redirect' : flag;

class Printer {
  readonly lines: Line[] = [];

  constructor(
    private readonly names: readonly string[],
    private readonly options: RenderOptions,
  ) {}

  private get traces(): boolean {
    return this.options.mode === 'trace';
  }

  /** All hosts share these few names: every variable costs each request of this machine. */
  private ownName(name: string): string {
    const index = this.names.indexOf(name);
    if (index < 0) throw new UnsafeValue(name);
    return `sd_v${index + 1}`;
  }

  private variable(name: string): string {
    if (this.names.includes(name)) return this.ownName(name);
    if (!/^[a-z0-9_]+$/.test(name)) throw new UnsafeValue(name);
    return OF_THE_VISITOR[name] ?? name;
  }

  private value(value: Value): string {
    const pieces = value.map((piece) => {
      if (piece.is === 'text') return literal(piece.text);
      return piece.is === 'capture' ? `$${piece.number}` : `\${${this.variable(piece.name)}}`;
    });
    return quoted(pieces.join(''));
  }

  private pattern(pattern: Pattern, mark: string): string {
    const text = boundPattern(pattern.text, (name) => this.ownName(name.toLowerCase()));
    return quoted(this.traces ? `${text}(?#sd${mark})` : text);
  }

  private word(word: PrintedWord): string {
    if (typeof word === 'string') return quoted(literal(word));
    if ('value' in word) return this.value(word.value);
    return quoted(`~${boundPattern(word.pattern.text, (name) => this.ownName(name.toLowerCase()))}`);
  }

  private add(source: number, text: string): void {
    this.lines.push({ text, source });
  }

  private mark(kind: 'L' | 'I' | 'R', line: number): void {
    if (this.traces) this.add(line, `set $sd_trace "\${sd_trace} ${kind}${line}";`);
  }

  private test(test: Test, line: number): string {
    if (test.is === 'file') return `${test.operator} $request_filename`;
    const subject = `$${this.variable(test.subject)}`;
    if (test.is === 'filled') return subject;
    if (test.is === 'equals') return `${subject} ${test.negated ? '!=' : '='} ${this.value(test.value)}`;
    return `${subject} ${test.operator} ${this.pattern(test.pattern, `I${line}`)}`;
  }

  private match(match: Match, line: number): string {
    if (match.is === 'pattern')
      return `${match.caseless ? '~*' : '~'} ${this.pattern(match.pattern, `L${line}`)}`;
    return match.is === 'exact' ? `= ${quoted(literal(match.path))}` : quoted(literal(match.path));
  }

  private repeatHeaders({ line, body }: { readonly line: number; readonly body: readonly Rule[] }): void {
    const { headers } = this.options;
    const hasOwn = body.some((inner) => inner.is === 'plain' && inner.name === 'add_header');
    if (hasOwn && headers !== undefined && headers.text !== '') this.add(line, headers.text);
  }

  private block(rule: Extract<Rule, { readonly is: 'if' | 'location' }>): void {
    const { line } = rule;
    this.add(
      line,
      rule.is === 'if'
        ? `if (${this.test(rule.test, line)} ) {`
        : `location ${this.match(rule.match, line)} {`,
    );
    this.mark(rule.is === 'if' ? 'I' : 'L', line);
    this.all(rule.body);
    this.repeatHeaders(rule);
    this.add(line, '}');
  }

  private one(rule: Rule): void {
    const { line } = rule;
    switch (rule.is) {
      case 'if':
      case 'location':
        return this.block(rule);
      case 'rewrite': {
        const words = [this.pattern(rule.pattern, `W${line}`), this.value(rule.target), flagOf(rule)];
        return this.add(line, `rewrite ${words.filter((word) => word !== undefined).join(' ')};`);
      }
      case 'return': {
        this.mark('R', line);
        const code = rule.code ?? (rule.value && beginsWithScheme(rule.value) ? '302' : undefined);
        const words = [code, rule.value && this.value(rule.value)].filter((word) => word !== undefined);
        return this.add(line, `return ${words.join(' ')};`);
      }
      case 'set':
        return this.add(line, `set $${this.ownName(rule.name)} ${this.value(rule.value)};`);
      case 'plain':
        return this.add(line, `${[rule.name, ...rule.words.map((word) => this.word(word))].join(' ')};`);
    }
  }

  all(rules: readonly Rule[]): void {
    for (const rule of rules) this.one(rule);
  }
}

const isLocation = (rule: Rule): rule is LocationRule => rule.is === 'location';

/**
 * Refusals by expression that may move before the server's own locations: those that mention scripts, and
 * those that no other location by expression precedes. So the order of the snippet's own locations does not
 * change.
 */
function splitEarly(rules: readonly Rule[]): { early: readonly Rule[]; rest: readonly Rule[] } {
  const serves = (rule: Rule) => isLocation(rule) && rule.match.is === 'pattern' && !rule.refuses;
  const first = rules.findIndex(serves);
  const isEarly = (rule: Rule, index: number) =>
    isLocation(rule) &&
    rule.match.is === 'pattern' &&
    rule.refuses &&
    (first < 0 || index < first || mentionsScripts(rule.match.pattern.text));
  return { early: rules.filter(isEarly), rest: rules.filter((rule, index) => !isEarly(rule, index)) };
}

function lineFinder(parts: readonly (readonly Line[])[]): RenderedSnippet['lineOf'] {
  return (file, line) => {
    for (const lines of parts.filter(({ length }) => length > 0)) {
      const at = file.indexOf(lines.map(({ text }) => text).join('\n'));
      const first = at < 0 ? 0 : file.slice(0, at).split('\n').length;
      const found = at < 0 ? undefined : lines[line - first];
      if (found) return found.source;
    }
    return undefined;
  };
}

/**
 * Prints the parsed rules, never the owner's own text, and checks them again: stored rules may be older than
 * today's limits; then it throws `UnsafeValue`.
 */
export function renderSnippet(snippet: Snippet, options: RenderOptions): RenderedSnippet {
  const faults = new Faults();
  const { rules, names } = judgeSnippet(snippet.statements, faults);
  const [fault] = faults.first(1);
  if (fault) throw new UnsafeValue(`line ${fault.line}: ${fault.reason}`);
  const { early, rest } = splitEarly(rules);
  const [before, after] = [early, rest].map((part) => {
    const printer = new Printer(names, options);
    printer.all(part);
    return printer.lines;
  });
  if (!before || !after) throw new Error('two parts make two texts');
  const conf = (lines: readonly Line[]) => new Conf(lines.map(({ text }) => text).join('\n'));
  return { early: conf(before), rules: conf(after), lineOf: lineFinder([before, after]) };
}
