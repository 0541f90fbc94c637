/**
 * nginx configuration as checked text. Template text comes from this source code. Every value inserted into
 * it is checked here, at render, even if it was checked before: no value can end a line, a block or a quote,
 * or name a variable.
 */
export class Conf {
  constructor(readonly text: string) {}
}

export class UnsafeValue extends Error {
  constructor(value: string) {
    super(`not fit for a configuration file: ${JSON.stringify(value)}`);
    this.name = 'UnsafeValue';
  }
}

// oxlint-disable-next-line no-control-regex -- control characters are what this refuses
const UNSAFE = /[\u0000-\u001f\u007f"'`;{}$\\]/;
const BARE = /^[\p{L}\p{N}._/:@+,=%*[\]-]+$/u;

/** Inserts the value without quotes, as part of a longer word. */
export function checkedText(text: string): string {
  if (UNSAFE.test(text) || text.startsWith('~')) throw new UnsafeValue(text);
  return text;
}

/** Writes one word: bare if nginx allows it, else quoted. A regular expression (`~…`) is never a value. */
export function word(value: string | number): string {
  const text = checkedText(String(value));
  return BARE.test(text) ? text : `"${text}"`;
}

/** Longest word that nginx accepts, with some margin, bytes. */
const WORD_MAX = 4000;

/**
 * Letters, digits, groups and classes; any other character as its code. No dot, quote, brace, dollar sign or
 * blank.
 */
const OWN_PATTERN = /^(?:[A-Za-z0-9/()?:[\]^*+|<>%_#=!-]|\\x[0-9a-f]{2}|\\z)+$/;

/**
 * A regular expression written by this server, in which a tenant's characters appear only as codes. Only for
 * maps.
 */
export function checkedPattern(text: string): Conf {
  if (text.length > WORD_MAX || !OWN_PATTERN.test(text)) throw new UnsafeValue(text);
  return new Conf(`"~${text}"`);
}

/** Part of an address, percent-encoded, or one of the server's own variables. */
export type OwnPiece = { readonly text: string } | { readonly variable: string };

const ADDRESS_TEXT = /^[A-Za-z0-9\-._~/:?#[\]@!&()*+,=%]*$/;
const OWN_VARIABLE = /^sd_[a-z0-9_]+$/;

function ownPiece(piece: OwnPiece): string {
  const [text, allowed] = 'text' in piece ? [piece.text, ADDRESS_TEXT] : [piece.variable, OWN_VARIABLE];
  if (!allowed.test(text)) throw new UnsafeValue(text);
  return 'text' in piece ? text : `\${${text}}`;
}

/** One word of text and the server's own variables (`sd_…`). */
export function withOwnVariables(pieces: readonly OwnPiece[]): Conf {
  const text = pieces.map(ownPiece).join('');
  if (text.length > WORD_MAX) throw new UnsafeValue(text);
  // The name of a variable without quotes, for directives that require one.
  const [only] = pieces;
  return new Conf(pieces.length === 1 && only && 'variable' in only ? `$${only.variable}` : `"${text}"`);
}

type Piece = string | number | Conf | readonly string[] | readonly Conf[];

const isConfs = (piece: readonly string[] | readonly Conf[]): piece is readonly Conf[] =>
  piece[0] instanceof Conf;

function render(piece: Piece): string {
  if (piece instanceof Conf) return piece.text;
  if (typeof piece === 'string' || typeof piece === 'number') return word(piece);
  return isConfs(piece)
    ? piece.map((part) => part.text).join('\n')
    : piece.map((part) => word(part)).join(' ');
}

/** Backslashes of the template stay as written, so that regular expressions look as in nginx's own files. */
export function conf(template: TemplateStringsArray, ...pieces: readonly Piece[]): Conf {
  const parts = template.raw.map((text, index) => {
    const piece = pieces[index];
    return piece === undefined ? text : text + render(piece);
  });
  return new Conf(parts.join('').trim());
}

export const NOTHING = new Conf('');

/** `piece` if `condition` holds, otherwise nothing. */
export const confWhen = (condition: boolean, piece: Conf): Conf => (condition ? piece : NOTHING);
