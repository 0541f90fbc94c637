import { TEXT_ENCODINGS, type TextEncoding } from '@sitedeck/contract';
import type { LineEnd } from '@sitedeck/ui/editor';

/** How the characters of a file lie on disk. */
export interface Charset {
  readonly encoding: TextEncoding;
  readonly bom: boolean;
}

/** `lineEnd` is `mixed` only as long as nobody chose one. */
export interface FileFormat extends Charset {
  readonly lineEnd: LineEnd | 'mixed';
}

const plain = (encoding: TextEncoding): Charset => ({ encoding, bom: false });

/** In the order in which they are offered. */
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

/** What a draft began from: the version of the file, and the format it is to be saved in. */
export const packOrigin = (version: string, { encoding, bom, lineEnd }: FileFormat): string =>
  [version, encoding, bom ? 'bom' : '', lineEnd].join('|');

/** The browser keeps it, so it may be anything. */
export function unpackOrigin(packed: string): { readonly version: string; readonly format?: FileFormat } {
  const [version = '', asked, bom, ends] = packed.split('|');
  const encoding = TEXT_ENCODINGS.find((one) => one === asked);
  const lineEnd = LINE_ENDS.find((one) => one === ends);
  if (!encoding || !lineEnd) return { version };
  return { version, format: { encoding, bom: bom === 'bom', lineEnd } };
}
