import { escapedForPattern, quotedPattern, quotedValue } from '../htaccess/nginx-text';

/** Matches an address in a request: a path with a query, without characters of nginx syntax. */
export const PATH = String.raw`\/[\w\p{Script=Han}./*:{}%~+@-]*(?:\?[\w\p{Script=Han}./*:{}%~+@&=$-]*)?`;

const HOLE = /\{(\w+)\}|:([a-z]\w*)|\*|\d+/giu;

interface Form {
  readonly pattern: string;
  /** What each capture replaced in the example: a number, a name or `*`. */
  readonly holes: readonly string[];
}

/** Turns `/news/12.html` into a regular expression for any number there; `{id}`, `:id` and `*` stand for any name. */
function formOf(path: string, target: string): Form {
  const holes: string[] = [];
  let pattern = '';
  let at = 0;
  for (const found of path.matchAll(HOLE)) {
    const [text, braced, colon] = found;
    const isNumber = /^\d/.test(text);
    // A number that the target does not repeat is part of the address.
    if (isNumber && !new RegExp(`(?<!\\d)${text}(?!\\d)`).test(target)) continue;
    if (holes.length === 9) break;
    pattern += escapedForPattern(path.slice(at, found.index)) + (isNumber ? '(\\d+)' : '([^/]+)');
    holes.push(isNumber ? text : (braced ?? colon ?? '*'));
    at = found.index + text.length;
  }
  return { pattern: `^${pattern}${escapedForPattern(path.slice(at))}$`, holes };
}

/** Replaces the parts of the target that repeat a part of the address by `$1`, `$2`… */
function filled(target: string, holes: readonly string[]): string {
  let stars = 0;
  return target.replace(HOLE, (text: string, braced?: string, colon?: string) => {
    if (text === '*') {
      stars += 1;
      const at = holes.map((hole, index) => (hole === '*' ? index : -1)).filter((index) => index >= 0)[
        stars - 1
      ];
      return at === undefined ? text : `$${at + 1}`;
    }
    const at = holes.indexOf(braced ?? colon ?? text);
    return at < 0 ? text : `$${at + 1}`;
  });
}

/** Rewrites an address to another inside the site. */
export function rewriteByExample(from: string, to: string): string {
  const { pattern, holes } = formOf(from.split('?')[0] ?? from, to);
  return `rewrite ${quotedPattern(pattern)} ${quotedValue(filled(to, holes))} last;\n`;
}

/** Redirects visitors from an address to another. */
export function redirectByExample(from: string, to: string, status: '301' | '302'): string {
  const { pattern, holes } = formOf(from.split('?')[0] ?? from, to);
  const flag = status === '301' ? 'permanent' : 'redirect';
  return `rewrite ${quotedPattern(pattern)} ${quotedValue(filled(to, holes))} ${flag};\n`;
}
