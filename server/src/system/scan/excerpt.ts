import { SCAN_CODE_MAX, SCAN_EXCERPT_LINES, type ScanFinding } from '@sitedeck/contract';

/** Characters that change how a page or terminal shows what follows them. */
// oxlint-disable-next-line no-control-regex -- control characters are what this replaces
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
/** Bytes of a line that are decoded: a line may be 100 MB long. */
const LINE_BYTES = SCAN_CODE_MAX * 4;

/** Bytes as text that can be shown. */
export const shownBytes = (bytes: Buffer): string =>
  bytes.subarray(0, LINE_BYTES).toString('utf8').replace(UNSEEN, '\ufffd').slice(0, SCAN_CODE_MAX);

const NEWLINE = 10;

/** Line of a position, from 1. */
export function lineAt(bytes: Buffer, offset: number): number {
  let line = 1;
  for (let at = bytes.indexOf(NEWLINE); at >= 0 && at < offset; at = bytes.indexOf(NEWLINE, at + 1))
    line += 1;
  return line;
}

/** Lines around a line. */
export function excerptAround(bytes: Buffer, line: number): ScanFinding['excerpt'] {
  const first = Math.max(1, line - Math.floor(SCAN_EXCERPT_LINES / 2));
  const lines: string[] = [];
  let from = 0;
  for (let at = 1; at < first + SCAN_EXCERPT_LINES && from <= bytes.length; at += 1) {
    const end = bytes.indexOf(NEWLINE, from);
    const to = end < 0 ? bytes.length : end;
    if (at >= first)
      lines.push(shownBytes(bytes.subarray(from, Math.min(to, from + LINE_BYTES))).replace(/\r$/, ''));
    from = to + 1;
  }
  return { first, lines };
}
