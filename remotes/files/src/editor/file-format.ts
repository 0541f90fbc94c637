import { TEXT_ENCODINGS, type TextEncoding } from '@sitedeck/contract';
import type { LineEnd } from '@sitedeck/ui/editor';

/** Encoding of a file on disk. */
export interface Charset {
  readonly encoding: TextEncoding;
  readonly bom: boolean;
}

/** `lineEnd` is `mixed` until the user chooses one. */
export interface FileFormat extends Charset {
  readonly lineEnd: LineEnd | 'mixed';
}

const plain = (encoding: TextEncoding): Charset => ({ encoding, bom: false });

/** In the order of the menu. */
export const CHARSETS: readonly Charset[] = TEXT_ENCODINGS.flatMap((encoding) =>
  encoding === 'utf-8' ? [plain(encoding), { encoding, bom: true }] : [plain(encoding)],
);

const NAMES: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'UTF-8',
  gbk: 'GBK',
  big5: 'Big5',
  shift_jis: 'Shift-JIS',
  latin1: 'Latin-1',
};

export const charsetName = ({ encoding, bom }: Charset): string => NAMES[encoding] + (bom ? ' BOM' : '');

export const isSameCharset = (a: Charset, b: Charset): boolean =>
  a.encoding === b.encoding && a.bom === b.bom;

const LINE_ENDS = ['lf', 'crlf', 'mixed'] as const;

/** Packs the file version that a draft began from, and the format to save it in. */
export const packOrigin = (version: string, { encoding, bom, lineEnd }: FileFormat): string =>
  [version, encoding, bom ? 'bom' : '', lineEnd].join('|');

/** Parses it defensively, because it comes from browser storage. */
export function unpackOrigin(packed: string): { readonly version: string; readonly format?: FileFormat } {
  const [version = '', encodingName, bom, ends] = packed.split('|');
  const encoding = TEXT_ENCODINGS.find((one) => one === encodingName);
  const lineEnd = LINE_ENDS.find((one) => one === ends);
  if (!encoding || !lineEnd) return { version };
  return { version, format: { encoding, bom: bom === 'bom', lineEnd } };
}
