/**
 * Two-byte characters whose second byte may look like a backslash, a name quote or a delimiter. The value of
 * such a byte is 1.
 */
export interface DoubleByteRanges {
  readonly firsts: Uint8Array;
  readonly seconds: Uint8Array;
}

type Range = readonly [from: number, to: number];

function bytesIn(ranges: readonly Range[]): Uint8Array {
  const bytes = new Uint8Array(256);
  for (const [from, to] of ranges) bytes.fill(1, from, to + 1);
  return bytes;
}

const pairs = (firsts: readonly Range[], seconds: readonly Range[]): DoubleByteRanges => ({
  firsts: bytesIn(firsts),
  seconds: bytesIn(seconds),
});

const LOW: Range = [0x40, 0x7e];
const GBK = pairs([[0x81, 0xfe]], [LOW, [0x80, 0xfe]]);
const BIG5 = pairs([[0xa1, 0xf9]], [LOW, [0xa1, 0xfe]]);
// prettier-ignore
const SJIS = pairs([[0x81, 0x9f], [0xe0, 0xfc]], [LOW, [0x80, 0xfc]]);

/**
 * By encoding: which first and second bytes form a pair for the engine.
 * @see https://github.com/MariaDB/server/tree/10.11/strings ctype-gbk.c, ctype-big5.c, ctype-sjis.c,
 * ctype-cp932.c
 */
export const DOUBLE_BYTE_ENCODINGS: Readonly<Record<string, DoubleByteRanges>> = {
  gbk: GBK,
  big5: BIG5,
  sjis: SJIS,
  cp932: SJIS,
};

/** Replacement that is part of no quote, comment or delimiter, and no first byte. */
const HIDDEN = 0x80;
const BACKSLASH = 0x5c;

interface Stretch {
  readonly bytes: Buffer;
  readonly from: number;
  readonly end: number;
}

export interface DoubleByteText {
  readonly pairs: DoubleByteRanges;
  /** After a backslash an engine skips one byte, even the first byte of a pair. */
  readonly backslashes: boolean;
}

/**
 * Masks second bytes in place. Returns where to continue when more bytes arrive: at `end`, or at a first byte
 * whose second byte is still missing. Treats a backslash as an escape even in a quoted name, where it is
 * none; the judge refuses names for which that matters (`isAmbiguous`).
 */
export function maskSecondBytes(
  { bytes, from, end }: Stretch,
  { pairs: { firsts, seconds }, backslashes }: DoubleByteText,
): number {
  let at = from;
  while (at < end) {
    const isEscape = backslashes && bytes[at] === BACKSLASH;
    if (!isEscape && firsts[bytes[at] ?? 0] === 0) {
      at += 1;
      continue;
    }
    if (at + 1 === end) return at;
    if (isEscape) at += 2;
    else if (seconds[bytes[at + 1] ?? 0] === 1) {
      bytes[at + 1] = HIDDEN;
      at += 2;
    } else at += 1;
  }
  return at;
}

/** Whether a name (one character per byte) would end elsewhere if a backslash in it counted. */
export function endsAmbiguously(name: string, { pairs: { firsts }, backslashes }: DoubleByteText): boolean {
  if (!backslashes) return false;
  for (let at = name.indexOf('\\'); at >= 0; at = name.indexOf('\\', at + 1))
    if (firsts[name.charCodeAt(at + 1)] === 1) return true;
  return false;
}

/**
 * A copy of the text, of the same length (one character per byte), with second bytes masked, so that none
 * looks like a backslash, a quote or a delimiter.
 */
export function withMaskedSecondBytes(text: string, by: DoubleByteText): string {
  const bytes = Buffer.from(text, 'latin1');
  maskSecondBytes({ bytes, from: 0, end: bytes.length }, by);
  return bytes.toString('latin1');
}
