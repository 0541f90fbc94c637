import type { DUMP_CHARSETS } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { Quoting } from './syntax/quoting';

export type DumpCharset = (typeof DUMP_CHARSETS)[number];

/** What the text of a dump is read as. */
export interface DumpEncoding {
  /** As the engine names it; what the connection begins with. */
  readonly names: string;
  /**
   * The file's bytes become UTF-8 on the way, whatever it says of them. Absent: they go over as they are, in the encoding
   * that the dump gives its session. Dumps of the usual programs change it on the way, and bytes of a blob have none.
   */
  readonly decoder?: Decoder;
  /** What its owner is told. */
  readonly label: string;
  /** Every statement must be UTF-8: nothing says that it is anything else. */
  readonly strict: boolean;
}

/** Bytes that are looked at before anything is read. */
export const PEEK_BYTES = 64 * 1024;

const DECLARED = /\bSET\s+NAMES\s+'?(\w+)/i;
type Decoder = 'gbk' | 'gb18030' | 'big5' | 'shift_jis' | 'utf-8';
const DECODERS: Readonly<Partial<Record<DumpCharset, Decoder>>> = {
  gbk: 'gbk',
  big5: 'big5',
  sjis: 'shift_jis',
};
/** What those mean by it who choose one of ours. */
const DOUBLE_BYTE: Readonly<Record<string, DumpCharset>> = {
  gbk: 'gbk',
  gb2312: 'gbk',
  gb18030: 'gbk',
  big5: 'big5',
  sjis: 'sjis',
  cp932: 'sjis',
};
/** A name that no MariaDB knows: GBK and more, signs of four bytes too. */
const FOREIGN = 'gb18030';

function refuseUtf16([first, second]: Buffer): void {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new Refusal('dump-utf16');
}

/** What a dump's beginning and its owner say of its encoding. Refuses `dump-utf16`. */
export function encodingOf(peek: Buffer, choice: DumpCharset): DumpEncoding {
  refuseUtf16(peek);
  if (choice === 'latin1') return { names: 'latin1', label: 'latin1', strict: false };
  const declared = DECLARED.exec(peek.toString('latin1'))?.[1]?.toLowerCase();
  const family = declared === undefined ? undefined : DOUBLE_BYTE[declared];
  const isAsDeclared = choice === 'auto' || choice === family;
  if (declared !== undefined && declared !== FOREIGN && isAsDeclared)
    return { names: 'utf8mb4', label: declared, strict: false };
  const decoder = isAsDeclared && declared === FOREIGN ? FOREIGN : decoderFor(choice, family);
  const told = isAsDeclared ? (declared ?? 'utf8mb4') : choice;
  return {
    names: 'utf8mb4',
    label: told,
    ...(decoder && { decoder }),
    strict: declared === undefined || choice === 'utf8',
  };
}

/** @param family what the dump says of itself: it is another than the one chosen */
const decoderFor = (choice: DumpCharset, family: DumpCharset | undefined): Decoder | undefined =>
  choice === 'utf8' ? family && 'utf-8' : DECODERS[choice];

/** Whether text of a dump is read as signs of two bytes: its owner may choose UTF-8 instead. */
export const isDoubleByte = (told: string): boolean => Object.hasOwn(DOUBLE_BYTE, told);

/** As `TextDecoder` calls what engines name otherwise; both know what is not here by the same name, or nobody does. */
const LABELS: Readonly<Record<string, string>> = {
  utf8mb4: 'utf-8',
  utf8mb3: 'utf-8',
  latin1: 'windows-1252',
  sjis: 'shift_jis',
  cp932: 'shift_jis',
  ujis: 'euc-jp',
  eucjpms: 'euc-jp',
  euckr: 'euc-kr',
  koi8r: 'koi8-r',
  koi8u: 'koi8-u',
  latin2: 'iso-8859-2',
};

function decoderOf(client: string): TextDecoder {
  try {
    return new TextDecoder(LABELS[client] ?? client);
  } catch {
    return new TextDecoder();
  }
}

/** Bytes of a name or of an excerpt, each a character, in the words of whoever wrote them. */
export const readableName = (bytes: string, { client = 'utf8' }: Pick<Quoting, 'client'>): string =>
  decoderOf(client).decode(Buffer.from(bytes, 'latin1'));

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
export const withoutBom = (bytes: Buffer): Buffer =>
  bytes.subarray(0, 3).equals(BOM) ? bytes.subarray(3) : bytes;

/** Bytes of another encoding as UTF-8, piece by piece. Refuses `dump-charset`. */
export class Transcoder {
  private readonly decoder: TextDecoder | undefined;
  private line = 1;

  constructor(private readonly reading: DumpEncoding) {
    this.decoder = reading.decoder && new TextDecoder(reading.decoder, { fatal: true });
  }

  take(chunk: Buffer): Buffer {
    return this.decoder ? this.decode(this.decoder, chunk, true) : chunk;
  }

  end(): Buffer {
    return this.decoder ? this.decode(this.decoder, Buffer.alloc(0), false) : Buffer.alloc(0);
  }

  private decode(decoder: TextDecoder, chunk: Buffer, stream: boolean): Buffer {
    try {
      const bytes = Buffer.from(decoder.decode(chunk, { stream }), 'utf8');
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) this.line += 1;
      return bytes;
    } catch {
      const charset = (this.reading.decoder ?? '').toUpperCase();
      throw new Refusal('dump-charset', { field: 'charset', values: { charset, line: this.line } });
    }
  }
}
