/** Characters that every spelling of an address has as they are; any other may also stand there percent-encoded. */
const PLAIN = /[A-Za-z0-9\-._~/]/;
const ESCAPES_OR_OTHER = /(?:%[0-9A-Fa-f]{2})+|[^A-Za-z0-9\-._~/]/gu;

const hex = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
/** Of a byte that is a character of its own. */
const ESCAPES = Array.from({ length: 128 }, (_, byte) => hex(byte));

const encoded = (character: string): string =>
  ESCAPES[character.charCodeAt(0)] ?? [...Buffer.from(character)].map(hex).join('');

/**
 * One spelling for all that mean the same on the wire: escapes in capital letters, and an escape for whatever may be
 * escaped. An escaped letter stays one: browsers never write it so.
 */
export const canonicalPath = (raw: string): string =>
  raw.replace(ESCAPES_OR_OTHER, (found) => (found.length > 2 ? found.toUpperCase() : encoded(found)));

/** As `canonicalPath`, and escapes of plain characters are undone: of an address as a person enters it. */
export const canonicalEntry = (entered: string): string =>
  canonicalPath(entered).replace(/%[0-9A-F]{2}/g, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return character !== '/' && PLAIN.test(character) ? character : escape;
  });
