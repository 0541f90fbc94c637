import { commonestEncoding } from '../text/double-byte';
import type { NameEncoding } from '../extract/archive-entry';

const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

const decodeCp437 = (bytes: Buffer): string =>
  Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : (CP437[byte - 0x80] ?? ''))).join(
    '',
  );

const decoders = new Map<string, TextDecoder>();
function decoderOf(encoding: string): TextDecoder {
  const known = decoders.get(encoding) ?? new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  decoders.set(encoding, known);
  return known;
}

/** Undefined if the bytes do not fit the encoding. */
export function decodeName(bytes: Buffer, encoding: Exclude<NameEncoding, 'auto'>): string | undefined {
  if (encoding === 'cp437') return decodeCp437(bytes);
  try {
    return decoderOf(encoding).decode(bytes);
  } catch {
    return undefined;
  }
}

const isAscii = (bytes: Buffer): boolean => bytes.every((byte) => byte < 0x80);

/** Names used to guess the encoding. */
const SAMPLE = 2000;
/**
 * Guesses the encoding of names without a UTF-8 mark. UTF-8 is recognized by its form; among the double-byte
 * encodings the share of common characters decides, and on a tie the Chinese ones win.
 */
export function guessEncoding(all: readonly Buffer[]): Exclude<NameEncoding, 'auto'> {
  const names = all.filter((name) => !isAscii(name)).slice(0, SAMPLE);
  if (names.every((name) => decodeName(name, 'utf-8') !== undefined)) return 'utf-8';
  return commonestEncoding(names) ?? 'cp437';
}
