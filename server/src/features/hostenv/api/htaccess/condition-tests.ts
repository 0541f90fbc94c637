import { quotedPattern, quotedValue } from './nginx-text';
import { Unconvertible } from './reasons';
import type { Condition } from './rule-lines';
import { shapeOf } from './uri-pattern';

/** A converted condition. `text` and `inverse` stand between the parentheses of an `if`. */
export type Test =
  | { readonly is: 'always' | 'never' }
  | {
      readonly is: 'test';
      readonly text: string;
      readonly inverse: string;
      /** The variable and regular expression of a comparison, to which `%1` refers. */
      readonly matched?: { readonly variable: string; readonly pattern: string; readonly nocase: boolean };
      /** Whether the requested file exists, and of which type. */
      readonly file?: { readonly kind: 'f' | 'd' | 'e'; readonly exists: boolean };
    };

const ALWAYS: Test = { is: 'always' };
const NEVER: Test = { is: 'never' };
const constant = (value: boolean): Test => (value ? ALWAYS : NEVER);

const VARIABLES: Readonly<Record<string, string>> = {
  REQUEST_URI: '$uri',
  HTTP_HOST: '$host',
  SERVER_NAME: '$host',
  QUERY_STRING: '$args',
  HTTP_USER_AGENT: '$http_user_agent',
  HTTP_REFERER: '$http_referer',
  HTTP_COOKIE: '$http_cookie',
  HTTP_ACCEPT: '$http_accept',
  HTTP_FORWARDED: '$http_forwarded',
  REQUEST_METHOD: '$request_method',
  REQUEST_SCHEME: '$scheme',
  REMOTE_ADDR: '$remote_addr',
  SERVER_PROTOCOL: '$server_protocol',
};

/** The nginx variable with the same value. */
export function variableFor(name: string): string {
  const known = VARIABLES[name.toUpperCase()];
  if (known !== undefined) return known;
  const header = /^HTTP:\s*([A-Za-z][A-Za-z0-9-]{0,40})$/i.exec(name)?.[1];
  if (header === undefined) throw new Unconvertible('variable', `%{${name}}`);
  return `$http_${header.toLowerCase().replaceAll('-', '_')}`;
}

const all = (condition: Condition): string | undefined => /^%\{([^{}]+)\}$/.exec(condition.test)?.[1];

type Comparison = Pick<Condition, 'pattern' | 'negated' | 'nocase'>;

/** Matches `=text`, and expressions that match only the empty text. */
function equality(variable: string, { pattern, negated }: Comparison): Test | undefined {
  const equal = /^=(?:"(.*)"|(.*))$/.exec(pattern);
  const literal = equal ? (equal[1] ?? equal[2] ?? '') : pattern === '^$' ? '' : undefined;
  if (literal === undefined) return undefined;
  if (literal.includes('$')) throw new Unconvertible('dollar-sign');
  const value = literal === '' ? '""' : quotedValue(literal);
  const [is, not] = [`${variable} = ${value}`, `${variable} != ${value}`];
  return { is: 'test', text: negated ? not : is, inverse: negated ? is : not };
}

export function comparisonTest(variable: string, comparison: Comparison): Test {
  const { pattern, negated, nocase } = comparison;
  const equal = equality(variable, comparison);
  if (equal) return equal;
  if (/^(?:[<>]|-[a-zA-Z]+\s)/.test(pattern)) throw new Unconvertible('comparison', pattern);
  shapeOf(pattern);
  if (pattern === '') return constant(!negated);
  const [sign, opposite] = nocase ? ['~*', '!~*'] : ['~', '!~'];
  const is = `${variable} ${sign} ${quotedPattern(pattern)}`;
  const not = `${variable} ${opposite} ${quotedPattern(pattern)}`;
  if (negated) return { is: 'test', text: not, inverse: is };
  return { is: 'test', text: is, inverse: not, matched: { variable, pattern, nocase } };
}

const FILE_ITSELF =
  /^(?:%\{(?:REQUEST|SCRIPT)_FILENAME\}|%\{DOCUMENT_ROOT\}\/?(?:%\{REQUEST_URI\}|\$[01]))$/i;

/** nginx follows links and tests their target, so a test for a link adds nothing. */
function fileTest(condition: Condition): Test | undefined {
  const kind = /^-([dfslLhHxFU])$/.exec(condition.pattern)?.[1];
  if (kind === undefined) return undefined;
  if (kind === 'l' || kind === 'L' || kind === 'h') return constant(condition.negated);
  if (kind === 'H' || kind === 'x' || kind === 'F' || kind === 'U')
    throw new Unconvertible('comparison', condition.pattern);
  if (!FILE_ITSELF.test(condition.test)) throw new Unconvertible('file-test', condition.test);
  return fileIs(kind === 'd' ? 'd' : 'f', !condition.negated);
}

export function fileIs(kind: 'f' | 'd' | 'e', exists: boolean): Test {
  const [is, not] = [`-${kind} $request_filename`, `!-${kind} $request_filename`];
  return { is: 'test', text: exists ? is : not, inverse: exists ? not : is, file: { kind, exists: exists } };
}

/** Recognises the common tests for HTTPS. */
function schemeTest(name: string, { pattern, negated }: Condition): Test | undefined {
  const reported = pattern.replace(/^[=^"]+|["$]+$/g, '').toLowerCase();
  const upper = name.toUpperCase();
  const secure: Readonly<Record<string, boolean>> =
    upper === 'SERVER_PORT'
      ? { '443': true, '80': false }
      : upper === 'HTTPS' || upper === 'ENV:HTTPS'
        ? { on: true, '1': true, off: false, '': false, '0': false }
        : {};
  if (Object.keys(secure).length === 0) return undefined;
  const wanted = secure[reported];
  if (wanted === undefined) throw new Unconvertible('comparison', `%{${name}} ${pattern}`);
  const scheme = wanted !== negated ? 'https' : 'http';
  return { is: 'test', text: `$scheme = ${scheme}`, inverse: `$scheme != ${scheme}` };
}

/** Reads a test of the request line, `^[A-Z]{3,9}\ /path\ HTTP/`, as a test of the raw path. */
function asSentPattern(pattern: string): string {
  const blank = String.raw`(?:\\ |\\s[+*]?|\[ \]|\[\\s\]|\s)`;
  const method = String.raw`\^?(?:\([A-Z|]+\)|\[A-Z\](?:\{[\d,]+\}|[+*])|[A-Z]{3,7}|\.[+*]|\[\^ \][+*]|\\S[+*])?`;
  const inner = pattern
    .replace(new RegExp(`^${method}${blank}`), '^')
    .replace(new RegExp(`${blank}(?:HTTP(?:/.*)?)?$`), '$')
    .replace(/\[(?:\\s|\\ | )\\?\?\]|\[\\?\?(?:\\s|\\ | )\]/g, '(?:\\?|$)');
  if (/\\s|\\ |HTTP| |\^\[A-Z\]/.test(inner)) throw new Unconvertible('comparison', pattern);
  return inner;
}

/** `%{ENV:REDIRECT_STATUS}` is empty for the path that the visitor requested. */
function firstPass({ pattern, negated }: Condition, pathStart: string): Test {
  const empty = /^(?:=?(?:"")?|\^\$)$/.test(pattern) && pattern !== '';
  const ok = /^\^?=?200\$?$/.test(pattern);
  if (!empty && !ok) throw new Unconvertible('variable', '%{ENV:REDIRECT_STATUS}');
  if (empty === negated) return NEVER;
  return comparisonTest('$request_uri', { pattern: pathStart, negated: false, nocase: false });
}

/** @param pathStart beginning of the raw path to which the rule applies */
export function testOf(condition: Condition, pathStart: string): Test {
  const file = fileTest(condition);
  if (file) return file;
  const name = all(condition);
  if (name === undefined) throw new Unconvertible('variable', condition.test);
  const upper = name.toUpperCase();
  if (upper === 'THE_REQUEST')
    return comparisonTest('$request_uri', { ...condition, pattern: asSentPattern(condition.pattern) });
  if (upper === 'ENV:REDIRECT_STATUS') return firstPass(condition, pathStart);
  if (upper === 'IS_SUBREQ') return constant(condition.negated === /true/i.test(condition.pattern));
  return schemeTest(name, condition) ?? comparisonTest(variableFor(name), condition);
}
