/** Encodings of East Asian texts that can't be distinguished by form. */
export type DoubleByte = 'gbk' | 'big5' | 'shift_jis';

const decoders = new Map<DoubleByte, TextDecoder>();

function fits(bytes: Buffer, encoding: DoubleByte): boolean {
  const decoder = decoders.get(encoding) ?? new TextDecoder(encoding, { fatal: true });
  decoders.set(encoding, decoder);
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Whether two bytes encode a common character of that encoding. */
const COMMON: Readonly<Record<DoubleByte, (lead: number, trail: number) => boolean>> = {
  // The first level of GB 2312 (3,755 characters by their sound), its letters and its punctuation.
  gbk: (lead, trail) => trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3)),
  // The first level of Big5 (5,401 characters) and its punctuation.
  big5: (lead, trail) => lead >= 0xa1 && lead <= 0xc6 && (trail <= 0x7e || trail >= 0xa1),
  // Kana, full-width letters and the first level of JIS X 0208.
  shift_jis: (lead, trail) =>
    (lead >= 0x82 && lead <= 0x97 && trail >= 0x40) || (lead === 0x81 && trail <= 0x7f),
};

const isLead: Readonly<Record<DoubleByte, (byte: number) => boolean>> = {
  gbk: (byte) => byte >= 0x81,
  big5: (byte) => byte >= 0x81,
  shift_jis: (byte) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc),
};

/** Share of common characters; undefined if the bytes do not fit the encoding. */
function scoreOf(texts: readonly Buffer[], encoding: DoubleByte): number | undefined {
  let [common, all] = [0, 0];
  for (const text of texts) {
    if (!fits(text, encoding)) return undefined;
    for (let at = 0; at < text.length; at += 1) {
      const lead = text[at] ?? 0;
      if (lead < 0x80) continue;
      all += 1;
      if (!isLead[encoding](lead)) continue;
      at += 1;
      if (COMMON[encoding](lead, text[at] ?? 0)) common += 1;
    }
  }
  return all === 0 ? 0 : common / all;
}

/** Below this share of common characters, a single-byte encoding is more likely. */
const ENOUGH = 0.6;

/** The encoding with the highest share of common characters; on a tie the Chinese ones win. */
export function commonestEncoding(texts: readonly Buffer[]): DoubleByte | undefined {
  let best: { encoding: DoubleByte; score: number } | undefined;
  for (const encoding of ['gbk', 'big5', 'shift_jis'] as const) {
    const score = scoreOf(texts, encoding);
    if (score !== undefined && score > (best?.score ?? ENOUGH)) best = { encoding, score };
  }
  return best?.encoding;
}
