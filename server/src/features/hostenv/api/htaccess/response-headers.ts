import type { Conversion } from './conversion';
import { expiresOf } from './durations';
import type { FilesScope } from './files-scope';
import { endingsOfType } from './media-extensions';
import { nginxBlock, quotedPattern, quotedValue } from './nginx-text';
import { Unconvertible } from './reasons';
import type { Directive } from './read-htaccess';

/** One statement about sending files; a later one with the same key replaces it. */
interface Statement {
  readonly key: string;
  readonly text: string;
  readonly from: Directive;
}

/** Headers, cache lifetimes and charsets of the site and of single files. */
export class ResponseHeaders {
  private readonly everywhere = new Map<string, Statement>();
  private readonly byEnding = new Map<string, Map<string, Statement>>();
  private readonly byName = new Map<string, Map<string, Statement>>();

  constructor(private readonly conversion: Conversion) {}

  header(directive: Directive, scope: FilesScope | undefined): void {
    const statement = headerOf(directive);
    if (statement) this.keep(statement, scope);
    else this.conversion.skip(directive);
  }

  expires(directive: Directive, scope: FilesScope | undefined): void {
    const { name, args } = directive;
    if (name === 'expiresactive') return this.conversion.skip(directive);
    const [type = '', ...words] = name === 'expiresbytype' ? args : ['', ...args];
    const value = expiresOf(words.flatMap((word) => word.split(/\s+/)));
    if (value === undefined) throw new Unconvertible('incomplete', directive.text);
    const statement = { key: 'expires', text: `expires ${value};`, from: directive };
    if (name === 'expiresdefault') return this.keep(statement, scope);
    if (scope) throw new Unconvertible('in-section', 'ExpiresByType');
    const endings = endingsOfType(type);
    if (endings.length === 0) throw new Unconvertible('unsupported', type);
    for (const ending of endings) keepIn(this.byEnding, ending, statement);
  }

  charset(directive: Directive, scope: FilesScope | undefined): void {
    const [charset = '', ...endings] = directive.args;
    if (/^off$/i.test(charset)) return this.conversion.skip(directive);
    const statement = {
      key: 'charset',
      text: `charset ${/^on$/i.test(charset) ? 'iso-8859-1' : charset.toLowerCase()};`,
      from: directive,
    };
    if (directive.name === 'adddefaultcharset') return this.keep(statement, scope);
    for (const ending of endings) keepIn(this.byEnding, ending.replace(/^\./, '').toLowerCase(), statement);
  }

  private keep(statement: Statement, scope: FilesScope | undefined): void {
    if (scope === undefined) this.everywhere.set(statement.key, statement);
    else if (scope.scripts) throw new Unconvertible('place-php');
    else if (scope.endings.length === 0) keepIn(this.byName, scope.pattern, statement);
    else for (const ending of scope.endings) keepIn(this.byEnding, ending, statement);
  }

  emit(): void {
    for (const { key, text, from } of this.everywhere.values())
      this.conversion.emit({ place: 'setting', from: [from], code: [text], key });
    for (const [pattern, statements] of this.byName) this.location(quotedPattern(pattern), statements);
    for (const [, same] of this.sameEndings()) {
      const [first] = same;
      const endings = same.map(({ ending }) => ending);
      if (first) this.location(quotedPattern(`\\.(?:${endings.join('|')})$`), first.statements);
    }
  }

  private location(pattern: string, statements: ReadonlyMap<string, Statement>): void {
    const own = [...statements.values()];
    const from = [...new Set(own.map((statement) => statement.from))];
    const all = [...this.inherited(statements), ...own].map(({ text }) => text);
    this.conversion.emit({ place: 'location', from, code: [nginxBlock(`location ~* ${pattern}`, ...all)] });
  }

  /**
   * Statements of the server that a location must repeat, since a location with its own header inherits none.
   */
  private inherited(statements: ReadonlyMap<string, Statement>): Statement[] {
    const adds = [...statements.keys()].some((key) => key.startsWith('add_header'));
    if (!adds) return [];
    return [...this.everywhere.values()].filter(
      ({ key }) => key.startsWith('add_header') && !statements.has(key),
    );
  }

  /** Groups extensions with equal statements. */
  private sameEndings() {
    const groups = new Map<string, { ending: string; statements: Map<string, Statement> }[]>();
    for (const [ending, statements] of this.byEnding) {
      if (!/^\w{1,16}$/.test(ending)) continue;
      const key = [...statements.values()]
        .map(({ text }) => text)
        .sort()
        .join('\n');
      groups.set(key, [...(groups.get(key) ?? []), { ending, statements }]);
    }
    return groups;
  }
}

/** Unsetting these is ignored: the server does not send them, or their loss matters to no client. */
const UNSET = /^(?:etag|x-powered-by|server|pragma)$/i;

/** Reads `Header [always] set Name value`; undefined if it needs no statement. */
function headerOf(directive: Directive): Statement | undefined {
  const { args } = directive;
  const condition = /^(?:always|onsuccess)$/i.test(args[0] ?? '') ? args[0]?.toLowerCase() : undefined;
  const [action = '', name = '', value, ...more] = condition === undefined ? args : args.slice(1);
  const lower = action.toLowerCase();
  if (lower === 'unset' && UNSET.test(name)) return undefined;
  if (!/^(?:set|add|setifempty)$/.test(lower)) throw new Unconvertible('unsupported', `Header ${action}`);
  if (value === undefined || !/^[\w-]+$/.test(name)) throw new Unconvertible('incomplete', 'Header');
  if (more.length > 0) throw new Unconvertible('unsupported', more.join(' '));
  const always = condition === 'always' ? ' always' : '';
  return {
    key: `add_header ${name.toLowerCase()}${lower === 'add' ? ` ${value}` : ''}`,
    text: `add_header ${name} ${headerValue(value)}${always};`,
    from: directive,
  };
}

function headerValue(value: string): string {
  if (value.includes('%{') || value.startsWith('expr=')) throw new Unconvertible('unsupported', value);
  if (value.includes('$')) throw new Unconvertible('dollar-sign');
  return quotedValue(value.replaceAll('%%', '%'));
}

function keepIn(places: Map<string, Map<string, Statement>>, place: string, statement: Statement): void {
  const statements = places.get(place) ?? new Map<string, Statement>();
  statements.set(statement.key, statement);
  places.set(place, statements);
}
