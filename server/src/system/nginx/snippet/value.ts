/** A piece of a value, as nginx's script engine reads it. */
export type Piece =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'capture'; readonly number: number }
  | { readonly is: 'variable'; readonly name: string };

export type Value = readonly Piece[];

/** A capture has one digit; a name in braces takes no capture; anything else after `$` is an error in nginx too. */
const PIECE = /\$(?:([1-9])|\{([a-z0-9_]+)\}|([a-z0-9_]+))|([^$]+)/giy;

/** Undefined if no name follows a `$`. */
export function parseValue(text: string): Value | undefined {
  const pieces: Piece[] = [];
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < text.length) {
    const found = PIECE.exec(text);
    if (found === null) return undefined;
    const [, capture, braced, bare, plain] = found;
    const name = braced ?? bare;
    if (capture !== undefined) pieces.push({ is: 'capture', number: Number(capture) });
    else if (name !== undefined) pieces.push({ is: 'variable', name: name.toLowerCase() });
    else pieces.push({ is: 'text', text: plain ?? '' });
  }
  return pieces;
}

/** The literal text with one placeholder per variable, to check the text around them. */
export const withPlaceholders = (value: Value, standIn: string): string =>
  value.map((piece) => (piece.is === 'text' ? piece.text : standIn)).join('');

/** The parts before and after the first `?`; `is_args` begins a query too if `opens` holds. */
export function splitQuery(value: Value, isArgsOpens: boolean): { path: Value; query: Value | undefined } {
  const path: Piece[] = [];
  for (const [index, piece] of value.entries()) {
    const opens = piece.is === 'variable' && piece.name === 'is_args' && isArgsOpens;
    if (opens) return { path, query: value.slice(index) };
    const mark = piece.is === 'text' ? piece.text.indexOf('?') : -1;
    if (piece.is !== 'text' || mark < 0) {
      path.push(piece);
      continue;
    }
    if (mark > 0) path.push({ is: 'text', text: piece.text.slice(0, mark) });
    const rest: Piece = { is: 'text', text: piece.text.slice(mark) };
    return { path, query: [rest, ...value.slice(index + 1)] };
  }
  return { path, query: undefined };
}

const REDIRECT = /^(?:https?:\/\/|\$scheme\b|\$\{scheme\})/i;

/**
 * Whether nginx answers with a redirect to this target of a rewrite or return: only the beginning decides.
 */
export const isRedirectTarget = (text: string): boolean => REDIRECT.test(text);
