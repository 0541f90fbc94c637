/** Characters that every spelling of an address has as they are; any other may also stand there percent-encoded. */
const PLAIN = /[A-Za-z0-9\-._~/]/;
const HEX = /^%[0-9A-Fa-f]{2}/;

const encoded = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/**
 * One spelling for all that mean the same on the wire: escapes in capital letters, and an escape for whatever may be
 * escaped. An escaped letter stays one: browsers never write it so.
 */
export function canonicalPath(raw: string): string {
  let text = '';
  for (let at = 0; at < raw.length;) {
    const escape = HEX.exec(raw.slice(at, at + 3))?.[0];
    const character = escape?.toUpperCase() ?? String.fromCodePoint(raw.codePointAt(at) ?? 0);
    text += escape !== undefined || PLAIN.test(character) ? character : encoded(character);
    at += character.length;
  }
  return text;
}

/** As `canonicalPath`, and escapes of plain characters are undone: of an address as a person enters it. */
export const canonicalEntry = (entered: string): string =>
  canonicalPath(entered).replace(/%[0-9A-F]{2}/g, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return character !== '/' && PLAIN.test(character) ? character : escape;
  });
