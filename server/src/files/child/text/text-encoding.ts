import type { TextEncoding } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { commonestEncoding } from './double-byte';

/** Encodings that Node.js can only decode. */
type TableEncoding = 'gbk' | 'big5' | 'shift_jis';

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

export interface DecodedText {
  readonly content: string;
  readonly encoding: TextEncoding;
  readonly bom: boolean;
}

function decodeAs(bytes: Buffer, encoding: TextEncoding): string | undefined {
  if (encoding === 'latin1') return bytes.toString('latin1');
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Bytes used to guess the encoding, up to a line's end, so that no character is cut. */
const GUESS_BYTES = 65_536;

function sampleOf(bytes: Buffer): Buffer {
  if (bytes.length <= GUESS_BYTES) return bytes;
  const end = bytes.lastIndexOf(0x0a, GUESS_BYTES);
  return end === -1 ? bytes : bytes.subarray(0, end);
}

/** Encodings to try if the request names none; the last one fits any bytes. */
const guesses = (bytes: Buffer): readonly TextEncoding[] => {
  const guess = commonestEncoding([sampleOf(bytes)]);
  return guess === undefined ? ['latin1'] : [guess, 'latin1'];
};

/**
 * Decodes a text file. Refuses with `not-a-text` for binary bytes, and `wrong-encoding` if they do not fit the
 * requested encoding: saving a guess would destroy them.
 */
export function decodeText(bytes: Buffer, wanted: TextEncoding | undefined): DecodedText {
  if (bytes.includes(0)) throw new Refusal('not-a-text');
  const bom = bytes.subarray(0, 3).equals(BOM) && (wanted === undefined || wanted === 'utf-8');
  const body = bom ? bytes.subarray(3) : bytes;
  const sure = wanted ?? 'utf-8';
  const content = decodeAs(body, sure);
  if (content !== undefined) return { content, encoding: sure, bom };
  for (const encoding of wanted === undefined ? guesses(body) : []) {
    const guessed = decodeAs(body, encoding);
    if (guessed !== undefined) return { content: guessed, encoding, bom };
  }
  throw new Refusal('wrong-encoding', { field: 'encoding', values: { encoding: wanted ?? '' } });
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/**
 * Lead bytes, the ones a writer prefers first: several codes stand for one character (NEC's copies of IBM's
 * kanji in Shift_JIS, Hong Kong's additions in Big5).
 */
const LEADS: Readonly<Record<TableEncoding, readonly number[]>> = {
  gbk: range(0x81, 0xfe),
  big5: [...range(0xa1, 0xfe), ...range(0x81, 0xa0)],
  shift_jis: [...range(0x81, 0x9f), ...range(0xe0, 0xec), ...range(0xef, 0xfc), 0xed, 0xee],
};

const tables = new Map<TableEncoding, ReadonlyMap<string, readonly number[]>>();

/** Encoding table, built from the decoder, so that encoded text decodes to itself. */
function tableOf(encoding: TableEncoding): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known) return known;
  const decoder = new TextDecoder(encoding, { fatal: true });
  const table = new Map<string, readonly number[]>();
  const learn = (...code: number[]) => {
    try {
      const character = decoder.decode(Uint8Array.from(code));
      const [first = ''] = character;
      if (first === character && !table.has(character)) table.set(character, code);
    } catch {
      // No character has this code.
    }
  };
  for (const byte of range(0x00, 0xff)) learn(byte);
  for (const lead of LEADS[encoding]) for (const trail of range(0x30, 0xfe)) learn(lead, trail);
  tables.set(encoding, table);
  return table;
}

function encodeByTable(content: string, encoding: TableEncoding): Buffer {
  const table = tableOf(encoding);
  // No character of these encodings takes more than two bytes.
  const bytes = Buffer.allocUnsafe(content.length * 2);
  let at = 0;
  for (const character of content) {
    const code = table.get(character);
    if (code === undefined) throw notEncodable(encoding, character);
    for (const byte of code) at = bytes.writeUInt8(byte, at);
  }
  return bytes.subarray(0, at);
}

const notEncodable = (encoding: string, character: string) =>
  new Refusal('not-encodable', { field: 'content', values: { encoding, character } });

function encodeLatin1(content: string): Buffer {
  const foreign = /[\u{100}-\u{10ffff}]/u.exec(content);
  if (foreign) throw notEncodable('latin1', foreign[0]);
  return Buffer.from(content, 'latin1');
}

/** Encodes a text; refuses with `not-encodable` rather than lose a character. */
export function encodeText(content: string, encoding: TextEncoding, bom: boolean): Buffer {
  switch (encoding) {
    case 'utf-8':
      return bom ? Buffer.concat([BOM, Buffer.from(content)]) : Buffer.from(content);
    case 'latin1':
      return encodeLatin1(content);
    default:
      return encodeByTable(content, encoding);
  }
}
