import { isAscii, isUtf8 } from 'node:buffer';

/**
 * First bytes of characters of three bytes and more: text in a two-byte encoding is hardly ever valid with
 * them.
 */
const LONG_FROM = 0xe0;
const [CONTINUES_FROM, CONTINUES_TO] = [0x80, 0xbf] as const;
const LONGEST = 4;

const lengthBy = (first: number): number =>
  first < 0xc0 ? 1 : first < LONG_FROM ? 2 : first < 0xf0 ? 3 : LONGEST;

/** Start of a character that is not complete yet; the end of the bytes if there is none. */
function openFrom(bytes: Buffer): number {
  const { length } = bytes;
  for (let at = length - 1; at >= 0 && at > length - LONGEST; at -= 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= CONTINUES_FROM && byte <= CONTINUES_TO) continue;
    return at + lengthBy(byte) > length ? at : length;
  }
  return length;
}

/**
 * Whether bytes that arrive in chunks are all UTF-8, with more multi-byte characters than chance explains.
 */
export class Utf8Evidence {
  private isValid = true;
  private hasLong = false;
  private incomplete = Buffer.alloc(0);

  get isLikely(): boolean {
    return this.isValid && this.hasLong;
  }

  add(chunk: Buffer): void {
    if (!this.isValid || (this.incomplete.length === 0 && isAscii(chunk))) return;
    const bytes = this.incomplete.length === 0 ? chunk : Buffer.concat([this.incomplete, chunk]);
    const end = openFrom(bytes);
    const complete = bytes.subarray(0, end);
    this.incomplete = Buffer.from(bytes.subarray(end));
    this.isValid = isUtf8(complete);
    this.hasLong ||= complete.some((byte) => byte >= LONG_FROM);
  }
}
