import type { NameEncoding } from './archive-entry';

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

/** undefined where the bytes do not fit the encoding. */
export function decodeName(bytes: Buffer, encoding: Exclude<NameEncoding, 'auto'>): string | undefined {
  if (encoding === 'cp437') return decodeCp437(bytes);
  try {
    return decoderOf(encoding).decode(bytes);
  } catch {
    return undefined;
  }
}

const isAscii = (bytes: Buffer): boolean => bytes.every((byte) => byte < 0x80);

type Guess = 'gbk' | 'big5' | 'shift_jis';

/** Whether two bytes stand for a character that is common in texts of that encoding. */
const COMMON: Readonly<Record<Guess, (lead: number, trail: number) => boolean>> = {
  // The first level of GB 2312 (3,755 characters by their sound), its letters and its punctuation.
  gbk: (lead, trail) => trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3)),
  // The first level of Big5 (5,401 characters) and its punctuation.
  big5: (lead, trail) => lead >= 0xa1 && lead <= 0xc6 && (trail <= 0x7e || trail >= 0xa1),
  // Kana, full-width letters and the first level of JIS X 0208.
  shift_jis: (lead, trail) =>
    (lead >= 0x82 && lead <= 0x97 && trail >= 0x40) || (lead === 0x81 && trail <= 0x7f),
};

const isLead: Readonly<Record<Guess, (byte: number) => boolean>> = {
  gbk: (byte) => byte >= 0x81,
  big5: (byte) => byte >= 0x81,
  shift_jis: (byte) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc),
};

/** Share of characters that are common there; undefined where a name does not fit at all. */
function scoreOf(names: readonly Buffer[], encoding: Guess): number | undefined {
  let [common, all] = [0, 0];
  for (const name of names) {
    if (decodeName(name, encoding) === undefined) return undefined;
    for (let at = 0; at < name.length; at += 1) {
      const lead = name[at] ?? 0;
      if (lead < 0x80) continue;
      all += 1;
      if (!isLead[encoding](lead)) continue;
      at += 1;
      if (COMMON[encoding](lead, name[at] ?? 0)) common += 1;
    }
  }
  return all === 0 ? 0 : common / all;
}

/** Names looked at; more tell nothing new. */
const SAMPLE = 2000;
/** Below this share of common characters it is rather a text of single bytes. */
const ENOUGH = 0.6;

/**
 * Encoding of names without a mark. UTF-8 is known by its form; between the double-byte ones the share of common
 * characters decides, the Chinese ones first where they are even.
 */
export function guessEncoding(all: readonly Buffer[]): Exclude<NameEncoding, 'auto'> {
  const names = all.filter((name) => !isAscii(name)).slice(0, SAMPLE);
  if (names.every((name) => decodeName(name, 'utf-8') !== undefined)) return 'utf-8';
  let best: { encoding: Guess; score: number } | undefined;
  for (const encoding of ['gbk', 'big5', 'shift_jis'] as const) {
    const score = scoreOf(names, encoding);
    if (score !== undefined && score > (best?.score ?? ENOUGH)) best = { encoding, score };
  }
  return best?.encoding ?? 'cp437';
}
