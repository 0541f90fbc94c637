import type { DUMP_CHARSETS } from '@sitedeck/contract';
import { Refusal } from '../../refusal';

export type DumpCharset = (typeof DUMP_CHARSETS)[number];

/** What the text of a dump is read as. */
export interface Reading {
  /** As the engine names it; what the connection begins with. */
  readonly names: string;
  /** The file's bytes become UTF-8 on the way: the engine's and our own eyes would take a sign's second byte for another. */
  readonly decoder?: 'gbk' | 'big5';
  /** Every statement must be UTF-8: nothing says that it is anything else. */
  readonly strict: boolean;
}

/** Bytes that are looked at before anything is read. */
export const PEEK_BYTES = 64 * 1024;

const DECLARED = /\bSET\s+NAMES\s+'?(\w+)/i;
const DOUBLE_BYTE: Readonly<Record<string, 'gbk' | 'big5'>> = {
  gbk: 'gbk',
  gb2312: 'gbk',
  gb18030: 'gbk',
  big5: 'big5',
};

function refuseUtf16([first, second]: Buffer): void {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new Refusal('dump-utf16');
}

/** What a dump's beginning and its owner say of its encoding. Refuses `dump-utf16`. */
export function readingOf(peek: Buffer, choice: DumpCharset): Reading {
  refuseUtf16(peek);
  if (choice === 'gbk' || choice === 'big5') return { names: 'utf8mb4', decoder: choice, strict: false };
  if (choice === 'latin1') return { names: 'latin1', strict: false };
  const declared = DECLARED.exec(peek.toString('latin1'))?.[1]?.toLowerCase();
  const decoder = declared === undefined ? undefined : DOUBLE_BYTE[declared];
  if (choice === 'auto' && decoder) return { names: 'utf8mb4', decoder, strict: false };
  return { names: 'utf8mb4', strict: declared === undefined || choice === 'utf8' };
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
export const withoutBom = (bytes: Buffer): Buffer =>
  bytes.subarray(0, 3).equals(BOM) ? bytes.subarray(3) : bytes;

/** Bytes of another encoding as UTF-8, piece by piece. Refuses `dump-charset`. */
export class Recoder {
  private readonly decoder: TextDecoder | undefined;
  private line = 1;

  constructor(private readonly reading: Reading) {
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
