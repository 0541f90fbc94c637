import type { RawName } from './source';

export type SourceEncoding = 'utf-8' | 'gb18030';

const isAscii = (raw: RawName): boolean => !/[\x80-\xff]/.test(raw);

const DECODERS: Readonly<Record<SourceEncoding, TextDecoder>> = {
  'utf-8': new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }),
  gb18030: new TextDecoder('gb18030', { fatal: true }),
};

/** Undefined if the bytes are not text in that encoding. */
export function decodeName(raw: RawName, encoding: SourceEncoding): string | undefined {
  if (isAscii(raw)) return raw;
  try {
    return DECODERS[encoding].decode(Buffer.from(raw, 'latin1'));
  } catch {
    return undefined;
  }
}

export const isUtf8 = (raw: RawName): boolean => decodeName(raw, 'utf-8') !== undefined;

/** For messages: any bytes become text. */
export const shownName = (raw: RawName, encoding: SourceEncoding): string =>
  decodeName(raw, encoding) ?? Buffer.from(raw, 'latin1').toString('utf8');

let doubleBytes: Map<string, string> | undefined;

/** All characters of two bytes in GB 18030, those of GBK. */
function gbkBytes(): Map<string, string> {
  if (doubleBytes) return doubleBytes;
  const map = new Map<string, string>();
  for (let lead = 0x81; lead <= 0xfe; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const raw = String.fromCharCode(lead, trail);
      const text = decodeName(raw, 'gb18030');
      if (text !== undefined && !map.has(text)) map.set(text, raw);
    }
  }
  doubleBytes = map;
  return map;
}

/** Undefined if the encoding lacks a character; of GB 18030, those of four bytes are missing. */
export function encodeName(text: string, encoding: SourceEncoding): RawName | undefined {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8').toString('latin1');
  const bytes = gbkBytes();
  let raw = '';
  for (const character of text) {
    const own = character.charCodeAt(0) < 0x80 ? character : bytes.get(character);
    if (own === undefined) return undefined;
    raw += own;
  }
  return raw;
}

/** The ways in which a server may write a text. */
export function encodingsOf(text: string): readonly RawName[] {
  const all = [encodeName(text, 'utf-8'), encodeName(text, 'gb18030')];
  return [...new Set(all.filter((raw) => raw !== undefined))];
}

export const joinRaw = (folder: RawName, name: RawName): RawName =>
  folder === '' || folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`;
