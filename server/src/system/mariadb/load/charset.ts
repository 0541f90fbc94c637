import type { DUMP_CHARSETS } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { Quoting } from './syntax/quoting';

export type DumpCharset = (typeof DUMP_CHARSETS)[number];

/** The encoding in which a dump's text is read. */
export interface DumpEncoding {
  /** The engine's name for it; the connection's initial charset. */
  readonly names: string;
  /**
   * The file's bytes are converted to UTF-8 while loading, whatever encoding the file declares. Absent: the
   * bytes are sent unchanged, in the encoding that the dump sets for its session. Dumps of the usual programs
   * change it midway, and the bytes of a blob have none.
   */
  readonly decoder?: Decoder;
  /** The name of the encoding as shown to the owner. */
  readonly label: string;
  /** Every statement must be valid UTF-8, because the dump declares no encoding. */
  readonly strict: boolean;
}

/** Bytes read to detect the encoding. */
export const PEEK_BYTES = 64 * 1024;

const DECLARED = /\bSET\s+NAMES\s+'?(\w+)/i;
type Decoder = 'gbk' | 'gb18030' | 'big5' | 'shift_jis' | 'utf-8';
const DECODERS: Readonly<Partial<Record<DumpCharset, Decoder>>> = {
  gbk: 'gbk',
  big5: 'big5',
  sjis: 'shift_jis',
};
/** For each encoding that a user can choose, the names that dumps declare for it. */
const DOUBLE_BYTE: Readonly<Record<string, DumpCharset>> = {
  gbk: 'gbk',
  gb2312: 'gbk',
  gb18030: 'gbk',
  big5: 'big5',
  sjis: 'sjis',
  cp932: 'sjis',
};
/** An encoding that no MariaDB knows: it extends GBK with four-byte characters. */
const FOREIGN = 'gb18030';

function refuseUtf16([first, second]: Buffer): void {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new Refusal('dump-utf16');
}

/** Decides the encoding from a dump's beginning and the owner's choice. Refuses with `dump-utf16`. */
export function encodingOf(peek: Buffer, choice: DumpCharset): DumpEncoding {
  refuseUtf16(peek);
  if (choice === 'latin1') return { names: 'latin1', label: 'latin1', strict: false };
  const declared = DECLARED.exec(peek.toString('latin1'))?.[1]?.toLowerCase();
  const family = declared === undefined ? undefined : DOUBLE_BYTE[declared];
  const isAsDeclared = choice === 'auto' || choice === family;
  if (declared !== undefined && declared !== FOREIGN && isAsDeclared)
    return { names: 'utf8mb4', label: declared, strict: false };
  const decoder = isAsDeclared && declared === FOREIGN ? FOREIGN : decoderFor(choice, family);
  const label = isAsDeclared ? (declared ?? 'utf8mb4') : choice;
  return {
    names: 'utf8mb4',
    label,
    ...(decoder && { decoder }),
    strict: declared === undefined || choice === 'utf8',
  };
}

/** @param family the encoding that the dump declares, which differs from the chosen one */
const decoderFor = (choice: DumpCharset, family: DumpCharset | undefined): Decoder | undefined =>
  choice === 'utf8' ? family && 'utf-8' : DECODERS[choice];

/** Whether the dump's text is in a two-byte encoding, unless its owner chose UTF-8. */
export const isDoubleByte = (label: string): boolean => Object.hasOwn(DOUBLE_BYTE, label);

/** Names that `TextDecoder` uses where the engine's differ. All other names are the same for both. */
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

/** Shows a name or an excerpt (one character per byte) in the encoding of its author. */
export const readableName = (bytes: string, { client = 'utf8' }: Pick<Quoting, 'client'>): string =>
  decoderOf(client).decode(Buffer.from(bytes, 'latin1'));

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
export const withoutBom = (bytes: Buffer): Buffer =>
  bytes.subarray(0, 3).equals(BOM) ? bytes.subarray(3) : bytes;

/** Converts bytes of another encoding to UTF-8, chunk by chunk. Refuses with `dump-charset`. */
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
