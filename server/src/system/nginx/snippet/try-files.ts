import { excerpt } from './fault';
import type { Word } from './lex';
import type { Statement } from './parse';
import { isSource } from './paths';
import type { PrintedWord } from './rule';
import type { DirectiveContext } from './context';
import { innerPath } from './targets';
import { withPlaceholders, type Piece, type Value } from './value';

const OWN_PATH = new Set(['uri', 'document_uri']);
const isOwnPath = (piece: Piece): boolean => piece.is === 'variable' && OWN_PATH.has(piece.name);
/** A name of this server: not chosen by the visitor, not hidden, and without slashes. */
const OWN_NAME = new Set(['host', 'server_name']);

/**
 * After the requested path: nothing, a folder's `/`, an extension of plain files, or names below a folder.
 */
const BEHIND =
  /^(?:\/|\.(?:html?|shtml|xhtml|xml|json|txt|css|m?js|map|svg|png|jpe?g|gif|webp|avif|ico|woff2?|gz|br|pdf|md)|(?:\/[\w-][\w.-]*)+\/?)?$/;

/** Whether a piece is this host's name and fills one path segment. */
function isHostNameSegment(value: Value, index: number): boolean {
  const [before, piece, after] = [value[index - 1], value[index], value[index + 1]];
  const ends = after === undefined || (after.is === 'text' ? after.text.startsWith('/') : isOwnPath(after));
  const begins = before?.is === 'text' && before.text.endsWith('/');
  return begins && ends && piece?.is === 'variable' && OWN_NAME.has(piece.name);
}

/**
 * Items before the last are sent as files by the location that names them, without another location lookup.
 * So they must be the requested path (which was looked up), or fixed names of files without source code.
 */
function servedInPlace(context: DirectiveContext, word: Word): Value | undefined {
  const value = context.value(word);
  if (!value) return undefined;
  if (!context.literalPath(word, value)) return undefined;
  const at = value.findIndex(isOwnPath);
  const before = at < 0 ? value : value.slice(0, at);
  const after = at < 0 ? [] : value.slice(at + 1);
  const head = withPlaceholders(before, 'x');
  const tail = withPlaceholders(after, '$');
  if (isSource(`${head}/`) || isSource(`x${tail}`)) return context.fault(word, 'path-source');
  const fixed = before.every((piece, index) => piece.is === 'text' || isHostNameSegment(value, index));
  const starts = head === '' ? at === 0 : before[0]?.is === 'text' && head.startsWith('/');
  if (!fixed || !starts || !BEHIND.test(tail)) return context.fault(word, 'try-files-form');
  return value;
}

function lastItem(context: DirectiveContext, word: Word): PrintedWord | undefined {
  if (word.text.startsWith('@')) {
    if (context.named.has(word.text)) return word.text;
    return context.fault(word, 'location-unknown', { name: excerpt(word.text) });
  }
  if (word.text.startsWith('=')) {
    if (/^=[2-5]\d\d$/.test(word.text)) return word.text;
    return context.fault(word, 'code-unfit', { code: excerpt(word.text) });
  }
  const value = context.value(word);
  if (!value) return undefined;
  const [first] = value;
  if (first === undefined || !(first.is === 'text' || isOwnPath(first)))
    return context.fault(word, 'path-start');
  return innerPath(context, word, { value, isArgsOpens: true }) ? { value } : undefined;
}

export function readTryFiles({ args }: Statement, context: DirectiveContext): PrintedWord[] | undefined {
  const last = args.at(-1);
  if (!last) return undefined;
  const tried = args.slice(0, -1).map((word) => servedInPlace(context, word));
  const final = lastItem(context, last);
  if (final === undefined || !tried.every((value) => value !== undefined)) return undefined;
  return [...tried.map((value) => ({ value })), final];
}
