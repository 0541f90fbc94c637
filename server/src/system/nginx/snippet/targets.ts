import type { Word } from './lex';
import type { Pattern } from './rule';
import type { DirectiveContext } from './context';
import { withPlaceholders, splitQuery, type Value } from './value';

const OPENING_GROUP = /^\^\((?!\?)/;

/**
 * The decoded path begins with `/`; so does a group at the start of an expression, or one that begins with
 * `/` itself.
 */
const startsWithPath = (value: Value, pattern: Pattern | undefined): boolean => {
  const [first, second] = value;
  if (first?.is === 'variable') return first.name === 'uri' || first.name === 'document_uri';
  if (first?.is !== 'capture') return false;
  const opens = first.number === 1 && OPENING_GROUP.test(pattern?.text ?? '');
  if (!opens && !pattern?.slashed[first.number - 1]) return false;
  // The group may be empty: then the rest begins the path.
  return second === undefined || (second.is === 'text' && !/^[^/?#]*:/.test(second.text));
};

/**
 * Checks a path of this site that nginx looks up again: internal rewrites, the last item of try_files, error pages.
 */
export function innerPath(
  context: DirectiveContext,
  word: Word,
  { value, pattern, isArgsOpens }: WrittenTarget,
): boolean {
  const { path } = splitQuery(value, isArgsOpens);
  const [first] = path;
  if (!(first?.is === 'text' && first.text.startsWith('/')) && !startsWithPath(path, pattern))
    return context.deny(word, 'path-start');
  return (
    context.trusts(word, path, { trust: 'path', reason: 'variable-in-path' }) &&
    context.literalPath(word, path)
  );
}

interface WrittenTarget {
  readonly value: Value;
  /** The rewrite that contains the value. */
  readonly pattern?: Pattern;
  readonly isArgsOpens: boolean;
}

/** The part after `http://`, `https://` or `$scheme://`; undefined for any other beginning. */
function afterScheme(value: Value): Value | undefined {
  const [first, second, ...rest] = value;
  if (first?.is === 'text') {
    const scheme = /^https?:\/\//i.exec(first.text)?.[0];
    return scheme === undefined
      ? undefined
      : [{ is: 'text', text: first.text.slice(scheme.length) }, ...value.slice(1)];
  }
  if (first?.is !== 'variable' || first.name !== 'scheme' || second?.is !== 'text') return undefined;
  return second.text.startsWith('://') ? [{ is: 'text', text: second.text.slice(3) }, ...rest] : undefined;
}

function splitHost(value: Value): { host: Value; path: Value } {
  const end = value.findIndex(
    (piece) =>
      (piece.is === 'text' && /[/?#]/.test(piece.text)) ||
      (piece.is === 'variable' && ['request_uri', 'uri', 'document_uri', 'is_args'].includes(piece.name)),
  );
  const piece = value[end];
  if (piece === undefined) return { host: value, path: [] };
  const cut = piece.is === 'text' ? piece.text.search(/[/?#]/) : 0;
  if (piece.is !== 'text' || cut < 0) return { host: value.slice(0, end), path: value.slice(end) };
  const host: Value = [...value.slice(0, end), { is: 'text', text: piece.text.slice(0, cut) }];
  return { host, path: [{ is: 'text', text: piece.text.slice(cut) }, ...value.slice(end + 1)] };
}

const HOST_TEXT = /^[\p{L}\p{N}._:-]*$/u;

/** A group that opens an expression may follow a host, as the path begins with `/`: `https://a.example$1`. */
function hostEnds(host: Value, pattern: Pattern | undefined): { host: Value; path: Value } {
  const opens = OPENING_GROUP.test(pattern?.text ?? '');
  const at = host.findIndex((piece) => piece.is === 'capture' && piece.number === 1 && opens);
  return at > 0 ? { host: host.slice(0, at), path: host.slice(at) } : { host, path: [] };
}

/** An address to which a visitor is redirected: on this site, or under a host that the rule names itself. */
export function redirectTarget(
  context: DirectiveContext,
  word: Word,
  { value, pattern, isArgsOpens }: WrittenTarget,
): boolean {
  const rest = afterScheme(value);
  if (rest === undefined) {
    const [first] = value;
    const local = first?.is === 'text' && first.text.startsWith('/');
    if (!local && !startsWithPath(value, pattern)) return context.deny(word, 'redirect-start');
    return redirectPath(context, word, { value, isArgsOpens });
  }
  const split = splitHost(rest);
  const cut = hostEnds(split.host, pattern);
  const path = [...cut.path, ...split.path];
  const named = cut.host.some((piece) => piece.is !== 'text' || piece.text !== '');
  if (!named || !HOST_TEXT.test(withPlaceholders(cut.host, 'x'))) return context.deny(word, 'redirect-start');
  return (
    context.trusts(word, cut.host, { trust: 'fixed', reason: 'variable-in-host' }) &&
    redirectPath(context, word, { value: path, isArgsOpens })
  );
}

function redirectPath(context: DirectiveContext, word: Word, { value, isArgsOpens }: WrittenTarget): boolean {
  const { path } = splitQuery(value, isArgsOpens);
  const plain = withPlaceholders(path, 'x').split('#')[0] ?? '';
  if (/[\s"<>\\]/.test(plain)) return context.deny(word, 'redirect-start');
  if (plain.split('/').includes('..')) return context.deny(word, 'path-up');
  return context.trusts(word, path, { trust: 'request', reason: 'variable-in-path' });
}
