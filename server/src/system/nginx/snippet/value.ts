/** A piece of a value, as nginx's scripts see it. */
export type Piece =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'capture'; readonly number: number }
  | { readonly is: 'variable'; readonly name: string };

export type Value = readonly Piece[];

/** A capture has one digit; a name in braces takes no capture; anything else after `$` is an error in nginx too. */
const PIECE = /\$(?:([1-9])|\{([a-z0-9_]+)\}|([a-z0-9_]+))|([^$]+)/giy;

/** Undefined where a `$` is followed by no name. */
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
