import type { Conversion } from './conversion';
import { nginxBlock, escapedForPattern, quotedPattern, quotedValue } from './nginx-text';
import { Unconvertible } from './reasons';
import type { Directive } from './read-htaccess';
import { statusOf } from './rewrite-rule';
import { shapeOf } from './uri-pattern';

interface RedirectLine {
  readonly status: string;
  readonly from: string;
  readonly to: string;
}

const STATUS = /^(?:permanent|temp|seeother|gone|[345]\d\d)$/i;

function redirectLineOf({ name, args, text }: Directive): RedirectLine {
  const fixed = name === 'redirectpermanent' ? '301' : name === 'redirecttemp' ? '302' : undefined;
  const [first = '', ...rest] = args;
  const given = fixed === undefined && STATUS.test(first);
  const [from, to = '', ...more] = given ? rest : args;
  const status = given ? (first.toLowerCase() === 'gone' ? '410' : statusOf(first)) : (fixed ?? '302');
  const lacks = from === undefined || status === undefined || (to === '' && status.startsWith('3'));
  if (lacks || more.length > 0) throw new Unconvertible('incomplete', text);
  return { status, from, to };
}

/** nginx appends the query of the request; a target with its own query keeps only that. */
function target(to: string, suffix: string): string {
  if (to.includes('$') && suffix !== '') throw new Unconvertible('dollar-sign');
  if (to.includes('?')) return quotedValue(`${to}?`);
  return quotedValue(`${to}${suffix}`);
}

const flagOf: Readonly<Record<string, string>> = { '301': 'permanent', '302': 'redirect' };

/** Matches a path and everything below it, and keeps the rest. */
function redirect({ status, from, to }: RedirectLine): string {
  const path = decoded(from);
  if (!path.startsWith('/')) throw new Unconvertible('incomplete', from);
  const pattern = `^${escapedForPattern(path)}${path.endsWith('/') ? '(.*)' : '(/.*)?'}$`;
  if (!status.startsWith('3'))
    return nginxBlock(`if ($uri ~ ${quotedPattern(pattern)})`, `return ${status};`);
  const flag = flagOf[status];
  if (flag !== undefined) return `rewrite ${quotedPattern(pattern)} ${target(to, '$1')} ${flag};`;
  if (!/^[\w./-]+$/.test(from) || /[?$]/.test(to)) throw new Unconvertible('redirect-status', status);
  const sent = `^${escapedForPattern(from)}${from.endsWith('/') ? '(.*)' : '([/?].*)?'}$`;
  return nginxBlock(
    `if ($request_uri ~ ${quotedPattern(sent)})`,
    `return ${status} ${quotedValue(`${to}$1`)};`,
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function redirectMatch({ status, from, to }: RedirectLine): string {
  const { groups } = shapeOf(from);
  if (!status.startsWith('3')) return nginxBlock(`if ($uri ~ ${quotedPattern(from)})`, `return ${status};`);
  if (/\$(?![1-9])|\\\$/.test(to)) throw new Unconvertible('dollar-sign');
  if ([...to.matchAll(/\$(\d)/g)].some(([, number]) => Number(number) > groups))
    throw new Unconvertible('back-reference', to);
  const flag = flagOf[status];
  if (flag !== undefined) return `rewrite ${quotedPattern(from)} ${target(to, '')} ${flag};`;
  if (to.includes('$')) throw new Unconvertible('redirect-status', status);
  return nginxBlock(`if ($uri ~ ${quotedPattern(from)})`, `return ${status} ${quotedValue(to)};`);
}

/**
 * Converts mod_alias: `Redirect`, `RedirectMatch`, `RedirectPermanent`, `RedirectTemp`. They run before
 * mod_rewrite.
 */
export function convertAlias(conversion: Conversion, directive: Directive): void {
  const line = redirectLineOf(directive);
  const code = directive.name === 'redirectmatch' ? redirectMatch(line) : redirect(line);
  conversion.emit({ place: 'alias', from: [directive], code: [code] });
}
