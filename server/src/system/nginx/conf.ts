/**
 * nginx configuration as checked text. The words of a template are ours; every value put into one is checked here,
 * at render, whatever was checked before: no value can end a line, a block or a quote, or name a variable.
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

// eslint-disable-next-line no-control-regex -- control characters are what this refuses
const UNSAFE = /[\u0000-\u001f\u007f"'`;{}$\\]/;
const BARE = /^[\p{L}\p{N}._/:@+,=%*[\]-]+$/u;

/** The value itself, where it is to be part of a longer word of ours. */
export function checked(text: string): string {
  if (UNSAFE.test(text) || text.startsWith('~')) throw new UnsafeValue(text);
  return text;
}

/** One word: bare where nginx takes it so, else in quotes. A regular expression (`~…`) is never a value. */
export function word(value: string | number): string {
  const text = checked(String(value));
  return BARE.test(text) ? text : `"${text}"`;
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

/** Backslashes of the template stay as written, so that nginx's regular expressions read as in its own files. */
export function conf(template: TemplateStringsArray, ...pieces: readonly Piece[]): Conf {
  const parts = template.raw.map((text, index) => {
    const piece = pieces[index];
    return piece === undefined ? text : text + render(piece);
  });
  return new Conf(parts.join('').trim());
}

export const NOTHING = new Conf('');

/** `piece` only where `condition` holds. */
export const when = (condition: boolean, piece: Conf): Conf => (condition ? piece : NOTHING);
